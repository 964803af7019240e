// From the field to the bale: every refusal on the way, then the way itself, then what the ledger remembers.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { toGrams } from '#domain/chain/ledger.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const as = (who: string) => world.as(who, 'OP1')
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const refused = refusing(() => world)
const lotsOf = async (filter: string): Promise<Json[]> => (await ok(as('ada').get(`/productbatch?limit=200&${filter}`))).items

describe('collective APPROVAL_COMMITTEE', () => {
  it('refuses a list before every active member was inspected (422 BR-21), a stranger (400) and a name twice (400)', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const decide = (...farmerIds: string[]) =>
      record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', '2025-10-01', {
        seasonId: chain.season,
        decisions: farmerIds.map((id) => ({ farmerId: id, result: 'APPROVED' })),
      })
    await refused(() => decide(farmerId), blocked('BR-21', { inspected: 0, members: 1 }))
    await refused(() => decide(farmerId, farmerId), { status: 400, body: { fields: [{ path: 'data.decisions.1.farmerId', code: 'taken' }] } })
    await refused(() => decide('00000000-0000-7000-8000-000000000000'), {
      status: 400,
      body: { fields: [{ path: 'data.decisions.0.farmerId', code: 'missing' }] },
    })
    expect(
      await record(as('fatima'), 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-08-10', { seasonId: chain.season, round: 1, result: 'APPROVED' }),
    ).toMatchObject({ status: 403 })
    await chain.inspect(farmerId)
    await chain.decide('CONDITIONAL', farmerId)
    expect((await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))).items).toMatchObject([
      {
        result: 'CONDITIONAL',
        status: 'DECIDED',
        inspection1On: '2025-08-10',
        inspection2On: null,
        approvedOn: '2025-10-01',
        approvedBy: world.people.omar?.id,
      },
    ])
  })
  it('gives a list back, but not after goods were bought on it (422 BR-26)', async () => {
    const { farmerId, cropId } = await chain.sown()
    const first = await chain.decide('APPROVED', farmerId)
    const undo = (id: string) => as('ada').post(`/collective/${world.places.cotton.OP1?.id}/events/${id}/void`, { reason: 'INCORRECT_DATA' })
    await ok(undo(first.event.id))
    expect((await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))).items).toMatchObject([
      { result: 'NOT_INSPECTED', status: 'OPEN', approvedOn: null, inspection1On: '2025-08-10' },
    ])
    const second = await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    await ok(chain.buy((await chain.lot()).id, cropId, 100))
    await refused(() => undo(second.event.id), blocked('BR-26'))
  })
})

describe('productbatch PURCHASE', () => {
  it('refuses more than was harvested (422 BR-08), a wrong net weight, a purchase before the harvest, and a field officer (403)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    const { id } = await chain.lot()
    await refused(() => chain.buy(id, cropId, 100), blocked('BR-08', { askedKg: 100, leftKg: 0 }))
    await chain.picked(cropId, 400)
    await refused(() => chain.buy(id, cropId, 401), blocked('BR-08', { askedKg: 401, leftKg: 400 }))
    await refused(() => chain.buy(id, cropId, 100, '2025-11-03', { netKg: 99 }), { status: 400, body: { fields: [{ path: 'data.netKg' }] } })
    await refused(() => chain.buy(id, cropId, 100, '2025-10-24'), blocked('BR-09', { askedKg: 100, shortKg: 100 }))
    expect(await record(as('fatima'), 'productbatch', id, 'PURCHASE', '2025-11-03', {})).toMatchObject({ status: 404 })
    await ok(chain.buy(id, cropId, 400))
    await refused(() => chain.buy(id, cropId, 0.001, '2025-11-04', { netKg: 1, grossKg: 3 }), blocked('BR-08', { leftKg: 0 }))
  })
  it('refuses a suspended member and the same receipt twice (409)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 400)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 100, '2025-11-03', { receiptNo: 'R-77' }))
    await refused(() => chain.buy(id, cropId, 100, '2025-11-03', { receiptNo: 'R-77' }), {
      status: 409,
      body: { code: 'DUPLICATE', fields: [{ path: 'data.receiptNo', code: 'taken' }] },
    })
    await ok(record(as('omar'), 'farmer', farmerId, 'SUSPENDED', '2025-11-04', { reason: 'Sanction' }))
    await refused(() => chain.buy(id, cropId, 100, '2025-11-05'), blocked('BR-08', { farmerStatus: 'SUSPENDED' }))
  })
  it('books a farmer without approval as conventional, and keeps that out of an organic lot (422 BR-11)', async () => {
    const approved = await chain.sown()
    const rejected = await chain.sown()
    await chain.decide('APPROVED', approved.farmerId)
    await chain.decide('REJECTED', rejected.farmerId)
    await chain.picked(approved.cropId, 500)
    await chain.picked(rejected.cropId, 500)
    const { id } = await chain.lot()
    await ok(chain.buy(id, approved.cropId, 100))
    await refused(() => chain.buy(id, rejected.cropId, 100, '2025-11-03', { downgradeConfirmed: true }), blocked('BR-11'))
    const other = await chain.lot()
    const { subject, findings } = await ok(chain.buy(other.id, rejected.cropId, 100, '2025-11-03', { farmerConfirmation: null }))
    expect(subject.claimStatus).toBe('CONVENTIONAL')
    expect(findings.map((one: Json) => `${one.ruleId} ${one.severity}`)).toEqual(['BR-08 WARN', 'BR-08 REVIEW', 'BR-08 WARN', 'BR-29 WARN'])
  })
  it('moves kilograms from the farm lot to the centre, and back when it was a mistake', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    const { id } = await chain.lot()
    const { event, subject } = await ok(chain.buy(id, cropId, 120.5))
    expect(subject).toMatchObject({ onHandKg: 120.5, availableKg: 120.5, claimStatus: 'ORGANIC', harvestFrom: '2025-10-25' })
    expect(await chain.view('crop', cropId)).toMatchObject({ purchasedKg: 120.5, remainingSellableKg: 379.5 })
    expect(await lotsOf(`filter[cropId]=${cropId}`)).toMatchObject([{ onHandKg: 379.5 }])
    expect((await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))).items).toMatchObject([{ deliveredKg: 120.5, estimatedKg: 1200 }])
    await ok(as('pooja').post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', id)).toMatchObject({ onHandKg: 0, claimStatus: null })
    expect(await chain.view('crop', cropId)).toMatchObject({ purchasedKg: 0, remainingSellableKg: 500 })
  })
  it('does not take a purchase back whose kilograms have gone on (422 BR-26, with the events that used them)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    const [first, heap] = [await chain.lot(), await chain.lot()]
    const { event } = await ok(chain.buy(first.id, cropId, 300))
    await ok(record(as('pooja'), 'productbatch', first.id, 'CLOSED', '2025-11-05'))
    const built = await ok(record(as('pooja'), 'productbatch', heap.id, 'HEAP_BUILT', '2025-11-06', { inputs: [{ batchId: first.id, kg: 200 }] }))
    await refused(
      () => as('pooja').post(`/productbatch/${first.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }),
      blocked('BR-26', { dependants: [{ eventId: built.event.id, eventType: 'HEAP_BUILT' }] }),
    )
  })
})

describe('productbatch PURCHASE: what is paid, and on which paper', () => {
  it('leaves deductions above 5 % to the manager and never lets the farmer owe (422 BR-29); one receipt is one purchase (409)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    const [{ id: one }, { id: other }] = [await chain.lot(), await chain.lot()]
    await refused(() => chain.buy(one, cropId, 10, '2025-11-03', { deductions: 100_000_00 }), blocked('BR-29', { payable: 10 * 78_00 - 100_000_00 }))
    await refused(() => chain.buy(one, cropId, 10, '2025-11-03', { deductions: 40_00 }), blocked('BR-29', { deductions: 40_00, priceTotal: 720_00 }))
    await refused(() => chain.buy(one, cropId, 10, '2025-11-03', { deductions: 40_00, deductionsApprovedBy: 'Pooja' }), { status: 400 })
    const ticket = {
      cropId,
      grossKg: 12,
      tareKg: 2,
      netKg: 10,
      pricePerKg: 72_00,
      receiptNo: 'BOOK-7',
      deductions: 40_00,
      farmerConfirmation: 'SIGNATURE',
      signedSlip: [await uploadedSlip(as('omar'))],
    }
    const { findings } = await ok(record(as('omar'), 'productbatch', one, 'PURCHASE', '2025-11-03', ticket))
    expect(findings.filter(({ ruleId }: Json) => ruleId !== 'BR-08')).toMatchObject([{ ruleId: 'BR-29', severity: 'WARN' }])
    for (const lot of [one, other])
      await refused(() => chain.buy(lot, cropId, 10, '2025-11-04', { receiptNo: 'BOOK-7' }), {
        status: 409,
        body: { code: 'DUPLICATE', fields: [{ path: 'data.receiptNo', code: 'taken' }] },
      })
  })
})

describe('lots: heap, split, loss, adjustment, hold', () => {
  const bought = async (kg: number, result = 'APPROVED', conversionStart = '2022-01-10') => {
    const { cropId, farmerId } = await chain.sown({ conversionStart })
    await chain.decide(result, farmerId)
    await chain.picked(cropId, 1000)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, kg))
    return id as string
  }
  const closed = async (...given: Parameters<typeof bought>) => {
    const id = await bought(...given)
    await ok(record(as('pooja'), 'productbatch', id, 'CLOSED', '2025-11-05'))
    return id
  }
  it('refuses to join an open lot (409), itself, a lot named twice, more than there is (422 BR-09), and different claims unconfirmed (422 BR-11)', async () => {
    const [heap, open, organic, conversion] = [(await chain.lot()).id, await bought(100), await closed(100), await closed(100, 'APPROVED', '2024-01-10')]
    const build = (inputs: object[], more = {}) => record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-11-06', { inputs, ...more })
    await refused(() => build([{ batchId: open, kg: 10 }]), { status: 409, body: { code: 'STATE_CONFLICT' } })
    await refused(
      () =>
        build([
          { batchId: organic, kg: 10 },
          { batchId: organic, kg: 10 },
        ]),
      { status: 400, body: { fields: [{ path: 'data.inputs.1.batchId', code: 'taken' }] } },
    )
    await refused(() => build([{ batchId: organic, kg: 100.001 }]), blocked('BR-09', { askedKg: 100.001, leftKg: 100 }))
    await refused(
      () =>
        build([
          { batchId: organic, kg: 100 },
          { batchId: conversion, kg: 100 },
        ]),
      blocked('BR-11'),
    )
    const { subject, findings } = await ok(
      build(
        [
          { batchId: organic, kg: 100 },
          { batchId: conversion, kg: 60 },
        ],
        { downgradeConfirmed: true },
      ),
    )
    expect(subject).toMatchObject({ onHandKg: 160, claimStatus: 'IC2' })
    expect(findings).toMatchObject([{ ruleId: 'BR-11', severity: 'WARN' }])
    expect([(await chain.view('productbatch', organic)).status, (await chain.view('productbatch', conversion)).status]).toEqual(['DEPLETED', 'CLOSED'])
  })
  it('brings an emptied lot back where it was when the heap is taken back', async () => {
    const [heap, lot] = [(await chain.lot()).id, await closed(100)]
    const { event } = await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-11-06', { inputs: [{ batchId: lot, kg: 100 }] }))
    expect((await chain.view('productbatch', lot)).status).toBe('DEPLETED')
    await ok(as('pooja').post(`/productbatch/${heap}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await chain.view('productbatch', lot)).toMatchObject({ status: 'CLOSED', onHandKg: 100 })
  })
  it('splits to the gram and puts together again', async () => {
    const lot = await closed(100)
    await refused(() => record(as('pooja'), 'productbatch', lot, 'SPLIT', '2025-11-06', { outputs: [{ kg: 60 }, { kg: 40.001 }] }), blocked('BR-09'))
    const { event, subject } = await ok(record(as('pooja'), 'productbatch', lot, 'SPLIT', '2025-11-06', { outputs: [{ kg: 60 }, { kg: 40 }] }))
    expect(subject).toMatchObject({ onHandKg: 0, status: 'DEPLETED' })
    const parts = (await lotsOf('')).filter(({ batchNo }) => String(batchNo).startsWith(`${subject.batchNo}-`))
    expect(parts.map(({ onHandKg, claimStatus, status }) => [onHandKg, claimStatus, status]).sort()).toEqual([
      [40, 'ORGANIC', 'CLOSED'],
      [60, 'ORGANIC', 'CLOSED'],
    ])
    await ok(as('pooja').post(`/productbatch/${lot}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 100, status: 'CLOSED' })
    expect((await chain.view('productbatch', parts[0]?.id)).status).toBe('VOIDED')
  })
  it('leaves a loss above 1 % to the manager (422 4.4) and an adjustment to other eyes (422 BR-24)', async () => {
    const lot = await closed(100)
    const lose = (who: string, kg: number) => record(as(who as 'pooja'), 'productbatch', lot, 'LOSS', '2025-11-06', { cause: 'DRYING', kg })
    await refused(() => lose('pooja', 2), blocked('4.4', { lostKg: 2, creditedKg: 100 }))
    await ok(lose('pooja', 0.6))
    // Twice a little is more than a little.
    await refused(() => lose('pooja', 0.6), blocked('4.4', { lostKg: 1.2 }))
    await ok(lose('pooja', 0.4))
    await refused(() => record(as('omar'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-11-07'), { status: 409, body: { code: 'STATE_CONFLICT' } })
    await ok(record(as('omar'), 'productbatch', lot, 'ADJUST', '2025-11-07', { deltaKg: -2, reason: 'Weighed again' }))
    await refused(() => record(as('omar'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-11-07'), blocked('BR-24'))
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(99)
    await ok(record(as('ada'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-11-08'))
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(97)
    await refused(() => record(as('ada'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-11-08'), { status: 409 })
  })
  it('holds a lot back on a positive test, and releases it only as conventional (422 BR-15)', async () => {
    const lot = await closed(100)
    await ok(record(as('pooja'), 'productbatch', lot, 'SAMPLE_TAKEN', '2025-11-06', { kind: 'GMO', sampleNo: 'S1', laboratory: 'Indore' }))
    await refused(() => record(as('omar'), 'productbatch', lot, 'RELEASED', '2025-11-07'), blocked('BR-15'))
    const { subject } = await ok(
      record(as('pooja'), 'productbatch', lot, 'LAB_RESULT', '2025-11-12', { kind: 'GMO', sampleNo: 'S1', result: 'POSITIVE', reportNo: 'L-9' }),
    )
    expect(subject).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0, onHandKg: 100 })
    await refused(() => record(as('pooja'), 'productbatch', (subject as Json).id, 'SPLIT', '2025-11-13', { outputs: [{ kg: 1 }] }), { status: 409 })
    await refused(() => record(as('omar'), 'productbatch', lot, 'RELEASE', '2025-11-14', { causeClosed: 'x', downgrade: false }), blocked('BR-15'))
    const released = await ok(record(as('omar'), 'productbatch', lot, 'RELEASE', '2025-11-14', { causeClosed: 'Sold as conventional', downgrade: true }))
    expect(released.subject).toMatchObject({ status: 'RELEASED', claimStatus: 'CONVENTIONAL', availableKg: 100 })
    // Nobody loses the result by heaping, and it goes when the heap does.
    const clean = await closed(50, 'REJECTED')
    const [heap] = [(await chain.lot()).id]
    const inputs = [clean, lot].map((batchId) => ({ batchId, kg: 50 }))
    const { event, subject: mixed } = await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-11-15', { inputs }))
    expect(mixed).toMatchObject({ gmoStatus: 'POSITIVE', claimStatus: 'CONVENTIONAL' })
    await ok(as('pooja').post(`/productbatch/${heap}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await chain.view('productbatch', heap)).gmoStatus).toBe('UNTESTED')
  })
  it('buys a farm lot as what it was released as: conventional, and with its positive test (BR-08, BR-15)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    const [farmLot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
    const test = { kind: 'GMO', sampleNo: 'S2', result: 'POSITIVE', reportNo: 'L-10' }
    await ok(record(as('pooja'), 'productbatch', farmLot.id, 'LAB_RESULT', '2025-11-01', test))
    await ok(record(as('omar'), 'productbatch', farmLot.id, 'RELEASE', '2025-11-02', { causeClosed: 'Sold as conventional', downgrade: true }))
    await ok(record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-11-03', { pickNo: 2, kg: 50 }))
    expect((await chain.view('productbatch', farmLot.id)).claimStatus).toBe('CONVENTIONAL')
    const { id } = await chain.lot()
    expect((await ok(chain.buy(id, cropId, 100, '2025-11-04'))).subject).toMatchObject({ claimStatus: 'CONVENTIONAL', gmoStatus: 'POSITIVE' })
  })
})

describe('the ledger', () => {
  it('balances every event to zero, never falls below zero, and says of every lot what its column says', async () => {
    await world.scoped('ada', async ({ db, tenant }) => {
      const { rows: entries } = await sql<{
        batch_id: string | null
        event_id: string
        account: string
        delta_kg: number
        at: string
      }>`select batch_id, event_id, account, delta_kg, at from ledger_entry where tenant_id = ${tenant.id} order by at`.execute(db)
      expect(entries.length).toBeGreaterThan(50)
      for (const [, group] of Map.groupBy(entries, (entry) => entry.event_id)) expect(group.reduce((sum, entry) => sum + toGrams(entry.delta_kg), 0)).toBe(0)
      const { rows: lots } = await sql<{
        id: string
        on_hand_kg: number
        status: string
      }>`select id, on_hand_kg, status from productbatch where tenant_id = ${tenant.id}`.execute(db)
      for (const lot of lots) {
        const own = entries.filter((entry) => entry.batch_id === lot.id)
        expect(toGrams(lot.on_hand_kg)).toBe(own.reduce((sum, entry) => sum + toGrams(entry.delta_kg), 0))
        if (lot.status === 'DEPLETED' || lot.status === 'VOIDED') expect(lot.on_hand_kg).toBe(0)
      }
    })
  })
  it('lets only one of two people have the last kilograms', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 100)
    const lots = [await chain.lot(), await chain.lot()]
    const answers = await Promise.all(lots.map(({ id }) => chain.buy(id, cropId, 80)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})
