// BR-13: where none of the versions of rules that hold for a crop says how wide a buffer is, that of the programme holds, under that scheme under which it was found, or the first of them. It counts
// in no score, and is among the rules while it fails (docs/decisions/0147-a-proposal-is-decided-on.md).
import { sql } from 'kysely'
import { evaluate } from '#domain/certification/judging/evaluate.ts'
import type { CropFacts } from '#domain/certification/judging/facts.ts'
import type { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../../scope.ts'

type SchemePop = Stored<ReturnType<typeof entityOf<'schemepop'>>>
type Rule = SchemePop['rules'][number]
const code = 'BR-13'

const wordsOf = (metres: number): Sentence =>
  phrase`A buffer of ${metres} m, or a physical barrier, lies between the plot and GM cotton or conventional fields.`

/** What the product itself asks for, with its values; null: a rule of the version, in the words of its owner. */
export const wordsOfDefault = ({ rules }: Pick<SchemePop, 'rules'>, { code: of, check }: Pick<Rule, 'code' | 'check'>): Sentence | null =>
  of === code && check.type === 'MIN_BUFFER' && !rules.some((rule) => rule.code === code) ? wordsOf(check.metres) : null

/** The rule, where it is among those of a crop: no version of its own says a buffer, and it fails. */
function missedDefault({ tenant }: Pick<Scope, 'tenant'>, versions: readonly SchemePop[], facts: CropFacts): Rule | null {
  if (versions.some(({ rules }) => rules.some(({ check }) => check.type === 'MIN_BUFFER'))) return null
  const metres = tolerancesOf(tenant.config.tolerances).bufferDefault
  const rule: Rule = {
    ...{ code, text: String(wordsOf(metres)), clauseRef: null, severity: 'MAJOR', weight: 0, correctiveDays: 30, effectOnFail: 'NONE' },
    check: { type: 'MIN_BUFFER', neighbourUses: ['GM_COTTON', 'CONVENTIONAL'], metres },
  }
  return evaluate(rule, facts).outcome === 'FAILED' ? rule : null
}

type Following = ReadonlyMap<string, readonly SchemePop[]>
/** By crop: the rules of each version that holds for it, with that of the product under one of them where it fails. */
export async function withDefaultBuffers(
  scope: Scope,
  following: Following,
  facts: ReadonlyMap<string, CropFacts>,
): Promise<(cropId: string) => { schemePop: SchemePop; rules: SchemePop['rules'] }[]> {
  const missed = new Map([...facts].map(([id, one]) => [id, missedDefault(scope, following.get(id) ?? [], one)]))
  const mayMove = [...missed].flatMap(([id, rule]) => (rule && new Set((following.get(id) ?? []).map(({ schemeId }) => schemeId)).size > 1 ? [id] : []))
  const foundUnder = await schemesOfFound(scope, mayMove)
  return (cropId) => {
    const [versions, rule] = [following.get(cropId) ?? [], missed.get(cropId)]
    const at = Math.max(
      0,
      versions.findIndex(({ schemeId }) => schemeId === foundUnder.get(cropId)),
    )
    return versions.map((schemePop, index) => ({ schemePop, rules: rule && index === at ? [...schemePop.rules, rule] : schemePop.rules }))
  }
}

/** By crop: the scheme under which the product has found it, an open one first. It stays there, whichever scheme holds for the crop besides later. */
async function schemesOfFound({ db, tenant, past }: Scope, cropIds: readonly string[]): Promise<Map<string, string>> {
  if (cropIds.length === 0) return new Map()
  const known = past ? sql`n.created_at <= ${past.knownBy}::timestamptz` : sql`true`
  const { rows } = await sql<{ cropId: string; schemeId: string }>`select distinct on (n.crop_id) n.crop_id as "cropId", v.scheme_id as "schemeId"
    from nonconformity as n join schemepop as v on v.tenant_id = ${tenant.id} and v.id = n.scheme_pop_id
    where n.tenant_id = ${tenant.id} and n.crop_id = any(${[...cropIds]}::uuid[]) and n.rule = ${code} and n.created_by is null and n.deleted_at is null and ${known}
    order by n.crop_id, n.status = 'CLOSED', n.opened_on desc, n.id desc`.execute(db)
  return new Map(rows.map(({ cropId, schemeId }) => [cropId, schemeId]))
}
