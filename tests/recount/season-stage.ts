// A season with whatever makes figures go wrong: facts recorded late, voided and corrected, goods restricted and from nowhere, a crop that failed, members
// suspended and in conversion, visits on crops and plots, two seasons, two villages, another operator. The clock stands at the demo's day.

import { type Chain, cropBody, type Json, ok, record, uploadedSlip } from '../api/chain-stage.ts'
import { field } from '../api/parcel-stage.ts'
import { drawnImage } from '../harness/files.ts'
import type { World } from '../harness/world.ts'

/** `bought`: a lot of certified tickets, `opening`: goods of nowhere, `restricted`: a lot with a hold. */
export type Season = { rabi: string; bought: string; opening: string; restricted: string }

export async function seasonOfFaults(world: World, chain: Chain): Promise<Season> {
  const by = (name: string, operator = 'OP1') => world.as(name, operator)
  const undo = (entity: string, id: string, event: string, who = 'omar') =>
    ok(by(who).post(`/${entity}/${id}/events/${event}/void`, { reason: 'INCORRECT_DATA' }))
  const rabi = (
    await ok(by('ada').post('/season', { code: 'RB-2025', name: 'Rabi 2025', kind: 'RABI', startDate: '2025-10-01', endDate: '2026-04-30', yieldFactor: 0.8 }))
  ).id

  // Two organic members of Bistan; a third in conversion, a fourth without a start, and one who is suspended after his approval.
  const first = await chain.sown({ village: 'Bistan', areaHa: 1.1 })
  const second = await chain.sown({ village: 'Bistan', areaHa: 0.7, isInspected: false })
  const young = await chain.sown({ village: 'Nimrani', areaHa: 1.5, conversionStart: '2024-12-01', isInspected: false })
  const plain = await chain.sown({ village: 'Nimrani', areaHa: 2.2, conversionStart: null })
  const gone = await chain.sown({ village: 'Nimrani', areaHa: 0.9 })

  // Planned by a package: done in time, late and not at all, and in another village still to come.
  const step = (code: string, eventType: string, offsetDays: number, more: Json = {}) => ({
    ...{ code, name: code, eventType, anchor: 'SOWING', offsetDays, windowBefore: 5, windowAfter: 10, mandatory: true, weight: 1, evidence: [] },
    ...more,
  })
  const planned = { name: 'Cotton of the season', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300 }
  const planEvents = [
    step('WEED', 'INTERCULTURE', 21),
    step('SCOUT', 'SCOUTING', 30, { repeatEveryDays: 20, repeatCount: 4 }),
    step('AFTER', 'IRRIGATION', 205),
    step('LATER', 'IRRIGATION', 260, { mandatory: false }),
  ]
  const { id: popId } = await ok(by('ada').post('/pop', { ...planned, validFrom: '2025-01-01', inputItemIds: [], planEvents }))
  await ok(record(by('ada'), 'pop', popId, 'PUBLISHED', '2025-06-01'))
  for (const { cropId } of [first, young]) await ok(record(by('fatima'), 'crop', cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId }))
  const scouted = (cropId: string, day: string) => ok(record(by('fatima'), 'crop', cropId, 'SCOUTING', day, { pest: 'Aphid', count: 1, unit: 'PLANT' }))
  await ok(record(by('fatima'), 'crop', first.cropId, 'INTERCULTURE', '2025-07-12', { operation: 'WEEDING' }))
  for (const day of ['2025-07-20', '2025-08-09', '2025-09-15']) await scouted(first.cropId, day)
  await undo('crop', young.cropId, (await scouted(young.cropId, '2025-07-21')).event.id, 'fatima')

  // Picked and estimated; an estimate corrected, a picking voided, one that failed after its estimate, and one that failed after a picking.
  for (const [{ cropId }, kg] of [
    [first, 700.1],
    [second, 300.25],
    [young, 900],
    [plain, 600.3],
    [gone, 400],
  ] as const)
    await chain.picked(cropId, kg)
  const wrong = await ok(record(by('fatima'), 'crop', first.cropId, 'HARVEST', '2025-11-05', { pickNo: 2, kg: 111 }))
  await undo('crop', first.cropId, wrong.event.id, 'fatima')
  await ok(record(by('fatima'), 'crop', second.cropId, 'YIELD_ESTIMATE', '2025-10-01', { method: 'BOLL_COUNT', kgPerHa: 950.5 }))
  await ok(record(by('omar'), 'crop', second.cropId, 'ESTIMATE_APPROVED', '2025-10-02'))
  // Far above the others of the village, and therefore not approved.
  const high = await chain.sown({ village: 'Bistan', areaHa: 0.6 })
  await ok(record(by('fatima'), 'crop', high.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1590 }))
  for (const pick of [false, true]) {
    const lost = await chain.sown({ village: 'Bistan', areaHa: 0.5 })
    await ok(record(by('fatima'), 'crop', lost.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1000 }))
    await ok(record(by('omar'), 'crop', lost.cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
    if (pick) await ok(record(by('fatima'), 'crop', lost.cropId, 'HARVEST', '2025-10-20', { pickNo: 1, kg: 90 }))
    await ok(record(by('fatima'), 'crop', lost.cropId, 'CROP_LOSS', '2025-11-10', { cause: 'FLOOD', share: 1 }))
  }
  // Recorded in time: only this crop has it. It is for no step of the package.
  await ok(
    by('fatima').post(`/crop/${young.cropId}/events`, {
      eventType: 'SCOUTING',
      occurredAt: '2026-01-12T10:00:00+05:30',
      planEventId: null,
      data: { pest: 'Jassid', count: 2, unit: 'PLANT' },
    }),
  )

  // Visits: on the crop with a photo, on the plot, on the person with photos at the answers; one voided; a second round.
  const picture = async (name: string): Promise<string> => {
    const body = (await drawnImage(200, 80, 'png', '#228844')) as BodyInit
    return (await ok(by('ines').send(`/files?name=${name}`, { method: 'POST', headers: { 'content-type': 'image/png' }, body }))).id
  }
  await ok(record(by('ines'), 'crop', second.cropId, 'INTERNAL_INSPECTION', '2025-08-20', { round: 1, result: 'APPROVED', files: [await picture('crop.png')] }))
  await ok(record(by('ines'), 'landparcel', young.parcelId, 'INTERNAL_INSPECTION', '2025-08-21', { seasonId: chain.season, round: 1, result: 'APPROVED' }))
  await ok(record(by('ines'), 'farmer', first.farmerId, 'INTERNAL_INSPECTION', '2025-11-20', { seasonId: chain.season, round: 2, result: 'APPROVED' }))
  const mistaken = await ok(
    record(by('ines'), 'farmer', plain.farmerId, 'INTERNAL_INSPECTION', '2025-12-01', { seasonId: chain.season, round: 2, result: 'APPROVED' }),
  )
  await undo('farmer', plain.farmerId, mistaken.event.id, 'ines')
  const question = { code: 'EDGE', section: 'Field', text: 'Is the edge marked?', ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true }, severity: 'MINOR' }
  const { id: checklistId } = await ok(
    by('ada').post('/checklist', { name: 'Farm visit', kind: 'INTERNAL', questions: [{ ...question, weight: 1, correctiveDays: 30, photo: 'NONE' }] }),
  )
  await ok(record(by('ada'), 'checklist', checklistId, 'PUBLISHED', '2025-07-01'))
  const visit = await ok(
    by('ines').post('/inspection', { kind: 'INTERNAL', farmerId: gone.farmerId, seasonId: chain.season, round: 2, checklistId, plannedOn: '2025-10-10' }),
  )
  const inspected = (type: string, data: Json, hour: number) => record(by('ines'), 'inspection', visit.id, type, '2025-10-10', data, hour)
  await ok(inspected('STARTED', {}, 9))
  await ok(inspected('ANSWERED', { answers: [{ question: 'EDGE', answer: { kind: 'YES_NO', yes: true }, files: [await picture('edge.png')] }] }, 10))
  const signatures = { farmerSignature: [await picture('farmer.png')], inspectorSignature: [await picture('own.png')] }
  await ok(inspected('SUBMITTED', { result: 'APPROVED', signedBy: 'FARMER', ...signatures }, 11))

  // Decisions, one of them changed; then the suspension.
  await chain.decide('APPROVED', first.farmerId, young.farmerId, gone.farmerId, plain.farmerId)
  await chain.decide('CONDITIONAL', second.farmerId)
  await ok(record(by('omar'), 'farmer', gone.farmerId, 'SUSPENDED', '2025-12-20', { reason: 'Refused a visit' }))

  // Tickets of two crops and claims; one voided, one replaced; a payment in time for the first alone.
  const { id: lot } = await chain.lot()
  await ok(chain.buy(lot, first.cropId, 250, '2025-12-20', { pricePerKg: 7000, premiumPerKg: 500 }))
  const typo = await ok(chain.buy(lot, first.cropId, 66, '2025-12-22', { pricePerKg: 8000, premiumPerKg: 700, receiptNo: 'T-66' }))
  const ticket = { cropId: first.cropId, grossKg: 62, tareKg: 2, netKg: 60, pricePerKg: 8000, premiumPerKg: 700, receiptNo: 'T-66' }
  const corrected = { ...ticket, farmerConfirmation: 'SIGNATURE', signedSlip: [await uploadedSlip(by('pooja'))] }
  await ok(
    by('pooja').post(`/productbatch/${lot}/events`, {
      ...{ eventType: 'PURCHASE', occurredAt: '2025-12-22T10:00:00+05:30', lateReason: 'From the slip', data: corrected, supersedesEventId: typo.event.id },
    }),
  )
  await ok(chain.buy(lot, second.cropId, 120.5, '2026-01-09', { pricePerKg: 7400, premiumPerKg: 300 }))
  const third = await ok(chain.buy(lot, second.cropId, 33, '2026-01-10'))
  await undo('productbatch', lot, third.event.id, 'omar')
  const { id: common } = await chain.lot()
  await ok(chain.buy(common, plain.cropId, 200, '2025-12-05', { pricePerKg: 6600, premiumPerKg: 0 }))
  const { id: converting } = await chain.lot()
  await ok(chain.buy(converting, young.cropId, 100, '2026-01-06', { pricePerKg: 6800, premiumPerKg: 100 }))
  await ok(record(by('omar'), 'farmer', first.farmerId, 'PAYMENT', '2026-01-03', { kind: 'PRICE', amount: 17_500_00, ref: 'UTR 1' }))

  // Two facts of one lot: a hold, and a negative result after it: restricted since the hold.
  await ok(record(by('pooja'), 'productbatch', common, 'SAMPLE_TAKEN', '2025-12-08', { kind: 'GMO', sampleNo: 'S1', laboratory: 'Indore' }))
  await ok(record(by('pooja'), 'productbatch', common, 'CLOSED', '2025-12-07'))
  await ok(record(by('omar'), 'productbatch', common, 'QUARANTINE', '2025-12-10', { reason: 'Moisture' }))
  await ok(record(by('pooja'), 'productbatch', common, 'LAB_RESULT', '2025-12-28', { kind: 'GMO', sampleNo: 'S1', result: 'NEGATIVE', reportNo: 'L-S1' }))

  // Goods from before the programme, heaped with goods of the fields.
  const { id: opening } = await chain.lot()
  await ok(
    record(by('omar'), 'productbatch', opening, 'OPENING_STOCK', '2025-12-01', {
      kg: 300,
      claim: 'ORGANIC',
      externalCertificateNo: 'TC/7',
      producedOn: '2025-03-01',
    }),
  )
  await ok(record(by('ada'), 'productbatch', opening, 'OPENING_APPROVED', '2025-12-02'))
  await ok(record(by('omar'), 'productbatch', opening, 'RELEASED', '2025-12-03'))

  // The other season, and the other operator.
  const { id: wheatland } = await ok(
    by('fatima').post('/croppingsystem', {
      ...{ parcelId: first.parcelId, seasonId: rabi, systemType: 'SOLE', areaHa: 1, waterRegime: 'RAINFED', plannedSowing: '2026-02-05' },
      ...{ plannedEnd: '2026-04-20', managedOrganically: true },
    }),
  )
  await ok(by('fatima').post('/crop', cropBody(chain, wheatland, { plannedSowing: '2026-02-05', areaHa: 0.8 })))
  const other = await ok(
    by('ada', 'OP2').post('/farmer', {
      ...{ memberNo: 'X-1', firstName: 'Leela', lastName: 'Barela', gender: 'F', noPhone: true, language: 'hi', village: 'Bistan', block: 'Kasrawad' },
      ...{ district: 'Khargone', state: 'Madhya Pradesh', country: 'IN', totalHoldingHa: 1, otherGroupMembership: false, joinedOn: '2025-07-01' },
    }),
  )
  await ok(
    by('ada', 'OP2').post('/landparcel', {
      ...{ name: 'Khet', parcelNo: '1', farmerId: other.id, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' },
      ...{ boundary: field(90_000, 0, 100, 100), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 },
    }),
  )
  // A plot that nobody has mapped, and one that is retired with its boundary.
  const plot = { farmerId: first.farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }
  await ok(by('fatima').post('/landparcel', { ...plot, name: 'Unmapped', parcelNo: 'U-1' }))
  const boundary = { boundary: field(95_000, 0, 100, 100), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 }
  const { id: retired } = await ok(by('fatima').post('/landparcel', { ...plot, ...boundary, name: 'Retired', parcelNo: 'R-1' }))
  await ok(record(by('omar'), 'landparcel', retired, 'RETIRED', '2026-01-10', { reason: 'Sold' }))
  await ok(record(by('ines'), 'landparcel', plain.parcelId, 'VERIFIED', '2026-01-10'))
  const finding = (ref: string, severity: string, openedOn: string, cropId: string) =>
    by('ines').post('/nonconformity', { ref, severity, rule: 'Buffer strip', clause: '3.8', description: 'Seen', cropId, openedOn, dueOn: '2026-02-20' })
  await ok(finding('N-1', 'MAJOR', '2026-01-05', first.cropId))
  await ok(finding('N-2', 'MINOR', '2025-12-26', second.cropId))
  return { rabi, bought: lot, opening, restricted: common }
}
