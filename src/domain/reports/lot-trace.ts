// R20: the plots behind a lot, or the lots that were made of it.
import { choice, date, hectares, kilograms, optional, point, reference, share, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { pastDay } from './parameters.ts'
import { report } from './report.ts'

export const lotTrace = report('lot-trace', {
  code: 'R20',
  title: 'Trace report',
  about:
    'The plots that a lot came from with their share of its kilograms, which sum to it to the gram; forward, the lots that hold some of it and who holds them; or what was grown and made on the way, in the order of time.',
  group: 'Trade and stock',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR', 'BRAND_VIEWER'],
  parameters: {
    lot: reference('Lot', 'productbatch'),
    direction: optional(choice('Direction', { BACK: 'Back to the plots', FORWARD: 'Forward to who holds it', TIMELINE: 'What was grown and made on the way' })),
    ...pastDay,
  },
  initial: () => ({ direction: 'BACK' as const }),
  columns: {
    code: text('Code'),
    name: text('Name', { max: 161 }),
    who: { ...text('Farmer or product', { max: 161, namesPerson: true }), of: 'farmer' },
    holder: text('Holder', { max: 161 }),
    where: text('Village or place', { max: 161 }),
    areaHa: hectares('Area', { min: 0 }),
    claim: choice('Claim', claims),
    day: date('Sown or made on'),
    kg: kilograms('Weight', { min: 0 }),
    share: share('Share', { max: 1.000001 }),
    point: point('Position'),
  },
  totals: ['kg'],
  charts: [{ title: 'Weight by village or place', by: 'where', sum: 'kg' }],
  // Forward and on the way the same kilograms are in every lot that they went through.
  addsUp: ({ direction }) => direction === 'BACK' || direction === null || direction === undefined,
  map: 'point',
  formats: ['pdf', 'xlsx', 'json', 'geojson'],
})
