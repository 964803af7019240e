// Limits of the plan of a programme (6.6): how many members, people and groups it has at most, and the room of its files. Whoever runs the
// installation sets them; the programme sees them. None is set at first.
import { z } from 'zod'
import { count, text } from '../kernel/answer-shapes.ts'

/** `gone`: states in which a record counts no more. `field`: at which a new one is refused. */
export type PlanLimit = { entity: string; setting: string; gone: readonly string[]; field: string; label: string }

/** What is counted; the room of files is a quota of its own (server/store/stored-bytes.ts). */
export const planLimits = {
  members: { entity: 'farmer', setting: 'memberLimit', gone: ['EXITED', 'MERGED'], field: 'memberNo', label: /* i18n */ 'Members' },
  people: { entity: 'user', setting: 'peopleLimit', gone: ['DEACTIVATED'], field: 'email', label: /* i18n */ 'People' },
  groups: { entity: 'collective', setting: 'groupLimit', gone: ['WITHDRAWN'], field: 'legalName', label: /* i18n */ 'Groups' },
} as const satisfies Record<string, PlanLimit>

const byEntity: ReadonlyMap<string, PlanLimit> = new Map(Object.values(planLimits).map((one) => [one.entity, one]))
/** The limit that counts records of this kind. */
export const planLimitOf = (entity: string): PlanLimit | undefined => byEntity.get(entity)

/** A limit of these settings; null where there is none. */
export function limitIn(config: Readonly<Record<string, unknown>>, setting: string): number | null {
  const limit = config[setting]
  return typeof limit === 'number' && Number.isInteger(limit) && limit >= 0 ? limit : null
}

const upTo = (least: number) => z.number().int().min(least).max(10_000_000).nullable().optional()
/** As the owner of the platform sets them: null takes a limit away, what is not named stays. */
export const limitSettings = {
  memberLimit: upTo(0),
  /** A programme always has an administrator. */
  peopleLimit: upTo(1),
  groupLimit: upTo(0),
  /** Megabytes of files; null: what the installation says. */
  fileQuotaMb: upTo(0),
}
export const limitsPatch = z.strictObject(limitSettings)

/** What the platform’s owner is answered. */
export const tenantLimits = z
  .object({
    subdomain: text,
    memberLimit: count.nullable().describe('Members who have not left.'),
    peopleLimit: count.nullable().describe('People who are not deactivated.'),
    groupLimit: count.nullable().describe('Groups that are not withdrawn.'),
    fileQuotaMb: count.nullable().describe('Megabytes of files; null: what the installation says.'),
  })
  .meta({ id: 'TenantLimits' })
export type TenantLimits = z.infer<typeof tenantLimits>

/** What an administrator of the programme is answered. */
export const planUse = z
  .object({
    items: z
      .array(z.object({ of: z.enum(['members', 'people', 'groups', 'storageBytes']), used: count, limit: count }))
      .describe('Limits that are set; those of storage in bytes.'),
  })
  .meta({ id: 'PlanUse' })
export type PlanUse = z.infer<typeof planUse>
