// What follows on a crop from the rules of its schemes: its score, and non-conformities that the product opens when a rule fails and
// cures when it is met again (5.2, BR-17). One is open for a crop and a rule. What a person has closed stays closed while the rule fails
// for the same reason: somebody has decided on it. What is grave stays open when its rule holds no more: a person closes it (0087).
import { sql } from 'kysely'
import { byStrength, isDecided, isGrave, type KnownFinding, standsFor } from '#domain/certification/judging/decided.ts'
import { isBreach } from '#domain/certification/judging/judgement.ts'
import type { JudgedRule } from '#domain/certification/judging/score.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { phrase } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { judgeBorder } from '../cropping/border-rows.ts'
import { complianceOfCrops, excludedOf, type SchemePop } from './compliance.ts'
import { cure } from './cure.ts'
import { wordsOfDefault } from './default-buffer.ts'
import { knownOf } from './known-findings.ts'

const [crop, nonconformity] = [entityOf('crop'), entityOf('nonconformity')]
type Crop = Stored<typeof crop>
/** Brings a crop's score and non-conformities to what is recorded, as of today. Nothing where no rules hold for it. */
export async function updateCompliance(scope: Scope, cropId: string): Promise<void> {
  // Locked first, so that two never open the same.
  const [subject] = await recordsById(scope, crop, [cropId], { lock: true })
  if (!subject) return
  const judged = (await complianceOfCrops(scope, [cropId])).get(cropId) ?? []
  const known = await knownOf(scope, subject)
  if (judged.length === 0 && known.every(({ isOurs, status }) => !isOurs || status === 'CLOSED') && subject.complianceScore === null) return
  let opened = 0
  let lastNumber: number | undefined
  const failing = new Set<string>()
  const openedFor: KnownFinding[] = []
  const rules = judged.flatMap(({ schemePop, compliance }) => compliance.rules.map((of) => ({ schemePop, schemeId: schemePop.schemeId, ...of })))
  const holding = new Set(rules.map(({ schemeId, rule }) => `${schemeId} ${rule.code}`))
  // Two versions of a scheme may ask the same: the one that asks most is opened.
  for (const broken of rules.filter(isBreach).sort(byStrength)) {
    const { schemePop, schemeId, rule } = broken
    for (const one of known) if (one.schemeId === schemeId && one.rule === rule.code) failing.add(one.id)
    if (isDecided(known, broken, broken) || openedFor.some((one) => standsFor(one, broken))) continue
    lastNumber = (lastNumber ?? (await highestNumber(scope, subject))) + 1
    openedFor.push(await open(scope, subject, schemePop, broken, lastNumber))
    opened++
  }
  // A sanction that people have proposed is decided on, and one that was imposed lifted, by people (BR-24), also when the rule is met by now.
  const isMet = (one: KnownFinding): boolean => !failing.has(one.id) && (!isGrave(one) || holding.has(`${one.schemeId} ${one.rule}`))
  const cured = known.filter((one) => one.isOurs && one.status !== 'CLOSED' && !one.awaitsPeople && isMet(one))
  for (const one of cured)
    await cure(scope, one.id, judged.length === 0 ? 'No rules hold for this crop any more.' : 'The rule is met, or counts no more, by what is recorded now.')
  const scores = judged.flatMap(({ compliance }) => compliance.score ?? [])
  const wasOpen = known.filter(({ status, isOfCrop }) => isOfCrop && status !== 'CLOSED').length
  const excludedHa = excludedOf(judged, subject.areaHa)
  const columns = { complianceScore: scores.length > 0 ? Math.min(...scores) : null, openNcCount: wasOpen - cured.length + opened }
  await write(scope, subject.id, { ...columns, excludedHa })
  if (excludedHa !== null || subject.excludedHa) await judgeBorder(scope, subject.id)
}

/** The crop's own columns that count non-conformities, after one was opened, closed or opened again by people. */
export async function countOpen(scope: Scope, cropId: string): Promise<void> {
  const [subject] = await recordsById(scope, crop, [cropId])
  const known = subject ? await knownOf(scope, subject) : []
  await write(scope, cropId, { openNcCount: known.filter(({ status, isOfCrop }) => isOfCrop && status !== 'CLOSED').length })
}

async function write(scope: Scope, cropId: string, columns: Partial<Crop>): Promise<void> {
  const [subject] = await recordsById(scope, crop, [cropId], { lock: true })
  if (subject) await changeBySystem(scope, crop, subject, columns)
}

/** Of the references that begin with the crop's code, whosever they are now: one that was deleted or moved leaves a gap. */
async function highestNumber({ db, tenant }: Scope, { operatorId, code }: Crop): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(substring(n.ref from '[0-9]+$')::integer), 0) as number from nonconformity as n
    where n.tenant_id = ${tenant.id} and n.operator_id = ${operatorId}::uuid and n.deleted_at is null
      and n.ref >= ${`${code}-`} collate "C" and n.ref < ${`${code}.`} collate "C" and n.ref ~ '-[0-9]{1,9}$'`.execute(db)
  return rows[0]?.number ?? 0
}

/** To be corrected within the days of the rule, from today on. */
async function open(scope: Scope, subject: Crop, schemePop: SchemePop, { rule, explanation }: JudgedRule, number: number): Promise<KnownFinding> {
  const day = localDay(scope)
  const own = wordsOfDefault(schemePop, rule)
  const { row } = await createBySystem(scope, nonconformity, {
    operatorId: subject.operatorId,
    ref: `${subject.code}-${number}`,
    severity: rule.severity,
    rule: rule.code,
    clause: rule.clauseRef ?? null,
    description: rule.text,
    descriptionWords: own && spelledRow(own).words,
    evidence: String(explanation).slice(0, 1000),
    reasons: [spelledRow(explanation)],
    farmerId: subject.farmerId,
    parcelId: subject.parcelId,
    cropId: subject.id,
    schemePopId: schemePop.id,
    effectOnFail: rule.effectOnFail,
    openedOn: day,
    dueOn: addDays(day, rule.correctiveDays),
  })
  // It costs years: the rule proposes it, and people impose it (BR-24).
  if (rule.effectOnFail === 'RESET_CONVERSION') {
    const { message: reason, words } = spelledRow(phrase`Rule ${rule.code} failed.`)
    await recordBySystem(scope, nonconformity, row.id, {
      eventType: 'ESCALATED_BY_RULE',
      occurredAt: await occurrenceOf(scope, nonconformity, row.id, scope.now.toISOString()),
      data: { sanction: 'CONVERSION_RESET', reason, words },
    })
  }
  return { ...row, schemeId: schemePop.schemeId, isOurs: true, isCured: false, isOfCrop: true, awaitsPeople: false }
}
