// Flocks: placed, counted, fed, treated, caught and cleared, in any order of recording.
import { beforeAll, describe, expect, it } from 'vitest'
import { clock, day as dailyRecord, type Husbandry, husbandryOf, treatment } from '../api/husbandry-stage.ts'
import { openWorld } from '../harness/world.ts'
import { type Flock, foldFlock, placed } from './animal-folds.ts'
import { calls, changed, type Draw, dateOf, findingsOf, historyOf, momentOf, withoutIds } from './animal-stage.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let farm: Husbandry
let houses = 0
/** Where birds are moved to: a placed flock that many histories share. */
let receiver = ''

const bodyOf = ({ type, day, data }: Fact): Record<string, unknown> => {
  switch (type) {
    case 'PLACEMENT':
      return { females: 0, males: 0, unsexed: placed }
    case 'MORTALITY':
      return { count: data.count, cause: 'HEAT', disposal: 'OnPremise' }
    case 'CULL':
      return { count: data.count, reason: 'Lame' }
    case 'DAILY_RECORD':
      return { ...dailyRecord(0), day: dateOf(day), deadUnsexed: data.count, feedKg: data.feedKg }
    case 'COUNT_ADJUST':
      return { counted: data.counted, reason: 'Counted at weighing' }
    case 'FEEDING':
      return { feedItemId: farm.feedId, kg: data.feedKg }
    case 'WEIGHT_SAMPLE':
      return { sampleSize: 30, meanG: data.meanG }
    case 'WATER':
      return { litres: 40 }
    case 'TREATMENT':
      return { ...treatment(farm.medicineId), route: 'WATER', startDate: dateOf(day), endDate: dateOf(day) }
    case 'CATCH':
      return { count: data.count, totalLiveKg: Number(data.count) * 2, buyer: 'Depot', forSlaughter: data.for }
    case 'CLEANOUT':
      return { downtimeDays: 10 }
    case 'VACCINATION':
      return { medicineId: farm.medicineId, batchNo: 'V1', route: 'WATER', birds: placed }
    case 'RESTRICTION':
      return { product: data.product, until: momentOf(day + Number(data.days)), cause: 'Residues suspected' }
    case 'EGG_COLLECTION':
      return { good: data.good, cracked: 0, dirty: 0, broken: 0 }
    case 'TRANSFER':
      return { toBatchId: receiver, count: data.count }
    case 'ENVIRONMENT':
      return { temperatureC: 31 }
    case 'LITTER':
      return { action: 'TURNED' }
    case 'LIGHTING':
      return { hours: 14 }
    case 'DISEASE_OBSERVATION':
      return { signs: 'Lame' }
    case 'CANCELLED':
      return { reason: 'No chicks' }
    default:
      return {}
  }
}
const dataOf = ({ type, n, choice }: Draw): Fact['data'] => {
  if (type === 'CATCH') return { count: choice ? 10 * n : placed - n, for: choice ? 'SLAUGHTER' : 'LIVE' }
  if (type === 'MORTALITY' || type === 'CULL' || type === 'TRANSFER') return { count: n }
  if (type === 'EGG_COLLECTION') return { good: choice ? n : 10 * n + 9 }
  if (type === 'RESTRICTION') return { product: choice ? 'MEAT' : 'EGGS', days: 1 + (n % 4) }
  if (type === 'DAILY_RECORD') return { count: n, feedKg: 10 + n }
  if (type === 'COUNT_ADJUST') return { counted: choice ? 0 : placed - 5 * n }
  return type === 'FEEDING' ? { feedKg: 20 + n } : type === 'WEIGHT_SAMPLE' ? { meanG: 500 + 10 * n } : {}
}
const types = ['PLACEMENT', 'PLACEMENT', 'PLACEMENT', 'MORTALITY', 'MORTALITY', 'CULL', 'DAILY_RECORD', 'DAILY_RECORD', 'COUNT_ADJUST'].concat([
  'FEEDING',
  'WEIGHT_SAMPLE',
  'WATER',
  'TREATMENT',
  'CATCH',
  'CATCH',
  'CLEANOUT',
  'TRANSFER',
  'EGG_COLLECTION',
  'EGG_COLLECTION',
  'RESTRICTION',
  'VACCINATION',
  'LAYING_STARTED',
  'DISEASE_OBSERVATION',
  'ENVIRONMENT',
  'LITTER',
  'LIGHTING',
  'CANCELLED',
])

async function housed(): Promise<string> {
  const house = { productionSystemId: farm.farm.id, unitCode: `R${++houses}`, unitType: 'SHED', capacityHead: 2000 }
  const { id } = await farm.make('housingunit', house)
  return (await farm.flock({ unitId: id, placedUnsexed: placed, hatchDate: dateOf(0), placementDate: dateOf(1) })).id
}

const family: Family<Flock> = {
  name: 'flock',
  history: historyOf(types, foldFlock, dataOf),
  changed,
  fold: foldFlock,
  async open() {
    if (houses % 30 === 0) {
      receiver = await housed()
      await farm.recorded('poultrybatch', receiver, 'PLACEMENT', momentOf(0), { females: 0, males: 0, unsexed: placed })
    }
    return housed()
  },
  ...calls(() => farm, 'poultrybatch', bodyOf),
  async read(id, keyOf) {
    const flock = await farm.view('poultrybatch', id)
    await expectPastOfToday(farm.world.as('ada', 'OP1'), 'poultrybatch', flock, clock())
    const { status, aliveCount, feedKg, lastWeightG } = flock
    return {
      folded: { status, aliveCount, feedKg: feedKg ?? 0, lastWeightG },
      rest: { mortalityShare: flock.mortalityShare, extra: withoutIds(flock.extra), findings: findingsOf(flock, keyOf) },
    }
  },
}

describe.runIf(isOn('flock'))('histories of flocks', () => {
  beforeAll(async () => {
    farm = await husbandryOf(await openWorld({ now: clock }))
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => farm.world,
    () => [family],
  )
})

describe('the fold of a flock', () => {
  drawsEveryType('poultrybatch', types)
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldFlock(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  it('lets no more go than live, none to slaughter after a treatment, and clears an empty house only', () => {
    expect(fold(['PLACEMENT'], ['MORTALITY', { count: 90 }], ['CATCH', { count: 11, for: 'LIVE' }])).toMatchObject({ because: 'there are not as many' })
    expect(fold(['PLACEMENT'], ['TREATMENT'], ['CATCH', { count: 1, for: 'SLAUGHTER' }])).toMatchObject({ because: 'a withdrawal for meat runs' })
    expect(fold(['PLACEMENT'], ['RESTRICTION', { product: 'MEAT', days: 2 }], ['CATCH', { count: 1, for: 'SLAUGHTER' }])).toMatchObject({
      because: 'a withdrawal for meat runs',
    })
    expect(fold(['PLACEMENT'], ['EGG_COLLECTION', { good: 4 }])).toMatchObject({ state: { status: 'PLACED' } })
    expect(fold(['PLACEMENT'], ['EGG_COLLECTION', { good: 5 }])).toMatchObject({ state: { status: 'LAYING' } })
    expect(fold(['PLACEMENT'], ['CULL', { count: 90 }], ['EGG_COLLECTION', { good: 12 }])).toMatchObject({ because: 'hens lay no more' })
    expect(fold(['PLACEMENT'], ['CLEANOUT'])).toMatchObject({ because: 'birds live in it' })
    expect(fold(['PLACEMENT'], ['CATCH', { count: placed, for: 'LIVE' }], ['CLEANOUT'])).toMatchObject({ state: { status: 'CLOSED', aliveCount: 0 } })
  })
})
