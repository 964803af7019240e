// Tags and marks are of one living animal of a production system, an official number of one animal of the whole programme for good (AH-07):
// it goes with an animal that is sold, and who comes back meets whoever has it by then.
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import { openWorld, type World } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, type Json, plainDay } from './husbandry-stage.ts'

let world: World
let farm: Husbandry
let surti: Json
let mixed: { id: string; units: string[] }
beforeAll(async () => {
  world = await openWorld({ now: clock })
  farm = await husbandryOf(world)
  surti = await farm.breed('GOAT', 'Surti')
  mixed = await farm.system('MIXED', {}, [{ unitCode: 'Yard', unitType: 'SHED' }])
}, 120_000)

let counter = 0
const rfid = () => `3560000001${String(++counter).padStart(5, '0')}`
const mark = (value: string, more: Json = {}) => ({ scheme: 'TATTOO', value, status: 'ACTIVE', ...more })
const goatBody = (values: Json = {}) => ({
  recordKind: 'INDIVIDUAL',
  species: 'GOAT',
  managementTag: `G-${++counter}`,
  sex: 'FEMALE',
  birthDate: plainDay(1600),
  birthDateEstimated: false,
  origin: 'PURCHASED',
  entryDate: plainDay(1200),
  breedId: surti.id,
  productionPurposes: ['MILK'],
  unitId: mixed.units[0],
  ...values,
})
const cowBody = async (values: Json = {}) => {
  const { species, sex, birthDate, birthDateEstimated, origin, entryDate, breedId, productionPurposes, unitId } = await farm.cow(null)
  return { species, sex, birthDate, birthDateEstimated, origin, entryDate, breedId, productionPurposes, unitId, managementTag: `N-${++counter}`, ...values }
}
const death = { method: 'Perished', reason: 'Disease', disposal: 'OnPremise' }
const taken = (path: string, holder?: Json) => ({
  status: 409,
  body: {
    code: 'DUPLICATE',
    fields: [{ path, code: 'taken', ...(holder ? { message: expect.stringContaining(holder.code) } : {}) }],
    ...(holder ? { figures: { holder: holder.code } } : {}),
  },
})
const statusOf = async (id: string) => (await farm.view('cow', id)).status

describe('a mark', () => {
  it('is of one living animal of a production system, whatever its species, and the row that has another’s is named', async () => {
    const one = await farm.cow(null, { unitId: mixed.units[0], marks: [mark('K 1'), mark('K 2', { status: 'LOST' })] })
    const attempt = (marks: Json[], more: Json = {}) => farm.omar.post('/goat', goatBody({ marks, ...more }))
    expect(await attempt([mark('K 9'), mark('K 1')])).toMatchObject(taken('marks.1.value', one))
    for (const free of [[mark('K 2')], [mark('K 1', { scheme: 'BRAND' })], [mark('K 1', { status: 'REPLACED' })]])
      expect((await attempt(free)).status).toBe(201)
    const elsewhere = await farm.cow(null, { marks: [mark('K 1')] })
    expect(await farm.attempt('cow', elsewhere.id, 'UNIT_MOVE', daysAgo(1), { toUnitId: mixed.units[0] })).toMatchObject(taken('data.toUnitId', one))
    expect((await farm.view('cow', elsewhere.id)).unitId).toBe(elsewhere.unitId)
  })
  it('is checked again in an edit, at its row', async () => {
    const [one, other] = [await farm.cow(null, { marks: [mark('E 1')] }), await farm.cow(null, { marks: [mark('E 2')] })]
    const edit = (marks: Json[]) => farm.omar.patch(`/cow/${other.id}`, { marks }, { 'if-match': `"${other.version}"` })
    expect(await edit([mark('E 2'), mark('E 3'), mark('E 1')])).toMatchObject(taken('marks.2.value', one))
    expect((await edit([mark('E 2'), mark('E 3')])).status).toBe(200)
  })
  it('is free when the animal is dead, and the death is not taken back while another has it', async () => {
    const one = await farm.cow(null, { marks: [mark('D 1')] })
    const { event } = await farm.recorded('cow', one.id, 'DEATH', daysAgo(3), death)
    const heir = await farm.cow(null, { marks: [mark('D 1')] })
    expect(await farm.voidRecordedEvent('cow', one.id, event.id)).toMatchObject(taken('marks.0.value', heir))
    expect(await statusOf(one.id)).toBe('DEAD')
    const corrected = { eventType: 'DEATH', occurredAt: daysAgo(2), data: death, supersedesEventId: event.id }
    const again = await farm.omar.post(`/cow/${one.id}/events`, corrected)
    expect([again.status, again.body.subject?.status]).toEqual([201, 'DEAD'])
    await farm.recorded('cow', heir.id, 'DEPARTURE', daysAgo(1), { kind: 'Sale' })
    expect((await farm.voidRecordedEvent('cow', one.id, again.body.event.id)).status).toBe(200)
    expect(await farm.attempt('cow', heir.id, 'ARRIVAL', daysAgo(0), { reason: 'Purchase' })).toMatchObject(taken('marks.0.value', one))
    expect(await statusOf(heir.id)).toBe('OFF_FARM')
  })
})

describe('the tag that people read', () => {
  it('is of one living animal of a production system, whatever its species', async () => {
    const one = await farm.cow(null, { unitId: mixed.units[0], managementTag: 'M-1' })
    expect(await farm.omar.post('/goat', goatBody({ managementTag: 'M-1' }))).toMatchObject(taken('managementTag', one))
    expect((await farm.omar.post('/cow', await cowBody({ managementTag: 'M-1' }))).status).toBe(201)
  })
  it('that a new one replaced is not taken back when another has it by now', async () => {
    const one = await farm.cow(null, { managementTag: 'R-1' })
    const { event } = await farm.recorded('cow', one.id, 'RETAG', daysAgo(3), { kind: 'managementTag', newValue: 'R-2', reason: 'LOST' })
    const other = await farm.cow(null, { managementTag: 'R-1' })
    expect(await farm.voidRecordedEvent('cow', one.id, event.id)).toMatchObject(taken('managementTag', other))
    expect((await farm.view('cow', one.id)).managementTag).toBe('R-2')
    expect(await farm.attempt('cow', one.id, 'RETAG', daysAgo(4), { kind: 'managementTag', newValue: 'R-1', reason: 'LOST' })).toMatchObject({ status: 201 })
    expect((await farm.view('cow', one.id)).managementTag).toBe('R-2')
  })
})

describe('an official number', () => {
  it('goes with an animal that is sold within the programme; the seller does not take it back', async () => {
    const number = rfid()
    const one = await farm.cow(null, { rfid: number })
    expect(await farm.omar.post('/cow', await cowBody({ rfid: number }))).toMatchObject(taken('rfid', one))
    expect(await farm.omar.post('/goat', goatBody({ rfid: number }))).toMatchObject(taken('rfid', one))
    const { event } = await farm.recorded('cow', one.id, 'DEPARTURE', daysAgo(2), { kind: 'Sale' })
    const bought = await farm.omar.post('/cow', await cowBody({ rfid: number }))
    expect(bought.status).toBe(201)
    expect(await farm.voidRecordedEvent('cow', one.id, event.id)).toMatchObject(taken('rfid', bought.body))
    expect(await farm.attempt('cow', one.id, 'ARRIVAL', daysAgo(1), { reason: 'Purchase' })).toMatchObject(taken('rfid', bought.body))
    const other = await farm.cow(null)
    expect(await farm.attempt('cow', other.id, 'RETAG', daysAgo(1), { kind: 'rfid', newValue: number, reason: 'LOST' })).toMatchObject(
      taken('data.newValue', bought.body),
    )
  })
  it('of an animal that died or was slaughtered is never given to another, in any order of recording', async () => {
    const numbers = [rfid(), rfid()]
    const one = await farm.cow(null, { rfid: numbers[0] })
    const { event } = await farm.recorded('cow', one.id, 'DEATH', daysAgo(3), death)
    const heir = async () => farm.omar.post('/cow', await cowBody({ rfid: numbers[0] }))
    expect(await heir()).toMatchObject(taken('rfid', one))
    expect(await farm.omar.post('/goat', goatBody({ rfid: numbers[0] }))).toMatchObject(taken('rfid', one))
    const other = await farm.cow(null)
    expect(await farm.attempt('cow', other.id, 'RETAG', daysAgo(1), { kind: 'rfid', newValue: numbers[0], reason: 'LOST' })).toMatchObject(
      taken('data.newValue', one),
    )
    expect((await farm.voidRecordedEvent('cow', one.id, event.id)).status).toBe(200)
    await farm.recorded('cow', one.id, 'DEPARTURE', daysAgo(2), { kind: 'Sale' })
    const bought = await heir()
    expect(bought.status).toBe(201)
    await farm.recorded('cow', bought.body.id, 'DEATH', daysAgo(1), death)
    expect(await farm.attempt('cow', one.id, 'ARRIVAL', daysAgo(0), { reason: 'Purchase' })).toMatchObject(taken('rfid', bought.body))
    expect(await heir()).toMatchObject(taken('rfid'))
  })
  it('of an animal that was sold is taken by that animal alone: of its species, and not born where it is entered', async () => {
    const number = rfid()
    const one = await farm.cow(null, { rfid: number, origin: 'BORN_ON_FARM', damText: 'Gauri', entryDate: null })
    await farm.recorded('cow', one.id, 'DEPARTURE', daysAgo(2), { kind: 'Sale' })
    expect(await farm.omar.post('/goat', goatBody({ rfid: number }))).toMatchObject(taken('rfid', one))
    expect(await farm.omar.post('/cow', await cowBody({ rfid: number, origin: 'BORN_ON_FARM', damText: 'Gauri', entryDate: null }))).toMatchObject(
      taken('rfid', one),
    )
    const bought = await farm.omar.post('/cow', await cowBody({ rfid: number }))
    expect(bought.status).toBe(201)
    await farm.recorded('cow', bought.body.id, 'DEPARTURE', daysAgo(1), { kind: 'Sale' })
    await farm.recorded('cow', one.id, 'ARRIVAL', daysAgo(0), { reason: 'Purchase' })
    expect(await statusOf(one.id)).toBe('ALIVE')
  })
  it('finds the living animal in a file, where one that is gone had it too', async () => {
    const number = rfid()
    const gone = await farm.cow(null, { rfid: number })
    await farm.recorded('cow', gone.id, 'DEPARTURE', daysAgo(2), { kind: 'Sale' })
    const { body: here } = await farm.omar.post('/cow', await cowBody({ rfid: number }))
    const body = csvText(['code', 'event_type', 'occurred_on', 'kg', 'method'], [[number, 'WEIGHT', plainDay(1), '300', 'LoadCell']])
    const headers = { 'content-type': 'text/csv', prefer: 'wait=60' }
    const job = await farm.omar.send('/cow/import?kind=events', { method: 'POST', body, headers })
    expect(job.body).toMatchObject({ created: 1, rejected: 0 })
    expect([(await farm.view('cow', here.id)).lastWeightKg, (await farm.view('cow', gone.id)).lastWeightKg]).toEqual([300, null])
  })
})

describe('two people at once', () => {
  const outcome = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
  it('enter one number, tag or mark for two animals: one is made, the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const number = rfid()
      const shared = [{ rfid: number }, { managementTag: `W-${round}` }, { marks: [mark(`W ${round}`), mark(`V ${round}`)] }]
      for (const values of shared) {
        const reversed = values.marks ? { marks: values.marks.toReversed() } : values
        const body = await cowBody({ ...reversed, unitId: mixed.units[0] })
        const answers = await Promise.all([farm.omar.post('/goat', goatBody(values)), farm.ada.post('/cow', body)])
        expect(outcome(answers), JSON.stringify(answers)).toEqual([201, 409])
      }
    }
  }, 60_000)
  it('give a dead animal’s number away and bring it back to life: one of them is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const number = rfid()
      const one = await farm.cow(null, { rfid: number, marks: [mark(`Z ${round}`)] })
      const { event } = await farm.recorded('cow', one.id, 'DEATH', daysAgo(3), death)
      const body = await cowBody({ marks: [mark(`Z ${round}`)], ...(round % 2 ? { rfid: number } : {}) })
      const [revived, made] = await Promise.all([farm.voidRecordedEvent('cow', one.id, event.id), farm.ada.post('/cow', body)])
      expect([[200, 409].join(), [409, 201].join()]).toContain([revived.status, made.status].join())
    }
  }, 60_000)
})
