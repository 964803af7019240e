// Planted problems of harvests, purchases and runs.
import { csvText } from '#domain/exchange/csv.ts'
import { addDays, at } from './calendar.ts'
import type { Season } from './field-season.ts'
import { type Planted, type Problem, tableLike } from './problem-file.ts'
import type { Programme } from './programme.ts'
import { sum } from './random.ts'
import { cropKey, eventTable, purchaseTable } from './season-tables.ts'

export const seasonProblems = (programme: Programme): Planted[] => [
  tooMuchPicked(programme),
  tooHighEstimate(programme),
  roundWeights(programme),
  ...badRuns(programme),
]

const cropCells = ({ crop }: Season): Record<string, string> => cropKey(crop)
const picked = (season: Season): number => sum(season.picks.map((pick) => pick.kg))
const growing = (programme: Programme): Season[] =>
  programme.seasons.filter((season) => season.crop.crop === 'COTTON' && season.crop.role === 'MAIN' && !season.closedOn)

function tooMuchPicked(programme: Programme): Planted {
  const season = growing(programme)[0] as Season
  const kg = Math.ceil((season.estimate?.kg ?? 0) * 1.28 - picked(season))
  return {
    file: 'harvest-128-percent-of-estimate.csv',
    entity: 'crop',
    kind: 'events',
    rule: 'BR-07',
    outcome: 'REFUSED',
    operator: season.crop.system.parcel.farmer.operator,
    says: 'A fourth picking that brings the harvest to 128 % of the estimate.',
    text: tableLike(eventTable(programme), [
      { ...cropCells(season), event_type: 'HARVEST', occurred_on: addDays(programme.calendar.anchor, -3), pick_no: 4, kg, moisture: 8, trash: 2 },
    ]),
  }
}

function tooHighEstimate(programme: Programme): Planted {
  const season = growing(programme).find(({ crop }) => crop.system.parcel.waterRegime === 'RAINFED') as Season
  return {
    file: 'estimate-above-ceiling.csv',
    entity: 'crop',
    kind: 'events',
    rule: 'BR-06',
    outcome: 'REFUSED',
    operator: season.crop.system.parcel.farmer.operator,
    says: '1,900 kg per hectare estimated where rain-fed cotton can bear 1,600.',
    text: tableLike(eventTable(programme), [
      { ...cropCells(season), event_type: 'YIELD_ESTIMATE', occurred_on: addDays(programme.calendar.anchor, -3), method: 'EYE', kg_per_ha: 1900 },
    ]),
  }
}

/** Nine farmers, nine times exactly 100 kg: each within what is left to sell. */
function roundWeights(programme: Programme): Planted {
  const bought = new Map<Season, number>()
  for (const ticket of programme.tickets) bought.set(ticket.season, (bought.get(ticket.season) ?? 0) + ticket.netKg)
  const sellers = programme.seasons
    .filter(
      (one) =>
        one.crop.crop === 'COTTON' &&
        one.crop.system.parcel.farmer.village.centre === 'CC-KASRAWAD' &&
        one.crop.system.parcel.farmer.claim === 'ORGANIC' &&
        picked(one) - (bought.get(one) ?? 0) >= 110,
    )
    .slice(0, 9)
  const rows = sellers.map((one, index) => {
    const { parcel } = one.crop.system
    return {
      ...cropCells(one),
      ticket_no: `KAS-R-${index + 1}`,
      batch_no: '',
      member_no: parcel.farmer.memberNo,
      parcel_no: parcel.parcelNo,
      centre_code: 'CC-KASRAWAD',
      at: at(addDays(programme.calendar.anchor, -4), 9, index * 5),
      gross_kg: 101,
      tare_kg: 1,
      net_kg: 100,
      moisture_pct: 8,
      price_per_kg: 73,
      premium_per_kg: 6,
      farmer_confirmation: 'SIGNATURE',
    }
  })
  return {
    file: 'nine-tickets-of-100-kg.csv',
    entity: 'productbatch',
    kind: 'purchases',
    rule: 'BR-32',
    outcome: 'SCREENED',
    operator: 'OP1',
    says: 'Nine deliveries of exactly 100.0 kg on one morning.',
    text: tableLike(purchaseTable(programme), rows),
  }
}

/** Lots that must be at the gins for the runs below to be tried; 1,000 kg and 300 kg of what the centres still hold. */
export const problemLots = [
  { batchNo: 'TRY-H1', sentAs: 'TRY-KHG', kg: 1_000, gin: 'GIN-KHARGONE', buyer: 'KHARGONE-GIN' },
  { batchNo: 'TRY-H2', sentAs: 'TRY-SEN', kg: 300, gin: 'GIN-SENDHWA', buyer: 'SENDHWA-GIN' },
] as const

function badRuns({ calendar }: Programme): Planted[] {
  const day = addDays(calendar.anchor, -1)
  const header = [
    'processing_system',
    'event_type',
    'occurred_at',
    'process',
    'inputs',
    'outputs',
    'waste_kg',
    'invisible_kg',
    'started_at',
    'ended_at',
    'reason',
  ]
  const run = (gin: string, lot: string, kg: number, outputs: { productId: string; kg: number }[], wasteKg: number, invisibleKg: number): string =>
    csvText(header, [
      [
        gin,
        'PROCESS_RUN',
        at(day, 16),
        'GINNING',
        JSON.stringify([{ batchId: lot, kg }]),
        JSON.stringify(outputs),
        String(wasteKg),
        String(invisibleKg),
        at(day, 9),
        at(day, 15),
        'As weighed',
      ],
    ])
  const gin = (text: string, file: string, rule: string, outcome: Problem['outcome'], says: string): Planted => ({
    file,
    entity: 'processingsystem',
    kind: 'events',
    rule,
    outcome,
    says,
    operator: 'OP1',
    text,
  })
  const out = (lint: number, seed: number) => [
    { productId: 'PRD-LINT', kg: lint },
    { productId: 'PRD-CSEED', kg: seed },
  ]
  return [
    gin(
      run('GIN-KHARGONE', 'TRY-KHG', 500, out(205, 280), 12, 3),
      'run-41-percent-lint.csv',
      'BR-10',
      'FLAGGED',
      '41 % lint, where 31 to 38 % are usual and 42 % are impossible.',
    ),
    gin(run('GIN-KHARGONE', 'TRY-KHG', 500, out(170, 310), 12, 2), 'run-1.2-percent-short.csv', 'BR-09', 'REFUSED', '500 kg in, 494 kg accounted for.'),
    gin(
      run('GIN-SENDHWA', 'TRY-SEN', 300, out(102, 188), 8, 2),
      'organic-after-conversion-uncleaned.csv',
      'BR-11',
      'REFUSED',
      'Organic cotton on a line that ran conversion cotton and was not cleaned in the last 24 hours.',
    ),
  ]
}
