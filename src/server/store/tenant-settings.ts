// A programme's own settings: reading them, and changing them in the same transaction that records who did it.
// The rules of each value are the domain's; what needs the database (is that picture here?) is decided here.

import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { areaUnitNameOf, unsizedUnit } from '#domain/kernel/area-unit.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { bighaOf } from '#domain/tenancy/bigha.ts'
import { takesPart } from '#domain/tenancy/blind-overlaps.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { hashOfAddress } from '#domain/tenancy/image-sizes.ts'
import { invitationDaysOf } from '#domain/tenancy/invitations.ts'
import { deviceDaysOf } from '#domain/tenancy/known-devices.ts'
import { organisationOf, unnamedConnections } from '#domain/tenancy/organisation.ts'
import { type settingsPatch, type TenantSettings, unreadable } from '#domain/tenancy/settings.ts'
import { offeredWays, type SignInWay } from '#domain/tenancy/sign-in-ways.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import type { Scope, Tenant } from '../scope.ts'

export type VersionedSettings = { version: number; settings: TenantSettings }
/** `changes`: field → [before, after]. */
export type SettingsChange = { version: number; changedAt: string; changedBy: { id: string; name: string }; changes: Record<string, [unknown, unknown]> }

/** Changes answered at once; a programme is renamed a few times in its life. */
const historyAtMost = 100

/** Settings as they take effect: what was never set is the product's own. */
function settingsOf(tenant: Pick<Tenant, 'name' | 'config' | 'theme'>, available: readonly SignInWay[]): TenantSettings {
  const base = { ...defaultTenant, config: { ...defaultTenant.config, name: tenant.name } }
  const { config, theme } = completeTenant({ config: tenant.config, theme: tenant.theme }, base)
  const { name, loginDesc, carousel, logo, logoWidth, headerLogo, headerLogoWidth } = config
  return {
    ...organisationOf(tenant.config),
    name,
    loginDesc,
    carousel,
    logo,
    logoWidth,
    headerLogo,
    headerLogoWidth,
    primary: theme.palette.primary.main,
    secondary: theme.palette.secondary.main,
    providers: offeredWays(tenant.config.providers, available).map(({ id }) => id),
    invitationDays: invitationDaysOf(tenant.config),
    deviceDays: deviceDaysOf(tenant.config),
    bighaHa: bighaOf(tenant),
    areaUnit: areaUnitNameOf(tenant.config),
    blindOverlapCheck: takesPart(tenant),
  }
}

type Stored = Pick<Tenant, 'name' | 'config' | 'theme'> & { version: number }

export async function readSettings(scope: Scope, available: readonly SignInWay[]): Promise<VersionedSettings> {
  const stored = await storedSettings(scope)
  return { version: stored.version, settings: settingsOf(stored, available) }
}

async function storedSettings(scope: Scope, { lock = false } = {}): Promise<Stored> {
  const query = scope.db.selectFrom('tenant').select(['name', 'config', 'theme', 'version']).where('id', '=', scope.tenant.id)
  return await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

/**
 * Changes what `given` names, looked at once the version is right, of settings last seen as `seen`. Nothing different means nothing written. Throws VALIDATION
 * (fields), STALE_VERSION, and RULE_BLOCKED with the figures when a text would be unreadable in the new colours.
 */
export async function changeSettings(
  scope: Scope,
  seen: number,
  given: () => z.infer<typeof settingsPatch>,
  available: readonly SignInWay[],
): Promise<VersionedSettings> {
  const stored = await storedSettings(scope, { lock: true })
  if (stored.version !== seen) throw new Problem('STALE_VERSION', { figures: { seenVersion: seen, version: stored.version } })
  const patch = given()
  const before = settingsOf(stored, available)
  const after: TenantSettings = { ...before, ...withoutUndefined(patch) }
  const isSetting = (key: string): key is keyof TenantSettings => key in before
  const changed = Object.keys(after)
    .filter(isSetting)
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
  if (changed.length === 0) return { version: stored.version, settings: before }
  const fields = [
    ...(await missingPictures(scope, after, changed)),
    ...(changed.includes('providers') ? unknownWays(after.providers, available) : []),
    ...unnamedConnections(after),
    ...unsizedUnit(after),
  ]
  if (fields.length > 0) throw new Problem('VALIDATION', { fields })
  if (changed.includes('primary') || changed.includes('secondary')) refuseUnreadable(after)
  const version = stored.version + 1
  const { primary, secondary, providers, ...config } = after
  await scope.db
    .updateTable('tenant')
    .set({
      name: after.name,
      // What was stored beside them stays; ways to sign in are only written once somebody has chosen.
      config: JSON.stringify({ ...stored.config, ...config, ...(changed.includes('providers') ? { providers } : {}) }),
      theme: JSON.stringify({ ...stored.theme, palette: { primary: { main: primary }, secondary: { main: secondary } } }),
      version,
      updated_at: scope.now.toISOString(),
    })
    .where('id', '=', scope.tenant.id)
    .execute()
  await scope.db
    .insertInto('tenant_change')
    .values({
      tenant_id: scope.tenant.id,
      version,
      changed_at: scope.now.toISOString(),
      changed_by: scope.user.id,
      changes: JSON.stringify(Object.fromEntries(changed.map((key) => [key, [before[key], after[key]]]))),
    })
    .execute()
  return { version, settings: after }
}

const withoutUndefined = (patch: Record<string, unknown>): Partial<TenantSettings> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))

async function missingPictures(scope: Scope, after: TenantSettings, changed: readonly string[]): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  const named = [
    ...(['logo', 'headerLogo'] as const).map((path) => ({ of: path, path, address: after[path] })),
    ...after.carousel.map(({ image }, at) => ({ of: 'carousel', path: `carousel.${at}.image`, address: image })),
  ]
  for (const { of, path, address } of named) {
    const hash = hashOfAddress(address ?? '')
    if (!changed.includes(of) || hash === null) continue
    const found = await scope.db.selectFrom('picture').select('hash').where('tenant_id', '=', scope.tenant.id).where('hash', '=', hash).executeTakeFirst()
    if (!found) problems.push({ path, code: 'missing', message: 'This picture was not uploaded to this programme.' })
  }
  return problems
}

function unknownWays(chosen: readonly string[], available: readonly SignInWay[]): FieldProblem[] {
  return chosen.flatMap((id, at): FieldProblem[] => {
    if (chosen.indexOf(id) !== at) return [{ path: `providers.${at}`, code: 'taken', message: 'This way is named twice.' }]
    return available.some((way) => way.id === id) ? [] : [{ path: `providers.${at}`, code: 'choice', message: 'This installation has no such way to sign in.' }]
  })
}

function refuseUnreadable(after: TenantSettings): void {
  const failing = unreadable(after)
  const worst = failing[0]
  if (!worst) return
  throw new Problem('RULE_BLOCKED', {
    message: phrase`This colour cannot be used: ${word(worst.what)} would have a contrast of ${worst.ratio}:1, and needs ${worst.least}:1.`,
    fields: failing.map(({ of, what, ratio, least }) => ({
      path: of,
      code: 'contrast',
      message: phrase`Contrast of ${word(what)}: ${ratio}:1, needed ${least}:1. Choose a darker or stronger colour.`,
      params: { ratio, least },
    })),
    figures: { ratio: worst.ratio, least: worst.least, primary: after.primary, secondary: after.secondary },
  })
}

/** Who changed what when, newest first. */
export async function settingsHistory(scope: Scope): Promise<SettingsChange[]> {
  const rows = await scope.db
    .selectFrom('tenant_change as c')
    .leftJoin('user as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.changed_by'))
    .select(['c.version', 'c.changed_at', 'c.changed_by', 'u.name', 'c.changes'])
    .where('c.tenant_id', '=', scope.tenant.id)
    .orderBy('c.version', 'desc')
    .limit(historyAtMost)
    .execute()
  return rows.map(({ version, changed_at, changed_by, name, changes }) => ({
    version,
    changedAt: changed_at,
    changedBy: { id: changed_by, name: name ?? '' },
    changes,
  }))
}
