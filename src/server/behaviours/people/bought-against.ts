// Goods that were bought under a claim while the committee had decided against their grower (BR-04): a decision that is recorded late finds them bought already.
import { sql } from 'kysely'
import type { SeasonResult } from '#domain/kernel/terms.ts'
import { byOccurrence } from '#domain/kernel/typed-facts.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import type { ProjectedFinding } from '../../store/project-flags.ts'

type Decided = { occurredAt: string; version?: number; data: { result: SeasonResult; causeEventId?: string | null } }
const isAgainst = ({ data: { result } }: Decided): boolean => result !== 'APPROVED' && result !== 'CONDITIONAL'

/** From each decision against the member to the one after it. `crops`: of the person, in the season. Asks nothing where there is no such decision. */
export async function boughtAgainst<D extends Decided>({ db, tenant }: Scope, decisions: readonly D[], crops: readonly string[]): Promise<ProjectedFinding[]> {
  if (crops.length === 0 || !decisions.some(isAgainst)) return []
  const { rows } = await sql<{ at: string; kg: number }>`
    select e.occurred_at as at, l.kg from productbatch as f
    join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = f.id and l.voided_at is null and l.claim <> 'CONVENTIONAL'
    join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE'
    where f.tenant_id = ${tenant.id} and f.crop_id = any(${[...crops]}::uuid[])`.execute(db)
  const inOrder = byOccurrence(decisions)
  return inOrder.flatMap((decision, index): ProjectedFinding[] => {
    if (!isAgainst(decision)) return []
    const [from, to] = [Date.parse(decision.occurredAt), Date.parse(inOrder[index + 1]?.occurredAt ?? '9999-12-31')]
    const bought = rows.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
    const boughtKg = Math.round(bought.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000
    if (boughtKg === 0) return []
    const message = phrase`${kilograms(boughtKg)} were bought under a claim after this decision against the member.`
    return [{ ruleId: 'BR-04', severity: 'REVIEW', message, figures: { boughtKg }, eventId: decision.data.causeEventId ?? null }]
  })
}
