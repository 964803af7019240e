// The mapping to EPCIS on facts made up here: what each row says, that ids follow from facts alone, and that the table is of events that there are.
import canonicalize from 'canonicalize'
import { describe, expect, it } from 'vitest'
import { digest, fact, making, one } from '#tests/harness/epcis-facts.ts'
import { entityOf } from '../../entities.ts'
import type { AnyEntity } from '../../kernel/entity.ts'
import { epcisEvents, type Making } from './document.ts'
import type { EventFacts } from './facts.ts'
import { epcisMapping } from './mapping.ts'
import { type EpcisName, epcisNames } from './names.ts'
import type { EpcisEvent } from './terms.ts'

/** What their declarations call a step of a certificate, where the report says that it is one of a certificate. */
const ofCertificates: Partial<Record<EpcisName, string>> = {
  'transactioncertificate.ISSUED': 'Issue',
  'transactioncertificate.WITHDRAWN': 'Withdraw',
  'transactioncertificate.REVISED': 'Replaced by a newer one',
}

describe('the table of the mapping', () => {
  it.each(Object.keys(epcisNames) as EpcisName[])('%s is an event that there is, under its label', (name) => {
    const [subject = '', type = ''] = name.split('.')
    const entity: AnyEntity = entityOf(subject as 'crop')
    expect([name, entity.events[type]?.label]).toEqual([name, ofCertificates[name] ?? epcisNames[name]])
    expect(epcisMapping[name].bizStep).toBeTruthy()
  })
  it('has a row for each name, and no other', () => {
    expect(Object.keys(epcisMapping)).toEqual(Object.keys(epcisNames))
    expect(Object.keys(epcisMapping)).toHaveLength(39)
  })
  it('leaves out what it does not have', () => {
    expect(epcisEvents([{ ...fact('productbatch.MOVE'), name: 'productbatch.CLOSED' }], making)).toEqual([])
  })
})

describe('GS1 keys', () => {
  const by: Making = {
    ...making,
    gs1Prefix: '8901234',
    gs1Keys: new Map([
      ['batch s-1', 'https://id.gs1.org/01/08901234000013/10/B-1'],
      ['facility f-1', 'https://id.gs1.org/414/8901234000020'],
    ]),
  }
  it('name lot, facility and shipment once the programme has a prefix, under the id that the event had before', () => {
    const [before, after] = [
      one('productbatch.LOADED', { data: { sscc: '389012340000000016', kg: 40 } }),
      one('productbatch.LOADED', { data: { sscc: '389012340000000016', kg: 40 } }, by),
    ]
    expect(before).toMatchObject({ parentID: 'https://cotton.example/id/shipment/h-1/389012340000000016' })
    expect(after).toMatchObject({
      parentID: 'https://id.gs1.org/00/389012340000000016',
      bizLocation: { id: 'https://id.gs1.org/414/8901234000020' },
      childQuantityList: [{ epcClass: 'https://id.gs1.org/01/08901234000013/10/B-1', quantity: 40, uom: 'KGM' }],
    })
    expect(after.eventID).toBe(before.eventID)
  })
  it('are none of a number that somebody else’s prefix made, or that is no SSCC', () => {
    expect(one('productbatch.LOADED', { data: { sscc: '389099990000000016' } }, by).parentID).toBe('https://cotton.example/id/shipment/h-1/389099990000000016')
    expect(one('productbatch.LOADED', { data: { sscc: 'T-1' } }, by).parentID).toBe('https://cotton.example/id/shipment/h-1/T-1')
  })
})

describe('what an event says', () => {
  it('of a hold and its end: the goods are unavailable, and are again', () => {
    const quantityList = [{ epcClass: 'https://cotton.example/id/batch/s-1', quantity: 40, uom: 'KGM' }]
    expect(one('productbatch.QUARANTINE')).toMatchObject({
      bizStep: 'holding',
      disposition: 'non_sellable_other',
      persistentDisposition: { set: ['unavailable'] },
      quantityList,
    })
    expect(one('productbatch.RELEASE')).toMatchObject({ bizStep: 'accepting', disposition: 'available', persistentDisposition: { unset: ['unavailable'] } })
    expect(one('productbatch.RECALL', { data: { caseId: 'c-1' } })).toMatchObject({
      disposition: 'recalled',
      'fb:recall': 'https://cotton.example/id/recall/c-1',
    })
  })
  it('of a loss and a disposal: what is gone, and no more', () => {
    for (const name of ['productbatch.LOSS', 'productbatch.DISPOSAL'] as const)
      expect(one(name, { taken: [{ lotId: 's-1', kg: 12.345 }] })).toMatchObject({
        action: 'DELETE',
        bizStep: 'destroying',
        quantityList: [{ quantity: 12.345 }],
      })
  })
  it('of a laboratory: the verdict, with the paper', () => {
    expect(one('productbatch.LAB_RESULT', { data: { result: 'NEGATIVE', reportNo: 'R 1' } })).toMatchObject({
      disposition: 'conformant',
      bizTransactionList: [{ type: 'testres', bizTransaction: 'https://cotton.example/id/report/h-1/R%201' }],
    })
    expect(one('productbatch.LAB_RESULT', { data: { result: 'POSITIVE' } }).disposition).toBe('non_conformant')
    expect(one('landparcel.INTERNAL_INSPECTION', { parcelId: 'p-1', data: { result: 'CONDITIONAL' } })).not.toHaveProperty('persistentDisposition')
    expect(one('crop.INTERNAL_INSPECTION', { data: { result: 'SANCTIONED' } }).persistentDisposition).toEqual({ set: ['non_conformant'] })
  })
  it('of scouting: a finding above the threshold, nothing where there is none', () => {
    expect(one('crop.SCOUTING', { data: { count: 11, threshold: 10 } }).persistentDisposition).toEqual({ set: ['non_conformant'] })
    expect(one('crop.SCOUTING', { data: { count: 10, threshold: 10 } }).persistentDisposition).toEqual({ set: ['conformant'] })
    expect(one('crop.SCOUTING', { data: { count: 10 } })).not.toHaveProperty('persistentDisposition')
  })
  it('of a certificate that ended: the same paper and kilograms as issued, without its address to verify it at', () => {
    const certificate = { sellerId: 'a', buyerId: 'b', lines: [{ lotId: 'l', kg: 5 }] }
    const { bizTransactionList, quantityList, certificationInfo } = one('transactioncertificate.ISSUED', { certificate })
    expect(certificationInfo).toBeTruthy()
    const ended = { type: 'TransactionEvent', action: 'DELETE', bizStep: 'https://cotton.example/id/voc/BizStep-withdrawing', bizTransactionList, quantityList }
    const withdrawn = one('transactioncertificate.WITHDRAWN', { certificate })
    expect(withdrawn).toMatchObject({ ...ended, disposition: 'non_conformant' })
    expect(withdrawn).not.toHaveProperty('certificationInfo')
    const replaced = one('transactioncertificate.REVISED', { certificate, data: { replacedById: 't-2' } })
    expect(replaced).toMatchObject({ ...ended, 'fb:replacedBy': 'https://cotton.example/id/certificate/t-2' })
    expect(replaced).not.toHaveProperty('disposition')
  })
  it('of a move: read where it leaves, and then where it goes; within a facility both are that', () => {
    const there = { id: 'https://cotton.example/id/facility/f-1' }
    expect(one('productbatch.MOVE', { leftId: 'f-0' })).toMatchObject({ readPoint: { id: 'https://cotton.example/id/facility/f-0' }, bizLocation: there })
    expect(one('productbatch.MOVE')).toMatchObject({ readPoint: there, bizLocation: there })
  })
  it('of nothing no quantity, which EPCIS does not have', () => {
    const quantityList = [{ epcClass: 'https://cotton.example/id/batch/s-1' }]
    for (const name of ['productbatch.RECALL', 'productbatch.QUARANTINE', 'productbatch.LAB_RESULT', 'productbatch.MOVE'] as const) {
      expect(one(name, { onHandKg: 0 })).toMatchObject({ quantityList, 'fb:onHandKg': 0 })
      expect(one(name)).not.toHaveProperty('fb:onHandKg')
    }
    expect(one('productbatch.STOCK_COUNTED', { data: { countedKg: 0 } })).toMatchObject({ quantityList, 'fb:countedKg': 0 })
    expect(one('productbatch.DISPOSAL')).toMatchObject({ quantityList })
    for (const name of ['productbatch.RECALL', 'productbatch.STOCK_COUNTED', 'productbatch.DISPOSAL'] as const)
      expect(one(name, { onHandKg: 0 }).quantityList?.[0]).toEqual(quantityList[0])
  })
  it('of an input on a cropping system: its crops, or the system where it had none', () => {
    const system = 'https://cotton.example/id/croppingsystem/s-1'
    const applied = (cropIds: string[]) => one('croppingsystem.INPUT_APPLICATION', { cropIds, data: { itemId: 'i', total: 2, unit: 'KG' } })
    expect(applied(['c-1', 'c-2'])).toMatchObject({
      epcList: ['https://cotton.example/id/crop/c-1', 'https://cotton.example/id/crop/c-2'],
      'fb:croppingSystem': system,
      'fb:inputs': [{ 'fb:quantity': 2 }],
    })
    expect(applied([])).toMatchObject({ epcList: [system], 'fb:croppingSystem': system })
  })
  it('of inputs: units of UN/ECE Rec 20', () => {
    const units = ['KG', 'G', 'L', 'ML', 'COUNT'].map((unit) => one('crop.PLANT_PROTECTION', { data: { itemId: 'i', total: 2, unit } })['fb:inputs'])
    expect(units).toMatchObject(['KGM', 'GRM', 'LTR', 'MLT', 'H87'].map((uom) => [{ 'fb:quantity': 2, 'fb:uom': uom }]))
  })
  it('of seed that was treated: with what, at what rate; the event is the same when the input is called otherwise', () => {
    const treated = (inputName: string, gPerKg = 4) => one('crop.SEED_TREATMENT', { inputName, data: { itemId: 'i', gPerKg } })
    expect(treated('Trichoderma')['fb:inputs']).toEqual([{ 'fb:item': 'https://cotton.example/id/voc/input-i', 'fb:name': 'Trichoderma', 'fb:gPerKg': 4 }])
    expect(treated('Trichoderma viride').eventID).toBe(treated('Trichoderma').eventID)
    expect(treated('Trichoderma', 5).eventID).not.toBe(treated('Trichoderma').eventID)
  })
  it('of units: one by one, and loose goods by weight', () => {
    const units = [{ ownerId: 'o', unitNo: 'B/1', from: 's-1', to: 's-2', kg: null, bookedKg: null }]
    expect(one('productbatch.DISPATCH', { units, brought: [{ lotId: 's-2', kg: 170 }], data: { buyerId: 'b' } })).toMatchObject({
      epcList: ['https://cotton.example/id/unit/o/B%2F1'],
      'fb:netWeightKg': 170,
    })
    expect(one('productbatch.DISPATCH', { brought: [{ lotId: 's-2', kg: 170 }], data: { buyerId: 'b' } }).quantityList).toMatchObject([{ quantity: 170 }])
    expect(one('productbatch.UNLOADED', { units, data: { sscc: 'T-1' } })).toMatchObject({
      type: 'AggregationEvent',
      action: 'DELETE',
      childEPCs: ['https://cotton.example/id/unit/o/B%2F1'],
    })
  })
  it('of units: what each weighs and all of them, weighed or by the books; nothing where it is not known', () => {
    const unit = (unitNo: string, kg: number | null, bookedKg: number | null) => ({ ownerId: 'o', unitNo, from: 's-1', to: 's-1', kg, bookedKg })
    const mass = (event: EpcisEvent) => event.sensorElementList?.[0]?.sensorReport
    const method = { dataProcessingMethod: 'https://cotton.example/id/voc/booked_weight' }
    const loaded = one('productbatch.LOADED', { units: [unit('B-1', null, 100.1), unit('B-2', null, 70.2)] })
    expect(mass(loaded)).toEqual([{ type: 'Mass', value: 170.3, uom: 'KGM', ...method }])
    expect(loaded['fb:netWeights']).toEqual([
      { 'fb:epc': 'https://cotton.example/id/unit/o/B-1', 'gs1:value': 100.1, 'gs1:unitCode': 'KGM' },
      { 'fb:epc': 'https://cotton.example/id/unit/o/B-2', 'gs1:value': 70.2, 'gs1:unitCode': 'KGM' },
    ])
    const partly = one('productbatch.UNLOADED', { units: [unit('B-1', null, 100.1), unit('B-2', null, null)] })
    expect([mass(partly), partly['fb:netWeights']]).toEqual([undefined, loaded['fb:netWeights']].map((all) => (Array.isArray(all) ? all.slice(0, 1) : all)))
    expect(mass(one('productbatch.REPACK', { units: [unit('B-1', 90, null)] }))).toEqual([{ type: 'Mass', value: 90, uom: 'KGM' }])
    // Without units the goods are named by their class, which has a quantity.
    for (const name of ['productbatch.LOADED', 'productbatch.REPACK', 'processingsystem.GOODS_RECEIVED'] as const)
      expect(one(name, { data: { netKg: 40 } })).not.toHaveProperty('sensorElementList')
  })
  it('of units that are received: each of them, and what was weighed', () => {
    const units = [{ ownerId: 'o', unitNo: 'B-1', from: 'l-1', to: 'l-1', kg: null, bookedKg: 99 }]
    const received = one('processingsystem.GOODS_RECEIVED', { units, data: { batchId: 'l-1', netKg: 99 } })
    expect(received).toMatchObject({
      epcList: ['https://cotton.example/id/unit/o/B-1'],
      'fb:lot': 'https://cotton.example/id/batch/l-1',
      sensorElementList: [{ sensorReport: [{ type: 'Mass', value: 99, uom: 'KGM' }] }],
    })
    expect(received).not.toHaveProperty('quantityList')
    expect(one('processingsystem.GOODS_RECEIVED', { data: { batchId: 'l-1', netKg: 99 } })).toMatchObject({ quantityList: [{ quantity: 99 }] })
  })
  it('of numbered units that go in: how much went in and came out, and the yield of what the run is for', () => {
    const unit = (unitNo: string, from: string | null, to: string | null, kg: number | null) => ({ ownerId: 'o', unitNo, from, to, kg, bookedKg: null })
    const event = one('processingsystem.PROCESS_RUN', {
      data: { process: 'SPINNING_CARDED' },
      units: [unit('B-1', 'l-1', null, null), unit('B-2', 'l-1', null, null), unit('C-1', null, 'l-3', 100.1), unit('C-2', null, 'l-3', 100.2)],
      taken: [
        { lotId: 'l-1', kg: 306.1 },
        { lotId: 'l-2', kg: 0.2 },
      ],
      brought: [
        { lotId: 'l-3', kg: 200.3 },
        { lotId: 'l-4', kg: 65.7 },
        { lotId: 'l-5', kg: 20 },
      ],
      materials: new Map([
        ['l-3', 'YARN'],
        ['l-4', 'YARN'],
        ['l-5', 'SPINNING_WASTE'],
      ]),
      wasteKg: 15,
      invisibleKg: 5.3,
    })
    const { 'fb:inputKg': into, 'fb:outputKg': out, 'fb:yield': share, 'fb:invisibleLossKg': lost } = event
    expect([event.inputEPCList?.length, event.inputQuantityList?.map(({ quantity }) => quantity), event.outputEPCList?.length]).toEqual([2, [0.2], 2])
    expect([into, out, lost]).toEqual([306.3, 286, 5.3])
    // 200.3 and 65.7 of 306.3, and not the 20 of spinning waste.
    expect(share).toBe(0.86843)
    // Of what is no run everything that came out counts; where nothing went in nothing is said.
    expect(one('productbatch.SPLIT', { taken: [{ lotId: 's-1', kg: 3 }], brought: [{ lotId: 's-2', kg: 3 }] })).toMatchObject({ 'fb:yield': 1 })
    expect(one('productbatch.SPLIT')).not.toHaveProperty('fb:yield')
  })
})

describe('time and id', () => {
  it('has the wall clock of the zone, also where it is behind', () => {
    expect(one('productbatch.MOVE')).toMatchObject({ eventTime: '2025-11-04T01:30:00.000+05:30', eventTimeZoneOffset: '+05:30' })
    const there = one('productbatch.MOVE', { occurredAt: '2025-07-01T02:00:00Z' }, { ...making, timeZone: 'America/Bogota' })
    expect(there).toMatchObject({ eventTime: '2025-06-30T21:00:00.000-05:00', eventTimeZoneOffset: '-05:00' })
  })
  it('is the hash of what the event says, which anybody can work out', () => {
    const { eventID, recordTime: _, ...statement } = one('productbatch.MOVE')
    expect(eventID).toBe(`ni:///sha-256;${digest((canonicalize(statement) ?? '').replaceAll(making.base, ''))}`)
    // Without what units weigh, which is no part of it.
    const units = [{ ownerId: 'o', unitNo: 'B-1', from: 's-1', to: 's-1', kg: null, bookedKg: 99 }]
    const { eventID: id, recordTime: _at, sensorElementList: _mass, 'fb:netWeights': _each, ...loaded } = one('productbatch.LOADED', { units })
    expect(id).toBe(`ni:///sha-256;${digest((canonicalize(loaded) ?? '').replaceAll(making.base, ''))}`)
  })
  it('stays when the fact is taken back, is recorded again elsewhere, or has another host; another weight is another event', () => {
    const { eventID } = one('productbatch.LOSS', { taken: [{ lotId: 's-1', kg: 1 }] })
    const same: [Partial<EventFacts>, Making][] = [
      [{ voided: { at: '2025-12-01T00:00:00.000Z', isReplaced: false, reason: 'DID_NOT_OCCUR' } }, making],
      [{ recordedAt: '2026-01-01T00:00:00Z', lotNo: 'L-1', country: 'IN' }, making],
      [{}, { ...making, base: 'https://other.example/id/' }],
    ]
    for (const [more, by] of same) expect(one('productbatch.LOSS', { taken: [{ lotId: 's-1', kg: 1 }], ...more }, by).eventID).toBe(eventID)
    expect(one('productbatch.LOSS', { taken: [{ lotId: 's-1', kg: 2 }] }).eventID).not.toBe(eventID)
    expect(one('productbatch.LOSS', { id: 'e-2', taken: [{ lotId: 's-1', kg: 1 }] }).eventID).not.toBe(eventID)
  })
  it('names the correction of what was wrong, in either order, and no correction that was taken back', () => {
    const at = '2025-12-01T00:00:00.000Z'
    const old = fact('productbatch.LOSS', { voided: { at, isReplaced: true, reason: 'INCORRECT_DATA' } })
    const correct = fact('productbatch.LOSS', { id: 'e-2', supersedesId: 'e-1' })
    for (const facts of [
      [old, correct],
      [correct, old],
    ]) {
      const events = epcisEvents(facts, making)
      const [right, wrong] = [events.find((event) => !event.errorDeclaration), events.find((event) => event.errorDeclaration)]
      expect(wrong?.errorDeclaration).toEqual({ declarationTime: at, reason: 'incorrect_data', correctiveEventIDs: [right?.eventID] })
    }
    const gone = epcisEvents([old, { ...correct, voided: { at, isReplaced: false, reason: 'DID_NOT_OCCUR' } }], making)
    expect(gone[0]?.errorDeclaration).toEqual({ declarationTime: at, reason: 'incorrect_data' })
  })
})
