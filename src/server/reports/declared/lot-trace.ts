// R20. The trace as the lot's page has it, as a table: what is out of the reader's reach stays nameless.
import { lotTrace } from '#domain/reports/lot-trace.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'
import { traceOfLot } from '../trace.ts'

export const query = reportQuery(lotTrace, {
  async rows({ scope, values }, limit) {
    const { lot, direction } = values
    const then = onPastDay(scope, values)
    if (direction === 'FORWARD') {
      const { lots, products, places, root } = await traceOfLot(then, lot, 'forward')
      return lots
        .filter(({ id }) => id !== root.id)
        .sort((a, b) => (a.at ?? '').localeCompare(b.at ?? '') || a.code.localeCompare(b.code))
        .slice(0, limit)
        .map(({ code, title, product, place, claim, at, kg, share }) => ({
          code,
          name: title,
          who: product === null ? null : (products[product] ?? null),
          where: place === null ? null : (places[place]?.title ?? null),
          areaHa: null,
          claim,
          day: at,
          kg,
          share,
          point: place === null ? null : (places[place]?.point ?? null),
        }))
    }
    const { parcels } = await traceOfLot(then, lot, 'back')
    return parcels.slice(0, limit).map(({ code, name, farmer, village, areaHa, claim, kg, share, point }) => ({
      code,
      name,
      who: farmer,
      where: village,
      areaHa,
      claim,
      day: null,
      kg,
      share,
      point,
    }))
  },
})
