// By what a scheme has its transaction certificates judged, where it says something else than the programme (domain dictionary 5.2, 7): only figures of
// checks that judge a record of one scheme. An empty field means the programme's own; the bounds are those of the programme's settings.
import { integer, optional, share } from '../kernel/kinds.ts'
import { type Tolerances, tolerancesOf } from '../rules/tolerances.ts'

export const schemeTolerances = {
  tcShipments: optional(integer('Shipments of a certificate, at most', { min: 1, max: 100 })),
  tcSpan: optional(integer('From its first to its last shipment, at most', { min: 1, max: 3, unit: 'months' })),
  tcSubmission: optional(integer('From the last shipment to its submission, at most', { min: 1, max: 365, unit: 'days' })),
  tcReservation: optional(integer('Kilograms stay reserved while it is corrected for', { min: 1, max: 365, unit: 'days' })),
  tcGap: optional(share('Certified goods without a certificate, of those that came in: review above')),
  ginDistance: optional(integer('From the plots to the gin, at most', { min: 1, max: 5000, unit: 'km' })),
} as const
export type SchemeTolerances = { readonly [K in keyof typeof schemeTolerances]?: number | null | undefined }

/** `programme`: what its administrators have set; `scheme`: of the scheme, null where it says nothing. */
export function tolerancesUnder(scheme: SchemeTolerances | null | undefined, programme: unknown): Tolerances {
  const own = Object.fromEntries(Object.entries(scheme ?? {}).filter(([name, value]) => name in schemeTolerances && typeof value === 'number'))
  return tolerancesOf({ ...tolerancesOf(programme), ...own })
}
