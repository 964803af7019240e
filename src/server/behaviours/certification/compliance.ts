// Judging crops by versions of schemes' rules, as of now or, in a scope of the past, of then; and which versions hold for a crop: the
// published ones for its crop type and its package of practices (rules-of-package.ts), of the schemes that its operator is registered to.
import { sql } from 'kysely'
import type { ComplianceAnswer } from '#domain/certification/judging/bench-answer.ts'
import type { CropFacts } from '#domain/certification/judging/facts.ts'
import { type Compliance, complianceOf } from '#domain/certification/judging/score.ts'
import { ruleTextIn } from '#domain/certification/rule-text.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { spelled } from '#domain/messages/message.ts'
import { fitsPackage } from '../../queries/rules-of-package.ts'
import type { Scope } from '../../scope.ts'
import { recordMap } from '../../store/get.ts'
import { statusThen } from '../../store/past.ts'
import { cropFactsOf } from './crop-facts.ts'
import { withDefaultBuffers, wordsOfDefault } from './default-buffer.ts'

const schemepop = entityOf('schemepop')
export type SchemePop = Stored<typeof schemepop>
export type Judged = { schemePop: SchemePop; compliance: Compliance }

/** What a version says of crops. Those that there are not, or were not then, are left out. */
export async function judgeBy(
  scope: Scope,
  schemePop: SchemePop,
  cropIds: readonly string[],
): Promise<Map<string, { facts: CropFacts; compliance: Compliance }>> {
  const facts = await cropFactsOf(scope, cropIds, [schemePop])
  return new Map([...facts].map(([id, one]) => [id, { facts: one, compliance: complianceOf(schemePop, one) }]))
}

/** What all versions that hold for these crops say of them, by crop. */
export async function complianceOfCrops(scope: Scope, cropIds: readonly string[]): Promise<Map<string, Judged[]>> {
  const following = await versionsFor(scope, cropIds)
  const facts = await cropFactsOf(scope, [...following.keys()], [...new Set([...following.values()].flat())])
  const rulesOf = await withDefaultBuffers(scope, following, facts)
  return new Map(
    [...following.keys()].map((cropId) => {
      const one = facts.get(cropId)
      return [
        cropId,
        one
          ? rulesOf(cropId).map(({ schemePop, rules }) => ({
              schemePop: scope.past ? { ...schemePop, status: 'PUBLISHED' as const } : schemePop,
              compliance: complianceOf({ ...schemePop, rules }, one),
            }))
          : [],
      ]
    }),
  )
}

/**
 * Registered to a scheme: the operator has a scope certificate of it, proposed or confirmed, that was not withdrawn and has not ended by the
 * day (assumption: who has applied is judged, so that it knows before the audit). What a crop names itself holds besides, never instead, whatever package it follows (0087). Of several versions of the same rules the latest published one counts.
 */
export async function versionsFor(scope: Scope, cropIds: readonly string[]): Promise<Map<string, SchemePop[]>> {
  if (cropIds.length === 0) return new Map()
  const day = localDay(scope)
  const fits = fitsPackage(scope, { schemeId: sql`v.scheme_id`, popId: sql`v.pop_id` }, { popId: sql`c.pop_id`, cropTypeId: sql`c.crop_type_id` })
  const { rows } = await sql<{ cropId: string; schemePopIds: string[] }>`
    select c.id as "cropId", array(
      select distinct on (v.scheme_id, v.name) v.id from schemepop as v
      where v.tenant_id = ${scope.tenant.id} and v.deleted_at is null and ${statusThen(scope, 'schemepop', sql`v.id`, sql`v.status`)} = 'PUBLISHED' and v.published_on <= ${day}::date
        and (v.crop_type_id is null or v.crop_type_id = c.crop_type_id)
        and (exists (select from schemepop as n where n.tenant_id = ${scope.tenant.id} and n.id = any(c.scheme_pop_ids) and n.scheme_id = v.scheme_id and n.name = v.name)
          or ${fits} and exists (select from scopecertificate as s where s.tenant_id = ${scope.tenant.id} and s.collective_id = c.operator_id and s.scheme_id = v.scheme_id
          and s.deleted_at is null and ${statusThen(scope, 'scopecertificate', sql`s.id`, sql`s.status`)} in ('PROPOSED', 'VALID', 'SUSPENDED') and s.valid_to >= ${day}::date))
      order by v.scheme_id, v.name, v.version_no desc
    )::text[] as "schemePopIds"
    from crop as c where c.tenant_id = ${scope.tenant.id} and c.id = any(${[...cropIds]}::uuid[]) and c.deleted_at is null order by c.id`.execute(scope.db)
  const versions = await recordMap(
    scope,
    schemepop,
    rows.flatMap(({ schemePopIds }) => schemePopIds),
  )
  return new Map(rows.map(({ cropId, schemePopIds }) => [cropId, schemePopIds.flatMap((id) => versions.get(id) ?? [])]))
}

/** BR-13: hectares of a crop that its border rows take, by the version that asks most; null: none. */
export function excludedOf(judged: readonly Judged[], areaHa: number): number | null {
  const most = Math.max(0, ...judged.flatMap(({ compliance }) => compliance.rules.map((rule) => rule.excludedHa ?? 0)))
  return most > 0 ? Math.min(areaHa, most) : null
}

/** Its owner's words as the reader reads them; of the product's own rule the sentence with its values. */
function textOf(
  language: Scope['language'],
  schemePop: SchemePop,
  rule: SchemePop['rules'][number],
): Pick<ComplianceAnswer['rules'][number], 'text' | 'textWords'> {
  const own = wordsOfDefault(schemePop, rule)
  if (own === null) return { text: ruleTextIn(language, rule) }
  const { message, words } = spelled(own)
  return { text: message, ...(words ? { textWords: words } : {}) }
}

/** A judgement as it is answered, with what is asked in the language of its reader. */
export const answerOf = ({ language }: Pick<Scope, 'language'>, { schemePop, compliance }: Judged): ComplianceAnswer => ({
  schemePopId: schemePop.id,
  title: schemePop.title,
  status: schemePop.status,
  passScore: schemePop.passScore,
  maxMajor: schemePop.maxMajor,
  score: compliance.score,
  isPassed: compliance.isPassed,
  points: compliance.points,
  pointsPossible: compliance.pointsPossible,
  rules: compliance.rules.map(({ rule, outcome, share, points, explanation, evidence }) => ({
    code: rule.code,
    ...textOf(language, schemePop, rule),
    clauseRef: rule.clauseRef ?? null,
    kind: rule.check.type,
    severity: rule.severity,
    effectOnFail: rule.effectOnFail,
    weight: rule.weight,
    outcome,
    share,
    points,
    ...spelled(explanation),
    evidence: [...evidence],
  })),
})
