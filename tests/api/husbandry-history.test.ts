// The history of an animal is judged by the time of happening: life, sex, birth, tags, milk and health. Refusals first.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld } from '../harness/world.ts'
import { birth, clock, daysAgo, type Husbandry, husbandryOf, type Json, milking, plainDay, treatment } from './husbandry-stage.ts'

let herd: Husbandry
let goatPen = ''
let goatSystem = ''
let surti = ''
beforeAll(async () => {
  herd = await husbandryOf(await openWorld({ now: clock }))
  const { id, units } = await herd.system('GOAT', { milkSpecies: ['GOAT'] }, [{ unitCode: 'Pen', unitType: 'PEN' }])
  goatPen = units[0] as string
  goatSystem = id
  surti = (await herd.breed('GOAT', 'Surti')).id
}, 120_000)

let tags = 0
const goat = (values: Record<string, unknown> = {}): Promise<Json> =>
  herd.make('goat', {
    recordKind: 'INDIVIDUAL',
    species: 'GOAT',
    managementTag: `B-${++tags}`,
    sex: 'FEMALE',
    birthDate: plainDay(1600),
    birthDateEstimated: false,
    origin: 'PURCHASED',
    entryDate: plainDay(1200),
    breedId: surti,
    productionPurposes: ['MILK'],
    unitId: goatPen,
    ...values,
  })
const patch = async (entity: string, id: string, values: Record<string, unknown>) =>
  herd.omar.patch(`/${entity}/${id}`, values, { 'if-match': `"${(await herd.view(entity, id)).version}"` })
const death = { method: 'Perished', reason: 'Disease', disposal: 'OnPremise' }
const lactations = (id: string) => herd.list(`/lactation?filter[cowId]=${id}&sort=beginDate`)

describe('one animal', () => {
  it('has no head count, and stays editable (B18)', async () => {
    const { id } = await goat()
    expect(await herd.attempt('goat', id, 'GROUP_COUNT', daysAgo(1), { females: 1, males: 0, young: 0 })).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-08' },
    })
    expect((await patch('goat', id, { name: 'Rani' })).status).toBe(200)
  })
  it('does not die before it was milked, nor is it treated or weighed after it was sold (B19)', async () => {
    const { id } = await herd.cow()
    await herd.recorded('cow', id, 'MILKING', daysAgo(1), milking(5))
    expect(await herd.attempt('cow', id, 'DEATH', daysAgo(5), death)).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-01', figures: { day: plainDay(1), eventType: 'MILKING' } },
    })
    expect((await herd.view('cow', id)).status).toBe('ALIVE')
    await herd.recorded('cow', id, 'DEPARTURE', daysAgo(0, 8), { kind: 'Sale' })
    expect((await herd.attempt('cow', id, 'TREATMENT', daysAgo(0, 9), treatment(herd.medicineId))).status).toBe(409)
  })
  it('is where its last arrival or departure says, whichever was recorded last (B19)', async () => {
    const { id } = await herd.cow()
    await herd.recorded('cow', id, 'DEPARTURE', daysAgo(3), { kind: 'Sale' })
    expect((await herd.recorded('cow', id, 'ARRIVAL', daysAgo(5), { reason: 'Other' })).subject.status).toBe('OFF_FARM')
    expect((await herd.recorded('cow', id, 'ARRIVAL', daysAgo(1), { reason: 'SaleReturn' })).subject.status).toBe('ALIVE')
  })
  it('is in no group and has no number any more when joining and tagging are taken back', async () => {
    const { id } = await herd.cow()
    const group = await herd.make('animalgroup', herd.sampleOf('animalgroup', { productionSystemId: herd.dairy.id }))
    const joined = await herd.recorded('cow', id, 'SET_JOIN', daysAgo(3), { groupId: group.id })
    const tagged = await herd.recorded('cow', id, 'RETAG', daysAgo(2), { kind: 'euAnimalId', newValue: 'DE0123456789', reason: 'OTHER' })
    expect(await herd.view('cow', id)).toMatchObject({ groupIds: [group.id], euAnimalId: 'DE0123456789' })
    for (const { event } of [joined, tagged]) expect((await herd.voidRecordedEvent('cow', id, event.id)).status).toBe(200)
    expect(await herd.view('cow', id)).toMatchObject({ groupIds: [], euAnimalId: null })
    expect((await herd.view('animalgroup', group.id)).headCount).toBe(0)
  })
  it('takes a forgotten weighing from before its death (B19)', async () => {
    const { id } = await herd.cow()
    await herd.recorded('cow', id, 'DEATH', daysAgo(1), death)
    const { status, body } = await herd.attempt('cow', id, 'WEIGHT', daysAgo(3), { kg: 400, method: 'LoadCell' })
    expect([status, body.subject?.status, body.subject?.lastWeightKg]).toEqual([201, 'DEAD', 400])
  })
})

describe('a number of an animal', () => {
  it('is checked as if it were entered, when a new tag is recorded (B20)', async () => {
    const [one, other] = [await herd.cow(null), await herd.cow(null)]
    const retag = (kind: string, newValue: string) => herd.attempt('cow', one.id, 'RETAG', daysAgo(1), { kind, newValue, reason: 'LOST' })
    expect(await retag('managementTag', other.managementTag)).toMatchObject({ status: 409, body: { fields: [{ path: 'data.newValue', code: 'taken' }] } })
    expect(await retag('rfid', '999000000000001')).toMatchObject({ status: 400, body: { fields: [{ path: 'data.newValue', code: 'format' }] } })
    expect(await retag('pashuAadhaar', '123')).toMatchObject({ status: 400, body: { fields: [{ path: 'data.newValue', code: 'format' }] } })
    expect((await retag('rfid', '356000000000001')).status).toBe(201)
  })
  it('finds the animal also when it was replaced (B20)', async () => {
    const one = await herd.cow(null, { managementTag: 'OLD-77' })
    await herd.recorded('cow', one.id, 'RETAG', daysAgo(1), { kind: 'managementTag', newValue: 'NEW-78', reason: 'LOST' })
    expect(await herd.view('cow', one.id)).toMatchObject({ managementTag: 'NEW-78', formerTags: 'OLD-77' })
    for (const q of ['OLD-77', 'NEW-78']) expect((await herd.list(`/cow?q=${q}`)).map(({ id }) => id)).toEqual([one.id])
  })
  it('is free to enter where an animal comes into another system, and when it comes back (B20)', async () => {
    const far = await herd.system('BEEF_DRAFT', {}, [{ unitCode: 'Far shed', unitType: 'SHED' }])
    const [here, there] = [await herd.cow(null, { managementTag: 'X-1' }), await herd.cow(null, { managementTag: 'X-1', unitId: far.units[0] })]
    expect(await herd.attempt('cow', there.id, 'UNIT_MOVE', daysAgo(2), { toUnitId: herd.dairy.units[0] })).toMatchObject({ status: 409 })
    await herd.recorded('cow', here.id, 'DEPARTURE', daysAgo(2), { kind: 'Show' })
    await herd.recorded('cow', there.id, 'UNIT_MOVE', daysAgo(1), { toUnitId: herd.dairy.units[0] })
    expect(await herd.attempt('cow', here.id, 'ARRIVAL', daysAgo(0), { reason: 'ShowReturn' })).toMatchObject({ status: 409 })
  })
  it('is of one animal, whatever its species (B21)', async () => {
    await herd.cow(null, { rfid: '356000000000099' })
    expect(await herd.omar.post('/goat', { ...(await goatBody()), rfid: '356000000000099' })).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'rfid', code: 'taken' }] },
    })
  })
  const goatBody = async () => {
    const { recordKind, species, sex, birthDate, birthDateEstimated, origin, entryDate, breedId, productionPurposes, unitId } = await goat()
    return { recordKind, species, sex, birthDate, birthDateEstimated, origin, entryDate, breedId, productionPurposes, unitId, managementTag: `B-${++tags}` }
  }
})

describe('a correction', () => {
  it('of the day of birth or of the sex is judged by the whole history (B22)', async () => {
    const { id } = await herd.cow(100)
    expect(await patch('cow', id, { birthDate: plainDay(50), entryDate: plainDay(40) })).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-02', figures: { day: plainDay(100), path: 'birthDate' } },
    })
    expect(await patch('cow', id, { sex: 'MALE' })).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-03', figures: { eventType: 'PARTURITION', path: 'sex' } },
    })
    const calf = await herd.cow(null)
    const { body } = await patch('cow', calf.id, { sex: 'MALE', birthDate: plainDay(1500) })
    expect(body).toMatchObject({ sex: 'MALE', reproStatus: null, lactationStatus: null })
  })
  it('of the day on which it came is not later than the day on which it left, whichever was recorded first', async () => {
    const { id } = await herd.cow(null)
    await herd.recorded('cow', id, 'DEPARTURE', daysAgo(20), { kind: 'Sale' })
    expect(await patch('cow', id, { entryDate: plainDay(10) })).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-02', figures: { eventType: 'DEPARTURE', entryDate: plainDay(10), path: 'entryDate' } },
    })
    expect((await patch('cow', id, { entryDate: plainDay(20) })).status).toBe(200)
    const late = await herd.cow(null, { entryDate: plainDay(9) })
    expect(await herd.attempt('cow', late.id, 'DEATH', daysAgo(12), death)).toMatchObject({ status: 422, body: { ruleId: 'AH-02' } })
  })
})

describe('milk', () => {
  it('comes from an animal with an open lactation only (AH-06, B23)', async () => {
    const heifer = await herd.cow(null)
    expect(await herd.attempt('cow', heifer.id, 'MILKING', daysAgo(1), milking(12))).toMatchObject({ status: 422, body: { ruleId: 'AH-06' } })
    const { id } = await herd.cow(300)
    await herd.recorded('cow', id, 'DRY_OFF', daysAgo(20), { reason: 'PLANNED' })
    expect(await herd.attempt('cow', id, 'MILKING', daysAgo(1), milking(5))).toMatchObject({ status: 422, body: { ruleId: 'AH-06' } })
    expect((await herd.view('cow', id)).lactationStatus).toBe('DRY')
    const { id: milked } = await herd.cow(300)
    await herd.recorded('cow', milked, 'MILKING', daysAgo(1), milking(5))
    expect(await herd.attempt('cow', milked, 'DRY_OFF', daysAgo(20), { reason: 'PLANNED' })).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-06', figures: { day: plainDay(1) } },
    })
  })
  it('of a day of birth counts in one lactation only (B26)', async () => {
    const { id } = await herd.cow(400)
    await herd.recorded('cow', id, 'MILKING', daysAgo(100, 2), milking(3, 'AM', 'Discard'))
    await herd.recorded('cow', id, 'PARTURITION', daysAgo(100, 6), birth)
    await herd.recorded('cow', id, 'MILKING', daysAgo(100, 12), milking(5, 'PM', 'Colostrum'))
    expect((await lactations(id)).map(({ milkKg }) => milkKg)).toEqual([3, 5])
  })
  it('of goats is milk of the dairy, also when the herd is milked at once (B32)', async () => {
    const one = await goat()
    await herd.recorded('goat', one.id, 'PARTURITION', daysAgo(60), birth)
    const milkHerd = (rows: readonly Json[]) => herd.attempt('productionsystem', goatSystem, 'HERD_MILKING', daysAgo(2), { session: 'AM', rows })
    expect(await milkHerd([{ kg: 1, destination: 'MilkTank' }])).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.rows.0.cowId', code: 'required' }] },
    })
    const { status, body } = await milkHerd([{ goatId: one.id, kg: 1.25, destination: 'MilkTank' }])
    expect(status).toBe(201)
    expect(await herd.view('goat', one.id)).toMatchObject({ lastMilkKg: 1.25 })
    expect((await herd.view('productionsystem', goatSystem)).extra.milk).toEqual([{ day: plainDay(2), kg: 1.25 }])
    const total = async () =>
      (await herd.omar.get('/reports/husbandry-summary?trade=dairy')).body.dairy.milk.find((one: Json) => one.day === plainDay(2))?.kg ?? 0
    const before = await total()
    expect(before).toBeGreaterThanOrEqual(1.25)
    expect((await herd.voidRecordedEvent('productionsystem', goatSystem, body.event.id)).status).toBe(200)
    expect(before - (await total())).toBeCloseTo(1.25, 6)
  })
  it('recorded with the herd is taken back with the herd (B33)', async () => {
    const one = await herd.cow()
    const { body } = await herd.attempt('productionsystem', herd.dairy.id, 'HERD_MILKING', daysAgo(2), {
      session: 'AM',
      rows: [{ cowId: one.id, kg: 4, destination: 'MilkTank' }],
    })
    const [milked] = (await herd.omar.get(`/cow/${one.id}/events?filter[eventType]=MILKING`)).body.items
    expect(await herd.voidRecordedEvent('cow', one.id, milked.id)).toMatchObject({ status: 409, body: { figures: { eventId: body.event.id } } })
    expect((await herd.voidRecordedEvent('productionsystem', herd.dairy.id, body.event.id)).status).toBe(200)
    expect((await herd.view('cow', one.id)).lastMilkKg).toBeNull()
  })
})

describe('the state of today', () => {
  it('does not wait for a milking, an observation or a service (B24)', async () => {
    const { id } = await herd.cow(300)
    expect(await herd.view('cow', id)).toMatchObject({ lactationStatus: 'LACTATING', reproStatus: 'OPEN' })
    await herd.recorded('cow', id, 'TREATMENT', daysAgo(200), treatment(herd.medicineId))
    expect((await herd.view('cow', id)).healthStatus).toBe('HEALTHY')
    await herd.recorded('cow', id, 'TREATMENT', daysAgo(0), treatment(herd.medicineId))
    expect((await herd.view('cow', id)).healthStatus).toBe('IN_TREATMENT')
  })
})

describe('a lactation', () => {
  it('is open when the drying off that closed it is taken back, though a birth came late between (B25)', async () => {
    const { id } = await herd.cow(310)
    const dried = await herd.recorded('cow', id, 'DRY_OFF', daysAgo(20), { reason: 'PLANNED' })
    await herd.recorded('cow', id, 'PARTURITION', daysAgo(100), birth)
    expect((await lactations(id)).map(({ endDate, status }) => [endDate, status])).toEqual([
      [plainDay(100), 'CLOSED'],
      [plainDay(20), 'CLOSED'],
    ])
    expect((await herd.voidRecordedEvent('cow', id, dried.event.id)).status).toBe(200)
    expect((await lactations(id)).map(({ endDate, status }) => [endDate, status])).toEqual([
      [plainDay(100), 'CLOSED'],
      [null, 'OPEN'],
    ])
  })
  it('goes on over a show (B26)', async () => {
    const { id } = await herd.cow(100)
    await herd.recorded('cow', id, 'DEPARTURE', daysAgo(10), { kind: 'Show' })
    await herd.recorded('cow', id, 'ARRIVAL', daysAgo(7), { reason: 'ShowReturn' })
    await herd.recorded('cow', id, 'MILKING', daysAgo(6), milking(6))
    expect(await lactations(id)).toMatchObject([{ endDate: null, status: 'OPEN', milkKg: 6 }])
  })
  it('is one for twins that were entered as two births (AH-05, B26)', async () => {
    const { id } = await herd.cow(100)
    for (const at of [daysAgo(100, 8), daysAgo(99)])
      expect(await herd.attempt('cow', id, 'PARTURITION', at, birth)).toMatchObject({
        status: 422,
        body: { ruleId: 'AH-05', figures: { lastBirthOn: plainDay(100) } },
      })
    expect((await herd.view('cow', id)).parity).toBe(1)
  })
})

describe('slaughter and disease', () => {
  it('a condemned animal gives no meat, and a carcass is lighter than the animal (B30)', async () => {
    const { id } = await herd.cow(null)
    const slaughter = (values: Record<string, unknown>) =>
      herd.attempt('cow', id, 'SLAUGHTER', daysAgo(1), { plant: 'Depot', liveKg: 300, anteMortem: 'PASSED', ...values })
    expect(await slaughter({ anteMortem: 'FAILED', carcassKg: 150 })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.anteMortem' }] } })
    expect(await slaughter({ carcassKg: 300 })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.carcassKg', code: 'max' }] } })
    expect(await slaughter({ carcassKg: 260, postMortem: 'PASSED' })).toMatchObject({ status: 201, body: { findings: [{ severity: 'WARN' }] } })
  })
  it('that must be reported is a finding for the manager, of an animal and of a flock (B34)', async () => {
    const fmd = await herd.make('diagnosiscode', { name: 'Foot-and-mouth disease', species: 'CATTLE', notifiable: true }, herd.ada)
    const mastitis = await herd.make('diagnosiscode', { name: 'Mastitis', species: 'CATTLE', notifiable: false }, herd.ada)
    const { id } = await herd.cow(null)
    expect((await herd.recorded('cow', id, 'DIAGNOSIS', daysAgo(2), { diagnosisId: mastitis.id, severity: 'Light' })).findings).toEqual([])
    const found = [{ ruleId: 'AH-22', severity: 'REVIEW', figures: { diagnosis: 'Foot-and-mouth disease', ownerRole: 'OPERATOR_MANAGER' } }]
    expect((await herd.recorded('cow', id, 'DIAGNOSIS', daysAgo(1), { diagnosisId: fmd.id, severity: 'Severe' })).findings).toMatchObject(found)
    const flock = await herd.flock()
    await herd.recorded('poultrybatch', flock.id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 100 })
    expect((await herd.recorded('poultrybatch', flock.id, 'DISEASE_OBSERVATION', daysAgo(1), { signs: 'Lame', diagnosisId: fmd.id })).findings).toMatchObject(
      found,
    )
  })
})
