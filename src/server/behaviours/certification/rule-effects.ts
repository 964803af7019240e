// What a failed rule stops while its non-conformity is open (`effectOnFail`, 5.2). Nothing is written for it: it follows from the state
// of the non-conformities, so that it ends with the last of them, whether it is cured, closed, or what it rested on is voided.
import { sql } from 'kysely'
import { isDecided, type KnownFinding, stopsSales } from '#domain/certification/judging/decided.ts'
import type { CropFacts } from '#domain/certification/judging/facts.ts'
import { isBreach } from '#domain/certification/judging/judgement.ts'
import { complianceOf } from '#domain/certification/judging/score.ts'
import type { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase, type Sentence, sentences } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { type SchemePop, versionsFor } from './compliance.ts'
import { cropFactsOf } from './crop-facts.ts'
import { knownOfCrops } from './known-findings.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>
type Blocking = { ref: string; rule: string; openedOn: string }

type Sold = Pick<Crop, 'id' | 'farmerId' | 'seasonId' | 'openNcCount'>
/** How many crops are judged at once: what is read of them is in memory together. */
const judgedAtOnce = 500

/**
 * Refuses a sale of a crop on a day on which a rule that stops sales was broken; one of before, recorded late, is taken (0058). A sale of today is judged
 * by what is recorded at this moment, so that neither a new version of the rules nor a fact waits for the next round (0107).
 */
export async function refuseBlockedSale(scope: Scope, crop: Sold, day: string): Promise<void> {
  const stop = await stopOf(scope, [crop], day)
  if (stop) throw ruleBlocked('BR-17', stop.why, {})
}

/** Refuses to send or to certify goods of these lots on such a day, as buying them is refused, with the crop that they came from (0114). */
export async function refuseBlockedGoods(scope: Scope, lotIds: readonly string[], day: string): Promise<void> {
  const { tenant } = scope
  const { rows } = await sql<
    Sold & { title: string }
  >`select c.id, c.title, c.farmer_id as "farmerId", c.season_id as "seasonId", c.open_nc_count as "openNcCount" from crop as c
    where c.tenant_id = ${tenant.id} and c.id in (select o.crop_id from lot_origin as o where o.tenant_id = ${tenant.id} and o.lot_id = any(${[...lotIds]}::uuid[])) order by c.id`.execute(
    scope.db,
  )
  for (let first = 0; first < rows.length; first += judgedAtOnce) {
    const crops = rows.slice(first, first + judgedAtOnce)
    const stop = await stopOf(scope, crops, day)
    const crop = stop && crops.find(({ id }) => id === stop.cropId)
    if (crop) throw ruleBlocked('BR-17', sentences([phrase`Some of these goods are of crop ${crop.title}.`, stop.why]), { cropId: crop.id })
  }
}

/** The first of these crops that a rule stops, and by what. As many statements for many as for one. */
async function stopOf(scope: Scope, crops: readonly Sold[], day: string): Promise<{ cropId: string; why: Sentence } | null> {
  const following =
    day < localDay(scope)
      ? new Map<string, SchemePop[]>()
      : await versionsFor(
          scope,
          crops.map(({ id }) => id),
        )
  const mayStop = new Set(
    [...following].flatMap(([id, versions]) => (versions.some(({ rules }) => rules.some(({ effectOnFail }) => stopsSales(effectOnFail))) ? [id] : [])),
  )
  // The crop's row counts what is open.
  const inQuestion = crops.filter(({ id, openNcCount }) => mayStop.has(id) || (openNcCount ?? 0) > 0)
  if (inQuestion.length === 0) return null
  const known = await knownOfCrops(scope, inQuestion)
  const facts = await cropFactsOf(
    scope,
    inQuestion.flatMap(({ id }) => (mayStop.has(id) ? [id] : [])),
    [...following.values()].flat(),
  )
  for (const { id } of inQuestion) {
    const why = whyStopped(known.get(id) ?? [], facts.get(id), following.get(id) ?? [], day)
    if (why) return { cropId: id, why }
  }
  return null
}
function whyStopped(known: readonly KnownFinding[], facts: CropFacts | undefined, versions: readonly SchemePop[], day: string): Sentence | null {
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
  if (open) return phrase`Nothing of this crop is sold while non-conformity ${open.ref} is open: rule ${open.rule} stops sales since ${onDay(open.openedOn)}.`
  const broken = judged.find((one) => one.isBroken && stopsSales(one.rule.effectOnFail) && !isDecided(known, one, one))
  return broken ? sentences([phrase`Nothing of this crop is sold: rule ${broken.rule.code} stops sales while it is broken.`, broken.explanation]) : null
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
