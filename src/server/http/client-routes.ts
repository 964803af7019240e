// The programme's own settings, changed by its administrators and read by its managers too: /api/client/{id}, where id is config.id of the tenant's answer.
// Another programme's id is not found, whoever asks.
import type { Context, Hono } from 'hono'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { fileAddress } from '#domain/tenancy/image-sizes.ts'
import type { NamedWay } from '#server/auth/sign-in.ts'
import { changeSettings, readSettings, settingsHistory, type VersionedSettings } from '#server/store/tenant-settings.ts'
import type { FairQueue } from '../images/fair-queue.ts'
import { maxPictureBytes, readPicture } from '../images/picture.ts'
import { savePicture } from '../images/picture-store.ts'
import type { Scope } from '../scope.ts'
import { readBytes } from './body.ts'
import { type Deps, endpoint, enter, refuseUnknown } from './endpoint.ts'
import type { Reply } from './reply.ts'
import { etag, neededVersion } from './versions.ts'

const base = '/api/client/:id'

export function mountClientRoutes(app: Hono, deps: Deps, { ways, queue }: { ways: readonly NamedWay[]; queue: FairQueue }): void {
  const at = { parameters: [] } as const
  const answer = (scope: Scope, { version, settings }: VersionedSettings): Reply => {
    const id = String(scope.tenant.id)
    const { subdomain } = scope.tenant
    return { json: { id, organizationId: id, subdomain, version, ...settings, ways }, headers: { ETag: etag({ version }) } }
  }
  app.get(
    base,
    endpoint(deps, at, async (scope, { params }) => {
      require(scope, params.id, 'V')
      return answer(scope, await readSettings(scope, ways))
    }),
  )
  app.patch(
    base,
    endpoint(deps, at, async (scope, { params, body, header }) => {
      require(scope, params.id, 'E')
      const changed = await changeSettings(scope, body, neededVersion(header('if-match')), ways)
      // The next page of this very person already wears the new colours.
      scope.afterCommit(() => deps.tenants.forget())
      return answer(scope, changed)
    }),
  )
  app.get(
    `${base}/history`,
    endpoint(deps, at, async (scope, { params }) => {
      require(scope, params.id, 'E')
      return { json: { items: await settingsHistory(scope) } }
    }),
  )
  app.post(`${base}/pictures`, (context) => receivePicture(deps, queue, context))
  const allowed = [
    [base, 'GET, HEAD, PATCH'],
    [`${base}/history`, 'GET, HEAD'],
    [`${base}/pictures`, 'POST'],
  ] as const
  for (const [path, Allow] of allowed)
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow } })
    })
}

function require(scope: Scope, id: string | undefined, action: 'V' | 'E'): void {
  if (id !== String(scope.tenant.id)) throw new Problem('NOT_FOUND')
  if (!can(scope.user, 'client', action))
    throw new Problem('FORBIDDEN', {
      message: action === 'E' ? 'Only an administrator changes the programme’s settings.' : 'Your role does not show the programme’s settings.',
    })
}

/** Who first, then the bytes, then the encoding, then the row: neither a slow sender nor sharp holds a transaction open. */
async function receivePicture(deps: Deps, queue: FairQueue, context: Context): Promise<Response> {
  refuseUnknown(new URL(context.req.url).searchParams, [])
  const tenant = await enter(deps, context, {}, async (scope) => {
    require(scope, context.req.param('id'), 'E')
    return scope.tenant
  })
  // A page of another site cannot send these types without asking first, and forms cannot send them at all.
  if (!/^image\//i.test(context.req.header('content-type') ?? ''))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'Send the picture itself as the body, with its own Content-Type: image/png, image/jpeg or image/webp.' })
  const sent = await readBytes(context.req.raw, maxPictureBytes)
  const picture = await queue.take(tenant.id, () => readPicture(sent))
  await enter(deps, context, {}, async (scope) => {
    require(scope, context.req.param('id'), 'E')
    await savePicture(scope, picture)
  })
  const { hash, format, width, height, bytes } = picture
  const url = fileAddress(hash)
  return Response.json({ url, format, width, height, bytes: bytes.byteLength }, { status: 201, headers: { Location: url, 'Cache-Control': 'no-store' } })
}
