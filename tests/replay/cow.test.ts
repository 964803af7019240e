// Cows: calved, milked, dried off, weighed, treated, in any order of recording.
import { beforeAll, describe, expect, it } from 'vitest'
import { birth, clock, type Husbandry, husbandryOf, milking, treatment } from '../api/husbandry-stage.ts'
import { openWorld } from '../harness/world.ts'
import { type Cow, foldCow } from './animal-folds.ts'
import { calls, changed, type Draw, dateOf, findingsOf, historyOf, momentOf, withoutIds } from './animal-stage.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let farm: Husbandry
/** Another unit of the dairy, a group of its animals and a disease. */
let places = { unitId: '', groupId: '', diagnosisId: '' }
let tags = 0

const bodyOf = ({ type, day, data }: Fact): Record<string, unknown> => {
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
    case 'SLAUGHTER':
      return { plant: 'Abattoir', liveKg: 400, anteMortem: 'PASSED' }
    case 'VACCINATION':
      return { medicineId: farm.medicineId, batchNo: 'V1' }
    case 'RESTRICTION':
      return { product: 'MILK', until: momentOf(day + Number(data.days)), cause: 'Residues suspected' }
    case 'SERVICE':
      return { type: 'Insemination' }
    case 'PREGNANCY_CHECK':
      return { method: 'Palpation', result: data.result }
    case 'ABORTION':
      return { sampleTaken: false }
    case 'DO_NOT_BREED':
      return { doNotBreed: true }
    case 'MILK_TEST':
      return { kg24h: 9 }
    case 'PROCEDURE':
      return { kind: 'HOOF_TRIM', anaesthesia: false }
    case 'DIAGNOSIS':
      return { diagnosisId: places.diagnosisId, severity: 'Light' }
    case 'HEALTH_OBSERVATION':
      return { status: data.status }
    case 'NOTE':
      return { text: 'Calm' }
    case 'RETAG':
      return { kind: 'managementTag', newValue: `R-${++tags}`, reason: 'LOST' }
    case 'UNIT_MOVE':
      return { toUnitId: data.away ? places.unitId : farm.dairy.units[0] }
    case 'SET_JOIN':
    case 'SET_LEAVE':
      return { groupId: places.groupId }
    case 'DEPARTURE':
      return { kind: data.kind }
    case 'ARRIVAL':
      return { reason: 'SaleReturn' }
    default:
      return {}
  }
}
const dataOf = ({ type, n, choice }: Draw): Fact['data'] => {
  if (type === 'MILKING') return { kg: n, tank: choice }
  if (type === 'RESTRICTION') return { product: 'MILK', days: 1 + (n % 4) }
  if (type === 'PREGNANCY_CHECK') return { result: choice ? 'Pregnant' : 'Empty' }
  if (type === 'HEALTH_OBSERVATION') return { status: choice ? 'HEALTHY' : 'SUSPICIOUS' }
  if (type === 'UNIT_MOVE') return { away: choice }
  if (type === 'DEPARTURE') return { kind: ['Sale', 'Show', 'Slaughter'][n % 3] as string }
  return type === 'WEIGHT' ? { kg: 400 + n } : {}
}
const types = ['PARTURITION', 'PARTURITION', 'PARTURITION', 'MILKING', 'MILKING', 'MILKING', 'MILKING', 'DRY_OFF', 'WEIGHT', 'WEIGHT', 'TREATMENT'].concat([
  'BODY_CONDITION',
  'HEAT',
  'DEATH',
  'SLAUGHTER',
  'DEPARTURE',
  'DEPARTURE',
  'ARRIVAL',
  'ARRIVAL',
  'VACCINATION',
  'RESTRICTION',
  'SERVICE',
  'PREGNANCY_CHECK',
  'ABORTION',
  'DO_NOT_BREED',
  'MILK_TEST',
  'WEANING',
  'PROCEDURE',
  'DIAGNOSIS',
  'HEALTH_OBSERVATION',
  'NOTE',
  'RETAG',
  'UNIT_MOVE',
  'UNIT_MOVE',
  'SET_JOIN',
  'SET_LEAVE',
])

/** A service within weeks before a birth is not its service: the bracket of a gestation (AH-05) is not drawn. */
const withoutLateService = (facts: Fact[]): Fact[] => {
  const birth = facts.find(({ type }) => type === 'PARTURITION')
  return birth ? facts.filter(({ type, day }) => type !== 'SERVICE' || day > birth.day) : facts
}

/** What follows from the history on other records, without what differs from run to run. */
const lactationsOf = async (id: string): Promise<unknown[]> =>
  (await farm.list(`/lactation?filter[cowId]=${id}&sort=beginDate`)).map(({ parity, beginDate, endDate, lengthDays, milkKg, status }) => ({
    parity,
    beginDate,
    endDate,
    lengthDays,
    milkKg,
    status,
  }))
const withdrawalsOf = async (id: string): Promise<string[]> =>
  (await farm.list(`/withdrawal?filter[cowId]=${id}&filter[status]=ACTIVE,ENDED`))
    .map(({ product, startAt, effectiveEndAt, status }) => [product, startAt, effectiveEndAt, status].join(' '))
    .sort()

const family: Family<Cow> = {
  name: 'cow',
  // Two births within weeks are no birth: the bracket of a gestation is another case.
  history: historyOf(types, foldCow, dataOf, { once: ['PARTURITION'] }).map(withoutLateService),
  changed,
  fold: foldCow,
  open: async () => (await farm.cow(null)).id,
  ...calls(() => farm, 'cow', bodyOf),
  async read(id, keyOf) {
    const cow = await farm.view('cow', id)
    await expectPastOfToday(farm.world.as('ada', 'OP1'), 'cow', cow, clock())
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
        reproStatus: cow.reproStatus,
        isMoved: cow.unitId === places.unitId,
        isInGroup: cow.groupIds.includes(places.groupId),
      },
      rest: {
        lactationStatus,
        lactations: await lactationsOf(id),
        withdrawals: await withdrawalsOf(id),
        healthStatus: cow.healthStatus,
        extra: withoutIds(cow.extra),
        findings: findingsOf(cow, keyOf),
      },
    }
  },
}
describe.runIf(isOn('cow'))('histories of cows', () => {
  beforeAll(async () => {
    farm = await husbandryOf(await openWorld({ now: clock }))
    const [unitId, group, disease] = [
      await farm.unit(farm.dairy.id),
      await farm.make('animalgroup', farm.sampleOf('animalgroup', { productionSystemId: farm.dairy.id })),
      await farm.make('diagnosiscode', farm.sampleOf('diagnosiscode', { notifiable: false }), farm.ada),
    ]
    places = { unitId, groupId: group.id, diagnosisId: disease.id }
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => farm.world,
    () => [family],
  )
})

describe('the fold of a cow', () => {
  drawsEveryType('cow', types)
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldCow(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  it('has milk after a birth only, none for the tank during a withdrawal, and nothing after death', () => {
    expect(fold(['MILKING', { kg: 5 }])).toMatchObject({ because: 'she is not in milk' })
    expect(fold(['PARTURITION'], ['MILKING', { kg: 5, tank: true }])).toMatchObject({ because: 'her milk is withdrawn' })
    expect(fold(['DEATH'], ['WEIGHT', { kg: 400 }])).toMatchObject({ because: 'it is DEAD' })
    expect(fold(['PARTURITION'], ['MILKING', { kg: 5, tank: false }], ['DRY_OFF'])).toMatchObject({ state: { parity: 1, isMilking: false, lastMilkKg: 5 } })
  })
})
