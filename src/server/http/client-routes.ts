// The programme's own settings, changed by its administrators and read by its managers too: /api/client/{id}, where id is config.id of the tenant's answer.
// Another programme's id is not found, whoever asks.
import type { Context } from 'hono'
import { z } from 'zod'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { clientHistory, clientSettings, retentionAhead, type UploadedPicture, uploadedPicture } from '#domain/tenancy/client-answers.ts'
import { fileAddress } from '#domain/tenancy/image-sizes.ts'
import { planUse } from '#domain/tenancy/plan-limits.ts'
import { settingsPatch } from '#domain/tenancy/settings.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import type { NamedWay } from '#server/auth/sign-in.ts'
import { retentionOf } from '#server/queries/retention.ts'
import { planUseOf } from '#server/store/plan-limits.ts'
import { changeSettings, readSettings, settingsHistory, type VersionedSettings } from '#server/store/tenant-settings.ts'
import { maxPictureBytes, mediaTypes, readPicture } from '../images/picture.ts'
import { savePicture } from '../images/picture-store.ts'
import type { Scope } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { readBytes } from './body.ts'
import { enter } from './endpoint.ts'
import { type Route, route } from './route.ts'
import { etag, neededVersion } from './versions.ts'

const base = '/api/client/{id}'
const params = { id: z.string() }
const waysOf = ({ signIn }: AppContext): readonly NamedWay[] => signIn?.ways ?? []
const answer = ({ tenant }: Scope, { version, settings }: VersionedSettings, deps: AppContext) => {
  const id = String(tenant.id)
  const json = {
    id,
    organizationId: id,
    subdomain: tenant.subdomain,
    version,
    ...settings,
    timezone: tenant.timezone,
    currency: currencyOf(tenant.config),
    ways: waysOf(deps),
  }
  return { json, headers: { ETag: etag({ version }) } }
}

export const clientRoutes: readonly Route[] = [
  route({
    id: 'client.settings',
    method: 'get',
    path: base,
    params,
    summary: 'The programme’s settings, for its administrators',
    answer: clientSettings,
    says: 'The settings; their version is the ETag.',
    handler: async (scope, { param, deps }) => {
      require(scope, param('id'), 'V')
      return answer(scope, await readSettings(scope, waysOf(deps)), deps)
    },
  }),
  route({
    id: 'client.change',
    signedInOnly: true,
    method: 'patch',
    path: base,
    params,
    summary: 'Change the programme’s settings',
    headers: ['If-Match needed'],
    body: settingsPatch,
    answer: clientSettings,
    says: 'The settings after it.',
    problems: ['STALE_VERSION', 'VERSION_REQUIRED', 'RULE_BLOCKED'],
    handler: async (scope, call) => {
      require(scope, call.param('id'), 'E')
      const changed = await changeSettings(scope, neededVersion(call.header('if-match')), () => call.body, waysOf(call.deps))
      // The next page of this very person already wears the new colours.
      scope.afterCommit(() => call.deps.tenants.forget())
      return answer(scope, changed, call.deps)
    },
  }),
  route({
    id: 'client.history',
    method: 'get',
    path: `${base}/history`,
    params,
    summary: 'Who changed which setting when, newest first',
    answer: clientHistory,
    says: 'The changes.',
    handler: async (scope, { param }) => {
      require(scope, param('id'), 'E')
      return { json: { items: await settingsHistory(scope) } }
    },
  }),
  route({
    id: 'client.retention',
    signedInOnly: true,
    method: 'get',
    path: `${base}/retention`,
    params,
    summary: 'Whose personal data is erased within ninety days, and what still needs it',
    answer: retentionAhead,
    says: 'At most 200 members, the first day first.',
    handler: async (scope, { param }) => {
      require(scope, param('id'), 'E')
      return { json: await retentionOf(scope) }
    },
  }),
  route({
    id: 'client.limits',
    method: 'get',
    path: `${base}/limits`,
    params,
    summary: 'What is used of the limits of the programme’s plan',
    answer: planUse,
    says: 'The limits that are set; none where there is none.',
    handler: async (scope, { param, deps }) => {
      require(scope, param('id'), 'E')
      return { json: await planUseOf(scope, deps.files) }
    },
  }),
  route({
    id: 'client.upload',
    method: 'post',
    path: `${base}/pictures`,
    params,
    summary: 'Store a picture: PNG, JPEG or WebP, encoded anew; SVG is refused',
    sends: Object.values(mediaTypes),
    answer: uploadedPicture,
    status: 201,
    says: 'Its address; the same picture has the same one.',
    respond: (context, deps) => receivePicture(deps, context),
  }),
]

function require(scope: Scope, id: string | undefined, action: 'V' | 'E'): void {
  if (id !== String(scope.tenant.id)) throw new Problem('NOT_FOUND')
  if (!can(scope.user, 'client', action))
    throw new Problem('FORBIDDEN', {
      message: action === 'E' ? 'Only an administrator changes the programme’s settings.' : 'Your role does not show the programme’s settings.',
    })
}

/** Who first, then the bytes, then the encoding, then the row: neither a slow sender nor sharp holds a transaction open. */
async function receivePicture(deps: AppContext, context: Context): Promise<Response> {
  const tenant = await enter(deps, context, {}, async (scope) => {
    require(scope, context.req.param('id'), 'E')
    return scope.tenant
  })
  // A page of another site cannot send these types without asking first, and forms cannot send them at all.
  if (!/^image\//i.test(context.req.header('content-type') ?? ''))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'Send the picture itself as the body, with its own Content-Type: image/png, image/jpeg or image/webp.' })
  const sent = await readBytes(context.req.raw, maxPictureBytes)
  const picture = await deps.queue.take(tenant.id, () => readPicture(sent))
  await enter(deps, context, {}, async (scope) => {
    require(scope, context.req.param('id'), 'E')
    await savePicture(scope, picture)
  })
  const { hash, format, width, height, bytes } = picture
  const url = fileAddress(hash)
  const json: UploadedPicture = { url, format, width, height, bytes: bytes.byteLength }
  return Response.json(json, { status: 201, headers: { Location: url, 'Cache-Control': 'no-store' } })
}
