// Cows: calved, milked, dried off, weighed, treated, in any order of recording.
import { beforeAll, describe, expect, it } from 'vitest'
import { birth, clock, type Husbandry, husbandryOf, milking, treatment } from '../api/husbandry-stage.ts'
import { openWorld } from '../harness/world.ts'
import { type Cow, foldCow } from './animal-folds.ts'
import { calls, changed, type Draw, dateOf, findingsOf, historyOf } from './animal-stage.ts'
import type { Fact, Family } from './engine.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let farm: Husbandry

const bodyOf = ({ type, data }: Fact): Record<string, unknown> => {
  switch (type) {
    case 'PARTURITION':
      return { ...birth, progeny: [{ sex: 'FEMALE', birthStatus: 'Stillborn' }] }
    case 'MILKING':
      return milking(Number(data.kg), 'AM', data.tank ? 'MilkTank' : 'Discard')
    case 'DRY_OFF':
      return { reason: 'PLANNED' }
    case 'WEIGHT':
      return { kg: data.kg, method: 'LoadCell' }
    case 'TREATMENT':
      return treatment(farm.medicineId)
    case 'BODY_CONDITION':
      return { score: 3 }
    case 'HEAT':
      return { signs: ['Slime'], certainty: 'InHeat' }
    case 'DEATH':
      return { method: 'Perished', reason: 'Other', disposal: 'OnPremise' }
    default:
      return {}
  }
}
const dataOf = ({ type, n, choice }: Draw): Fact['data'] => {
  if (type === 'MILKING') return { kg: n, tank: choice }
  return type === 'WEIGHT' ? { kg: 400 + n } : {}
}
const types = ['PARTURITION', 'PARTURITION', 'PARTURITION', 'MILKING', 'MILKING', 'MILKING', 'MILKING', 'DRY_OFF', 'WEIGHT', 'WEIGHT', 'TREATMENT'].concat([
  'BODY_CONDITION',
  'HEAT',
  'DEATH',
])

const family: Family<Cow> = {
  name: 'cow',
  // Two births within weeks are no birth: the bracket of a gestation is another case.
  history: historyOf(types, foldCow, dataOf, { once: ['PARTURITION'] }),
  changed,
  fold: foldCow,
  open: async () => (await farm.cow(null)).id,
  ...calls(() => farm, 'cow', bodyOf),
  async read(id, keyOf) {
    const cow = await farm.view('cow', id)
    const { status, parity, lastBirthOn, lactationStatus, lastMilkKg, lastWeightKg } = cow
    const birthDay = lastBirthOn === null ? null : Array.from({ length: 20 }, (_, place) => place + 1).find((day) => dateOf(day) === lastBirthOn)
    return {
      folded: {
        status,
        parity: parity ?? 0,
        lastBirthOn: birthDay ?? null,
        isMilking: !['NONE', 'DRY', null].includes(lactationStatus) && status === 'ALIVE',
        lastMilkKg,
        lastWeightKg,
      },
      rest: { lactationStatus, reproStatus: cow.reproStatus, healthStatus: cow.healthStatus, extra: withoutIds(cow.extra), findings: findingsOf(cow, keyOf) },
    }
  },
}
/** What is projected besides the record names other records by ids, which differ from run to run. */
const withoutIds = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'))

describe.runIf(isOn('cow'))('histories of cows', () => {
  beforeAll(async () => {
    farm = await husbandryOf(await openWorld({ now: clock }))
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
})

describe('the fold of a cow', () => {
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldCow(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  it('has milk after a birth only, none for the tank while it is held back, and nothing after death', () => {
    expect(fold(['MILKING', { kg: 5 }])).toMatchObject({ because: 'she is not in milk' })
    expect(fold(['PARTURITION'], ['MILKING', { kg: 5, tank: true }])).toMatchObject({ because: 'her milk is held back' })
    expect(fold(['DEATH'], ['WEIGHT', { kg: 400 }])).toMatchObject({ because: 'it is DEAD' })
    expect(fold(['PARTURITION'], ['MILKING', { kg: 5, tank: false }], ['DRY_OFF'])).toMatchObject({ state: { parity: 1, isMilking: false, lastMilkKg: 5 } })
  })
})
