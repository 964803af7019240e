// Each row of the dictionary's mapping to EPCIS (14.1; the column “EPCIS” of 3.5, 4.2 and 4.4) is read and compared with the event that the product makes: its type, action,
// step, disposition, what it names, where, and on which papers. Every event that leaves stands in a row, or is said here to be more than the dictionary asks for.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fact, making, one } from '#tests/harness/epcis-facts.ts'
import { epcisEvents } from './document.ts'
import type { EventFacts } from './facts.ts'
import { type EpcisName, epcisNames } from './names.ts'

const lines = readFileSync(new URL('../../../../tests/fixtures/epcis/table.md', import.meta.url), 'utf8').split('\n')
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const tableAfter = (heading: string): string[][] => {
  const from = lines.indexOf(heading) + 1
  const next = lines.findIndex((line, at) => at > from && line.startsWith('## '))
  return lines
    .slice(from, next < 0 ? lines.length : next)
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map(cells)
    .slice(1)
}
const table = tableAfter('## 14.1')
const columns = tableAfter('## Columns')

/** By the words of the dictionary, in the order of their row; a row whose step or action names two has one for each. */
const ours: Readonly<Record<string, readonly (readonly EpcisName[])[]>> = {
  SOWING: [['crop.SOWING']],
  'SOWING / RESOWING': [['crop.SOWING'], ['crop.RESOWING']],
  SEED_RECEIPT: [['crop.SEED_RECEIPT']],
  SEED_TREATMENT: [['crop.SEED_TREATMENT']],
  PLANT_PROTECTION: [['crop.PLANT_PROTECTION']],
  'PLANT_PROTECTION, INPUT': [['crop.PLANT_PROTECTION'], ['croppingsystem.INPUT_APPLICATION']],
  SCOUTING: [['crop.SCOUTING']],
  INTERNAL_INSPECTION: [['crop.INTERNAL_INSPECTION']],
  'SCOUTING, INTERNAL_INSPECTION': [['crop.SCOUTING'], ['crop.INTERNAL_INSPECTION', 'landparcel.INTERNAL_INSPECTION']],
  'SAMPLE_TAKEN / LAB_RESULT': [['productbatch.SAMPLE_TAKEN'], ['productbatch.LAB_RESULT']],
  HARVEST: [['crop.HARVEST']],
  PURCHASE: [['productbatch.PURCHASE']],
  'PURCHASE (farm gate / centre)': [['productbatch.PURCHASE']],
  'HEAP_BUILT, MERGE, SPLIT': [['productbatch.HEAP_BUILT'], ['productbatch.MERGE'], ['productbatch.SPLIT']],
  'HEAP_BUILT / MERGE': [['productbatch.HEAP_BUILT'], ['productbatch.MERGE']],
  SPLIT: [['productbatch.SPLIT']],
  'GINNING, SPINNING, DYEING, OIL run': [['processingsystem.PROCESS_RUN']],
  PROCESS_RUN: [['processingsystem.PROCESS_RUN']],
  BALE_PRESSED: [['processingsystem.BALE_PRESSED']],
  'REPACK / RELABEL': [['productbatch.REPACK'], ['productbatch.RELABEL']],
  LOADED: [['productbatch.LOADED']],
  'LOADED / UNLOADED': [['productbatch.LOADED'], ['productbatch.UNLOADED']],
  DISPATCH: [['productbatch.DISPATCH']],
  'DISPATCH / RECEIVED': [['productbatch.DISPATCH'], ['processingsystem.GOODS_RECEIVED']],
  GOODS_RECEIVED: [['processingsystem.GOODS_RECEIVED']],
  'TC ISSUED': [['transactioncertificate.ISSUED']],
  MOVE: [['productbatch.MOVE']],
  STOCK_COUNT: [['productbatch.STOCK_COUNTED']],
  'MOVE / STOCK_COUNT': [['productbatch.MOVE'], ['productbatch.STOCK_COUNTED']],
  'QUARANTINE / RELEASE': [['productbatch.QUARANTINE'], ['productbatch.RELEASE', 'productbatch.HOLD_LIFTED']],
  RECALL: [['productbatch.RECALL']],
  'DISPOSAL, LOSS': [['productbatch.DISPOSAL'], ['productbatch.LOSS']],
  'LOSS / DISPOSAL': [['productbatch.LOSS'], ['productbatch.DISPOSAL']],
  // What takes effect is the approval.
  ADJUST: [['productbatch.ADJUST_APPROVED']],
  'CLEANING / CHANGEOVER': [['processingsystem.CLEANING']],
  QC_TEST: [['processingsystem.QC_TEST']],
  WASTE_OUT: [['processingsystem.WASTE_OUT']],
  'VOID of any': [],
}
/** An issued certificate would read as valid for ever (docs/decisions/0098). */
const more: readonly EpcisName[] = ['transactioncertificate.WITHDRAWN', 'transactioncertificate.REVISED']

/** Facts that fill everything a row may ask for. */
const full: Partial<EventFacts> = {
  parcelId: 'p-1',
  farmerId: 'g-1',
  lotNo: 'L-1',
  country: 'IN',
  taken: [{ lotId: 's-1', kg: 12 }],
  brought: [{ lotId: 's-2', kg: 10 }],
  certificate: { sellerId: 'a', buyerId: 'b', lines: [{ lotId: 's-2', kg: 10 }] },
  wasteKg: 2,
}
const data: Readonly<Record<string, unknown>> = {
  ...{
    kg: 10,
    netKg: 10,
    seedKg: 5,
    seedLotNo: 'S-1',
    countedKg: 9,
    deltaKg: -1,
    itemId: 'i',
    total: 2,
    unit: 'KG',
    count: 1,
    threshold: 2,
    process: 'GINNING',
  },
  ...{
    batchId: 's-1',
    buyerId: 'b',
    invoiceNo: 'I-1',
    transportDocument: 'T-1',
    receiptNo: 'R-1',
    sscc: 'C-1',
    sampleNo: 'S-9',
    reportNo: 'R-9',
    caseId: 'c-1',
  },
}
const units = [{ ownerId: 'o', unitNo: 'B-1', from: null, to: 's-2', kg: 10, bookedKg: 10 }]
const made = (name: EpcisName, result: string) => {
  const withUnits = ['productbatch.LOADED', 'productbatch.UNLOADED', 'processingsystem.BALE_PRESSED'].includes(name) ? { units } : {}
  return one(name, { ...full, ...withUnits, data: { ...data, result } })
}
const good = (name: EpcisName) => (name === 'processingsystem.QC_TEST' ? 'PASS' : name === 'productbatch.LAB_RESULT' ? 'NEGATIVE' : 'APPROVED')
/** The part of a cell that is of the event in that place: `sampling / inspecting`. Where it has fewer parts, all of it. */
const partOf = (cell: string, place: number, count: number): string => {
  const parts = cell.split(' / ')
  return count > 1 && parts.length === count ? (parts[place] ?? cell) : cell
}

describe('the table of the dictionary', () => {
  it('is there, and each of its rows has its events', () => {
    expect([table.length, columns.length]).toEqual([18, 34])
    for (const [event = ''] of table) expect([event, event in ours]).toEqual([event, true])
    for (const [section, event = '', epcis] of columns) expect([section, event, epcis === '-' || event in ours]).toEqual([section, event, true])
  })
  it('leaves out nothing that leaves', () => {
    const rowsOf = new Set([...Object.values(ours).flat(2), ...more])
    expect(Object.keys(epcisNames).filter((name) => !rowsOf.has(name as EpcisName))).toEqual([])
  })
  it('lets nothing leave for which it has a dash', () => {
    const none = columns.flatMap(([, event = '', epcis]) => (epcis === '-' ? event.split(' / ') : []))
    expect(none).toHaveLength(7)
    expect(Object.keys(epcisNames).filter((name) => none.includes(name.split('.')[1] ?? ''))).toEqual([])
  })
})

const cases = table.flatMap(([event = '', ...row]) =>
  (ours[event] ?? []).flatMap((names, place, all) => names.map((name) => ({ name, event, row, place, count: all.length }))),
)
describe('a row of 14.1', () => {
  it.each(cases)('$event is $name', ({ name, row, place, count }) => {
    const [kind = '', step = '', disposition = '', what = '', where = '', extra = ''] = row
    const event = made(name, good(name))
    const written = JSON.stringify(event)
    expect(event.type).toBe(kind.split(' ')[0])
    const actions = kind.match(/ADD|OBSERVE|DELETE/g) ?? []
    expect(event.action).toBe(actions.length > 1 ? actions[place] : actions[0])
    const bizStep = partOf(step, place, count)
    expect(bizStep.includes('BizStep-') ? event.bizStep.split('/').at(-1) : event.bizStep).toBe(
      /BizStep-\w+|^\w+/.exec(bizStep.replace('tenant URI voc/', ''))?.[0],
    )
    // A sample says nothing of the goods yet (0098).
    const words =
      name === 'productbatch.SAMPLE_TAKEN'
        ? ['in_progress']
        : partOf(disposition.replace(', unavailable /', ' /').replace(/;.*/, ''), place, count).split(/,| or /)
    expect(words.map((word) => word.trim())).toContain(event.disposition)
    if (/KGM|quantity|class|lot/.test(what) && !event.childEPCs) expect(written).toMatch(/"uom":"KGM"/)
    if (what.includes('in seed lot')) expect([event.inputQuantityList?.length, event.outputEPCList?.length]).toEqual([1, 1])
    if (what.includes('outputEPCList')) expect(event.outputEPCList).toHaveLength(1)
    if (what.includes('waste as output')) expect(JSON.stringify(event.outputQuantityList)).toContain('/waste/')
    if (what.includes('parent')) expect([typeof event.parentID, event.childEPCs?.length]).toEqual(['string', 1])
    if (where.includes('parcel')) expect(event.readPoint?.id).toContain('/place/')
    if (/facility|centre|press|gate|bin/.test(where)) expect(event.readPoint?.id).toContain('/facility/')
    if (where.includes('store') && where.includes('farm')) expect(event.bizLocation?.id).toContain('/place/')
    if (where.includes('owning_party grower')) expect([event.sourceList?.length, event.destinationList?.length]).toEqual([1, 1])
    if (where.includes('possessing')) expect([event.sourceList?.length, event.destinationList?.length]).toEqual([2, 2])
    if (where.includes('seller, buyer')) expect([event.sourceList?.length, event.destinationList?.length]).toEqual([1, 1])
    const papers = [...partOf(extra, place, count).matchAll(/\b(testprd|testres|inv|desadv|bol|recadv|cert)\b/g)].map(([paper]) => paper)
    if (count === 1 || !/testprd/.test(extra)) expect(event.bizTransactionList?.map(({ type }) => type) ?? []).toEqual(expect.arrayContaining(papers))
    if (extra.includes('transformationID')) expect(event.transformationID).toBe(event.outputEPCList?.[0])
    if (extra.includes('inputs[]')) expect(event['fb:inputs']).toHaveLength(1)
    if (extra.includes('ilmd lotNumber'))
      expect(Object.keys(event.ilmd ?? {})).toEqual(['cbvmda:lotNumber', 'cbvmda:countryOfOrigin', 'gs1:harvestDateStart', 'gs1:harvestDateEnd'])
    if (extra.includes('netWeight')) expect(event.ilmd).toHaveProperty('gs1:netWeight')
    if (extra.includes('yield')) expect(event).toHaveProperty('fb:inputKg', 12)
    if (extra.includes('case id')) expect(event['fb:recall']).toContain('c-1')
    // A quantity is always sent (EPCIS#423).
    if (event.type === 'ObjectEvent' && event.quantityList)
      expect(event.quantityList.every(({ quantity, uom }) => quantity !== undefined && uom === 'KGM')).toBe(true)
  })
  it('non_conformant is said of what was found bad', () => {
    for (const [name, bad] of [
      ['productbatch.LAB_RESULT', 'POSITIVE'],
      ['processingsystem.QC_TEST', 'FAIL'],
    ] as const)
      expect([made(name, good(name)).disposition, made(name, bad).disposition]).toEqual(['conformant', 'non_conformant'])
    expect(made('crop.INTERNAL_INSPECTION', 'REJECTED').persistentDisposition).toEqual({ set: ['non_conformant'] })
  })
  it.each(Object.keys(epcisNames) as EpcisName[])('VOID of any: %s is the same event with its error declaration, and names what is right', (name) => {
    const event = { ...full, units, data: { ...data, result: good(name) } }
    const [old, right] = [
      fact(name, { ...event, voided: { at: '2025-12-01T00:00:00.000Z', isReplaced: true, reason: null } }),
      fact(name, { ...event, id: 'e-2', supersedesId: 'e-1' }),
    ]
    const [voided, corrective] = epcisEvents([old, right], making)
    const { errorDeclaration, ...same } = voided ?? {}
    expect(same).toEqual(one(name, event))
    expect(errorDeclaration).toEqual({ declarationTime: '2025-12-01T00:00:00.000Z', reason: 'incorrect_data', correctiveEventIDs: [corrective?.eventID] })
    const [gone] = epcisEvents([fact(name, { ...event, voided: { at: '2025-12-01T00:00:00.000Z', isReplaced: false, reason: 'DID_NOT_OCCUR' } })], making)
    expect([gone?.eventID, gone?.errorDeclaration?.reason]).toEqual([voided?.eventID, 'did_not_occur'])
  })
})

const inColumns = columns.flatMap(([section = '', event = '', epcis = '']) =>
  epcis === '-' ? [] : (ours[event] ?? []).flatMap((names, place, all) => names.map((name) => ({ section, event, epcis, name, place, count: all.length }))),
)
describe('the column “EPCIS” of the tables of events', () => {
  it.each(inColumns)('$section $event is $name', ({ epcis, name, place, count }) => {
    const event = made(name, good(name))
    expect(event.type).toBe(/\w+Event/.exec(epcis)?.[0])
    const action = /\b(ADD|OBSERVE|DELETE)\b/g
    if (action.test(epcis)) expect(epcis.match(action)).toContain(event.action)
    const known = [
      'receiving',
      'inspecting',
      'commissioning',
      'stock_taking',
      'shipping',
      'repackaging',
      'storing',
      'loading',
      'sampling',
      'holding',
      'destroying',
      'cycle_counting',
    ]
    const steps = known.filter((step) => epcis.includes(step))
    const two = partOf(epcis.replace(/^\w+ /, '').replace(/[;,].*/, ''), place, count)
    if (epcis.includes('other-URI')) expect(event.bizStep).toContain('/voc/BizStep-')
    // Waste has no receiver: of both that the dictionary leaves open it is the DELETE.
    else if (epcis.includes('or DELETE')) expect([event.action, event.bizStep]).toEqual(['DELETE', 'destroying'])
    // A row with one step for two events has that of the first; those of 14.1 are judged above.
    else if (steps.length > 1 && known.includes(two)) expect(event.bizStep).toBe(two)
    else if (steps.length === 1 && place === 0) expect(event.bizStep).toBe(steps[0])
  })
})
