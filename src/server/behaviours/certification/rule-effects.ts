// What a failed rule stops while its non-conformity is open (`effectOnFail`, 5.2). Nothing is written for it: it follows from the state
// of the non-conformities, so that it ends with the last of them, whether it is cured, closed, or what it rested on is voided.
import { sql } from 'kysely'
import type { ruleEffects } from '#domain/certification/schemes.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'

type Effect = keyof typeof ruleEffects
type Blocking = { ref: string; rule: string; openedOn: string }

/** Rules of these effects that are broken on crops of a farmer's season, by the day; of one crop where it is named. */
async function openOf(
  scope: Scope,
  effects: readonly Effect[],
  of: { cropId: string } | { farmerId: string; seasonId: string },
  day: string,
): Promise<Blocking[]> {
  const which =
    'cropId' in of
      ? sql`n.crop_id = ${of.cropId}::uuid`
      : sql`n.farmer_id in (select f.id from farmer as f where f.tenant_id = ${scope.tenant.id} and (f.id = ${of.farmerId}::uuid or f.merged_into_id = ${of.farmerId}::uuid)) and c.season_id = ${of.seasonId}::uuid`
  const { rows } = await sql<Blocking>`select n.ref, n.rule, n.opened_on as "openedOn" from nonconformity as n
    join crop as c on c.tenant_id = ${scope.tenant.id} and c.id = n.crop_id
    where n.tenant_id = ${scope.tenant.id} and ${which} and n.effect_on_fail = any(${[...effects]}::text[]) and n.status <> 'CLOSED' and n.deleted_at is null
      and n.opened_on <= ${day}::date order by n.opened_on, n.ref`.execute(scope.db)
  return rows
}

/** Refuses a sale of a crop on a day on which a rule that stops sales was broken; one of before, recorded late, is taken. */
export async function refuseBlockedSale(scope: Scope, cropId: string, day: string): Promise<void> {
  const [first] = await openOf(scope, ['BLOCK_SALE', 'RESET_CONVERSION'], { cropId }, day)
  if (first)
    throw ruleBlocked(
      'BR-17',
      phrase`Nothing of this crop is sold while non-conformity ${first.ref} is open: rule ${first.rule} stops sales since ${onDay(first.openedOn)}.`,
      {},
    )
}

/** Refuses an approval without condition of a member for whom a rule asks for one. `path`: of the decision. */
export async function refuseUnconditional(scope: Scope, farmerId: string, seasonId: string, day: string, path: string): Promise<void> {
  const [first] = await openOf(scope, ['CONDITION'], { farmerId, seasonId }, day)
  if (first)
    throw ruleBlocked('BR-17', phrase`Non-conformity ${first.ref} is open (rule ${first.rule}): this member is approved on a condition only.`, { path })
}
