// What a failed rule stops while its non-conformity is open (`effectOnFail`, 5.2). Nothing is written for it: it follows from the state
// of the non-conformities, so that it ends with the last of them, whether it is cured, closed, or what it rested on is voided.
import { sql } from 'kysely'
import { isDecided, type KnownFinding, stopsSales } from '#domain/certification/judging/decided.ts'
import { isBreach } from '#domain/certification/judging/judgement.ts'
import { complianceOf } from '#domain/certification/judging/score.ts'
import type { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase, sentences } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { versionsFor } from './compliance.ts'
import { cropFactsOf } from './crop-facts.ts'
import { knownOf } from './known-findings.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>
type Blocking = { ref: string; rule: string; openedOn: string }

/**
 * Refuses a sale of a crop on a day on which a rule that stops sales was broken; one of before, recorded late, is taken (0058). A sale of today is judged
 * by what is recorded at this moment, so that neither a new version of the rules nor a fact waits for the next round (0107).
 */
export async function refuseBlockedSale(scope: Scope, crop: Pick<Crop, 'id' | 'farmerId' | 'seasonId' | 'openNcCount'>, day: string): Promise<void> {
  const versions = day < localDay(scope) ? [] : ((await versionsFor(scope, [crop.id])).get(crop.id) ?? [])
  const mayStop = versions.some(({ rules }) => rules.some(({ effectOnFail }) => stopsSales(effectOnFail)))
  // The crop's row counts what is open.
  if (!mayStop && (crop.openNcCount ?? 0) === 0) return
  const known = await knownOf(scope, crop)
  const facts = mayStop ? (await cropFactsOf(scope, [crop.id])).get(crop.id) : undefined
  const judged = facts
    ? versions.flatMap((version) => complianceOf(version, facts).rules.map((one) => ({ schemeId: version.schemeId, isBroken: isBreach(one), ...one })))
    : []
  const isMet = (one: KnownFinding): boolean => {
    const requested = judged.filter(({ schemeId, rule }) => one.schemeId === schemeId && one.rule === rule.code)
    return one.isOurs && one.status !== 'SANCTIONED' && requested.length > 0 && !requested.some(({ isBroken }) => isBroken)
  }
  const [open] = known
    .filter((one) => stopsSales(one.effectOnFail) && one.status !== 'CLOSED' && one.openedOn <= day && !isMet(one))
    .sort((one, other) => (`${one.openedOn} ${one.ref}` < `${other.openedOn} ${other.ref}` ? -1 : 1))
  if (open)
    throw ruleBlocked(
      'BR-17',
      phrase`Nothing of this crop is sold while non-conformity ${open.ref} is open: rule ${open.rule} stops sales since ${onDay(open.openedOn)}.`,
      {},
    )
  const broken = judged.find((one) => one.isBroken && stopsSales(one.rule.effectOnFail) && !isDecided(known, one, one))
  if (broken)
    throw ruleBlocked(
      'BR-17',
      sentences([phrase`Nothing of this crop is sold: rule ${broken.rule.code} stops sales while it is broken.`, broken.explanation]),
      {},
    )
}

/** Refuses an approval without condition of a member for whom a rule asks for one. `path`: of the decision. */
export async function refuseUnconditional(scope: Scope, farmerId: string, seasonId: string, day: string, path: string): Promise<void> {
  const { rows } = await sql<Blocking>`select n.ref, n.rule, n.opened_on as "openedOn" from nonconformity as n
    join crop as c on c.tenant_id = ${scope.tenant.id} and c.id = n.crop_id
    where n.tenant_id = ${scope.tenant.id} and n.farmer_id in (select f.id from farmer as f where f.tenant_id = ${scope.tenant.id} and (f.id = ${farmerId}::uuid or f.merged_into_id = ${farmerId}::uuid))
      and c.season_id = ${seasonId}::uuid and n.effect_on_fail = 'CONDITION' and n.status <> 'CLOSED' and n.deleted_at is null
      and n.opened_on <= ${day}::date order by n.opened_on, n.ref`.execute(scope.db)
  const [first] = rows
  if (first)
    throw ruleBlocked('BR-17', phrase`Non-conformity ${first.ref} is open (rule ${first.rule}): this member is approved on a condition only.`, { path })
}
