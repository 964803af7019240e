// The remaining figures and charts of /dashboard (domain dictionary 11.1), counted once more: kilograms that can still be certified, planned work by village and week, and
// plots on the map by their claim.
import { asDay, type Facts, mondayOf, monthsLater, type Row, round, sum } from './facts.ts'
import { type Question, tableOf } from './season.ts'

/** What a certificate binds: from its submission until it is refused or replaced; goods of one that was withdrawn are not certified anew. */
const binding = ['SUBMITTED', 'UNDER_REVIEW', 'CORRECTION', 'ISSUED', 'WITHDRAWN']

/** tcAvailableKg by product and claim: what is in certified lots of the group or was sent out of them, and no certificate binds (BR-12 T05). */
export function certifiable({ rows, events, certified }: Facts, lots: readonly Row[]) {
  const free = lots.flatMap((lot) => {
    if (lot.processor_id || !lot.claim_status || lot.claim_status === 'CONVENTIONAL' || ['QUARANTINED', 'RECALLED', 'VOIDED', 'DISPOSED'].includes(lot.status))
      return []
    const sent = sum(
      events.filter(({ subjectId, type }) => subjectId === lot.id && type === 'DISPATCH'),
      ({ data }) => data.kg,
    )
    const bound = sum(
      certified.filter(({ lotId, status }) => lotId === lot.id && binding.includes(status)),
      ({ kg }) => kg,
    )
    const kg = Number(lot.on_hand_kg ?? 0) + sent - bound
    return kg > 0 ? [{ key: `${rows.product.find(({ id }) => id === lot.product_id)?.title} ${lot.claim_status}`, kg }] : []
  })
  return tableOf(
    free,
    ({ key }) => key,
    (own) =>
      round(
        sum(own, ({ kg }) => kg),
        3,
      ),
  )
}

/** Steps of the season’s crops and systems by village and the Monday before they are due: on time, late or missed, due, planned. */
export function strip({ rows }: Facts, { seasonId }: Question) {
  const seasons = new Map([...rows.crop, ...rows.croppingsystem].map((one) => [one.id, one.season_id]))
  const steps = rows.planevent.filter((one) => {
    const season = seasons.get(one.crop_id) ?? seasons.get(one.cropping_system_id)
    return one.village && season && (seasonId === null || season === seasonId) && one.status !== 'SKIPPED' && one.status !== 'NOT_APPLICABLE'
  })
  const of = (own: Row[], ...states: string[]): number => own.filter(({ status }) => states.includes(status)).length
  return tableOf(
    steps,
    (one) => `${one.village} ${mondayOf(asDay(one.due) ?? '')}`,
    (own) => [of(own, 'DONE_ON_TIME'), of(own, 'DONE_LATE', 'MISSED'), of(own, 'DUE'), of(own, 'PLANNED')],
  )
}

/** BR-04 of annual crops, sown today. */
function claimOf(plot: Row, today: string): string {
  const start = asDay(plot.conversion_counts_from) ?? asDay(plot.conversion_start)
  if (start === null) return 'CONVENTIONAL'
  const clean = asDay(plot.last_prohibited_input_on)
  const after = clean === null ? '' : new Date(Date.parse(clean) + 86_400_000).toISOString().slice(0, 10)
  const since = monthsLater(after > start ? after : start, plot.retro_confirmed_at ? -Number(plot.retro_months ?? 0) : 0)
  const past = (months: number): boolean => monthsLater(since, months) <= today
  return past(Number(plot.conversion_months ?? 24)) ? 'ORGANIC' : past(24) ? 'IC3' : past(12) ? 'IC2' : past(0) ? 'IC1' : 'CONVENTIONAL'
}
export const mapByClaim = (plots: readonly Row[], today: string) =>
  tableOf(
    plots,
    (one) => claimOf(one, today),
    (own) => [
      own.length,
      round(
        sum(own, (one) => one.mapped_area_ha ?? one.declared_area_ha),
        4,
      ),
    ],
  )
