// Ponds: prepared, stocked, fed, sampled, tested and harvested, in any order of recording.
import { beforeAll, describe, expect, it } from 'vitest'
import { clock, type Husbandry, husbandryOf, treatment } from '../api/husbandry-stage.ts'
import { openWorld } from '../harness/world.ts'
import { foldPond, type Pond } from './animal-folds.ts'
import { calls, changed, type Draw, dateOf, findingsOf, historyOf, momentOf, withoutIds } from './animal-stage.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let farm: Husbandry
let ponds = 0
/** Where fish are moved to: a stocked pond that many histories share. */
let receiver = ''

const bodyOf = ({ type, day, data }: Fact): Record<string, unknown> => {
  switch (type) {
    case 'POND_PREPARATION':
      return { drained: true, ploughed: false }
    case 'STOCKING':
      return { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] }
    case 'FEEDING':
      return { feedItemId: farm.feedId, kg: data.kg, method: 'BROADCAST' }
    case 'SAMPLING':
      return { method: 'CASTNET', sampleSize: 40, meanG: data.meanG }
    case 'WATER_QUALITY':
      return { temperatureC: 27, doMgL: data.oxygen, ph: data.ph }
    case 'MORTALITY':
      return { count: data.count, estimated: false, cause: 'OXYGEN', disposal: 'OnPremise' }
    case 'CLOSE':
      return { drained: true }
    case 'INPUT_APPLICATION':
      return { inputName: 'Lime', quantity: 20, unit: 'KG', basis: 'POND', purpose: 'LIME', organicAllowed: true }
    case 'CHECK_TRAY':
      return { leftoverPct: 10 }
    case 'WATER_EXCHANGE':
      return { pct: 10 }
    case 'AERATION':
      return { hours: 3, device: 'Paddle wheel' }
    case 'DISEASE_OBSERVATION':
      return { signs: ['LETHARGY'] }
    case 'TRANSFER':
      return { toCropId: receiver, count: data.count, meanG: 20 }
    case 'COUNT_ADJUST':
      return { counted: data.counted, reason: 'Netted' }
    case 'TREATMENT':
      return { ...treatment(farm.medicineId), route: 'WATER', basis: 'POND', endDate: dateOf(day) }
    case 'RESTRICTION':
      return { product: data.product, until: momentOf(day + Number(data.days)), cause: 'Residues suspected' }
    case 'DISCHARGE_TEST':
      return { ph: 7, suspendedMgL: 40, doMgL: 5 }
    case 'FAILED':
      return { reason: 'Lack of oxygen' }
    case 'PARTIAL_HARVEST':
    case 'FINAL_HARVEST':
      return { fish: [{ faoAlpha3: 'CTC', kg: data.kg }], buyer: 'Mandi', slaughterMethod: 'ICE' }
    default:
      return {}
  }
}
const dataOf = ({ type, n, choice }: Draw): Fact['data'] => {
  if (type === 'SAMPLING') return { meanG: 20 + 10 * n }
  if (type === 'WATER_QUALITY') return { oxygen: 4 + n / 10, ph: choice ? 7.5 : 8 }
  if (type === 'MORTALITY' || type === 'TRANSFER') return { count: n }
  if (type === 'COUNT_ADJUST') return { counted: 800 + n }
  if (type === 'RESTRICTION') return { product: 'MEAT', days: 1 + (n % 4) }
  return type === 'FEEDING' || type === 'PARTIAL_HARVEST' || type === 'FINAL_HARVEST' ? { kg: n / 10 } : {}
}
const types = ['POND_PREPARATION', 'STOCKING', 'STOCKING', 'STOCKING', 'FEEDING', 'FEEDING', 'SAMPLING', 'SAMPLING', 'WATER_QUALITY'].concat([
  'WATER_QUALITY',
  'MORTALITY',
  'PARTIAL_HARVEST',
  'FINAL_HARVEST',
  'CLOSE',
  'INPUT_APPLICATION',
  'GROWTH_STARTED',
  'CHECK_TRAY',
  'WATER_EXCHANGE',
  'AERATION',
  'DISEASE_OBSERVATION',
  'TRANSFER',
  'COUNT_ADJUST',
  'TREATMENT',
  'RESTRICTION',
  'DISCHARGE_TEST',
  'FAILED',
])

async function dug(): Promise<string> {
  const unit = { productionSystemId: farm.water.id, unitCode: `R${++ponds}`, unitType: 'POND', waterAreaM2: 2000, depthM: 1.5 }
  const { id } = await farm.make('housingunit', unit)
  return (await farm.pond({ unitId: id, stockingDate: dateOf(1) })).id
}

const family: Family<Pond> = {
  name: 'pond',
  history: historyOf(types, foldPond, dataOf),
  changed: (fact, by) => (fact.type === 'WATER_QUALITY' || fact.type.endsWith('HARVEST') ? changed(fact, by / 10) : changed(fact, by)),
  fold: foldPond,
  async open() {
    if (ponds % 30 === 0) {
      receiver = await dug()
      await farm.recorded('aquacrop', receiver, 'STOCKING', momentOf(0), { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] })
    }
    return dug()
  },
  ...calls(() => farm, 'aquacrop', bodyOf),
  async read(id, keyOf) {
    const pond = await farm.view('aquacrop', id)
    await expectPastOfToday(farm.world.as('ada', 'OP1'), 'aquacrop', pond, clock())
    return {
      folded: { status: pond.status, lastWeightG: pond.lastWeightG, lastDoMgL: pond.lastDoMgL, lastPh: pond.lastPh },
      rest: { aliveCount: pond.aliveCount, biomassKg: pond.biomassKg, extra: withoutIds(pond.extra), findings: findingsOf(pond, keyOf) },
    }
  },
}

describe.runIf(isOn('pond'))('histories of ponds', () => {
  beforeAll(async () => {
    farm = await husbandryOf(await openWorld({ now: clock }))
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => farm.world,
    () => [family],
  )
})

describe('the fold of a pond', () => {
  drawsEveryType('aquacrop', types)
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldPond(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  it('is fed after it is stocked only, and closed after the last harvest', () => {
    expect(fold(['FEEDING', { kg: 1 }])).toMatchObject({ because: 'it is PLANNED' })
    expect(fold(['STOCKING'], ['CLOSE'])).toMatchObject({ because: 'it is STOCKED' })
    expect(fold(['STOCKING'], ['TREATMENT'], ['PARTIAL_HARVEST', { kg: 1 }])).toMatchObject({ because: 'a withdrawal runs' })
    expect(fold(['STOCKING'], ['SAMPLING', { meanG: 50 }], ['FINAL_HARVEST', { kg: 1 }])).toMatchObject({ state: { status: 'HARVESTED', lastWeightG: 50 } })
  })
})
