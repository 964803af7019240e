// The mapping of domain events to EPCIS 2.0 (domain dictionary 14.1): one row for each event that leaves. What is not in this table is in no document.
import type { EventFacts, Names, UnitFact } from './facts.ts'
import { kilograms, loose, lots, massOf, totalKg, unitWeight, weightsOf } from './kilograms.ts'
import type { EpcisName } from './names.ts'
import type { EpcisBody, EpcisKind, QuantityElement } from './terms.ts'

export type MappingRow = {
  type: EpcisKind
  action?: 'ADD' | 'OBSERVE' | 'DELETE'
  /** A word of the CBV, or one of ours (`fb:`). */
  bizStep: string
  disposition?: string | ((event: EventFacts) => string)
  /** What, with whom and on which paper. */
  body(event: EventFacts, names: Names): EpcisBody
}
type Body = MappingRow['body']

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : Number(value ?? 0))
/** Members without anything in them are left out. */
const some = <T>(list: readonly T[]): T[] | undefined => (list.length ? [...list] : undefined)
const given = (body: Record<string, unknown>): EpcisBody => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''))

const epcs = (names: Names, units: readonly UnitFact[]): string[] => units.map((unit) => names.unit(unit))

const onPlot = ({ parcelId }: EventFacts, names: Names): EpcisBody => (parcelId ? { readPoint: { id: names.parcel(parcelId) } } : {})
const atFacility = ({ facilityId }: EventFacts, names: Names): EpcisBody =>
  facilityId ? { readPoint: { id: names.readPoint(facilityId) }, bizLocation: { id: names.of('facility', facilityId) } } : {}
const onCrop: Body = (event, names) => ({ epcList: [names.of('crop', event.subjectId)], ...onPlot(event, names) })
/** The lot with what the books had of it; where that was nothing it is said so. */
const theLot: Body = (event, names) => ({
  quantityList: [kilograms(names.of('batch', event.subjectId), event.onHandKg)],
  ...atFacility(event, names),
  ...(event.onHandKg > 0 ? {} : { 'fb:onHandKg': 0 }),
})

/** Seed that came, for the crop that it is for. */
const seedReceived: Body = ({ data, ...event }, names) => ({
  quantityList: [kilograms(names.of('seedlot', text(data.seedLotNo) || 'unknown'), number(data.kg))],
  ...onPlot({ data, ...event }, names),
  'fb:crop': names.of('crop', event.subjectId),
})
const sowing: Body = (event, names) => {
  const crop = names.of('crop', event.subjectId)
  const seedKg = number(event.data.seedKg)
  return {
    inputQuantityList: [kilograms(names.of('seedlot', text(event.data.seedLotNo) || 'unknown'), seedKg)],
    outputEPCList: [crop],
    transformationID: crop,
    ...onPlot(event, names),
    // What comes out is a crop, which has no weight.
    'fb:inputKg': seedKg,
  }
}
/** UN/ECE Rec 20. */
const inputUnits: Readonly<Record<string, QuantityElement['uom']>> = { KG: 'KGM', G: 'GRM', L: 'LTR', ML: 'MLT', COUNT: 'H87' }
const inputs: Body = ({ data, inputName }, names) => {
  const { itemId, total, unit, dosePerHa, lotNo, gPerKg } = data
  const used = given({
    'fb:item': names.term(`input-${text(itemId)}`),
    'fb:name': inputName ?? undefined,
    'fb:quantity': total,
    'fb:uom': inputUnits[text(unit)],
    'fb:dosePerHa': dosePerHa,
    'fb:gPerKg': gPerKg,
    'fb:lotNo': lotNo,
  })
  return { 'fb:inputs': [used] }
}
const input: Body = (event, names) => ({ ...onCrop(event, names), ...inputs(event, names) })
/** Its crops; of a system without any the system. */
const inputOnSystem: Body = (event, names) => {
  const system = names.of('croppingsystem', event.subjectId)
  const crops = event.cropIds.map((id) => names.of('crop', id))
  return { epcList: crops.length ? crops : [system], ...onPlot(event, names), ...inputs(event, names), 'fb:croppingSystem': system }
}
/** Above its threshold a pest is a finding; without one nothing is said. */
const scouting: Body = (event, names) => {
  const { count, threshold } = event.data
  if (threshold === null || threshold === undefined) return onCrop(event, names)
  return { ...onCrop(event, names), persistentDisposition: { set: [number(count) > number(threshold) ? 'non_conformant' : 'conformant'] } }
}
const sound: ReadonlySet<unknown> = new Set(['APPROVED', 'NEGATIVE', 'PASS'])
const verdict = ({ data }: EventFacts): string => (sound.has(data.result) ? 'conformant' : 'non_conformant')
/** An approval with conditions is neither. */
const judged = (event: EventFacts): EpcisBody => (event.data.result === 'CONDITIONAL' ? {} : { persistentDisposition: { set: [verdict(event)] } })
const inspected: Body = (event, names) => ({ ...onCrop(event, names), ...judged(event) })
const plotInspected: Body = (event, names) => ({
  epcList: event.parcelId ? [names.parcel(event.parcelId)] : [],
  ...onPlot(event, names),
  ...judged(event),
})
const harvest: Body = (event, names) => {
  const what = event.brought[0] ? names.of('batch', event.brought[0].lotId) : names.of('crop', event.subjectId)
  return {
    quantityList: [kilograms(what, number(event.data.kg))],
    ...onPlot(event, names),
    ...(event.parcelId ? { bizLocation: { id: names.store(event.parcelId) } } : {}),
    ilmd: given({
      'cbvmda:lotNumber': event.lotNo ?? undefined,
      'cbvmda:countryOfOrigin': event.country ?? undefined,
      'gs1:harvestDateStart': event.day,
      'gs1:harvestDateEnd': event.day,
    }),
    'fb:crop': names.of('crop', event.subjectId),
  }
}
const purchase: Body = (event, names) => {
  const { data, farmerId, holderId, taken, subjectId } = event
  return given({
    quantityList: [kilograms(names.of('batch', subjectId), number(data.netKg))],
    ...atFacility(event, names),
    bizTransactionList: [{ type: 'inv', bizTransaction: names.of('invoice', holderId ?? 'unknown', text(data.receiptNo)) }],
    sourceList: farmerId ? [{ type: 'owning_party', source: names.grower(farmerId) }] : undefined,
    destinationList: holderId ? [{ type: 'owning_party', destination: names.of('party', holderId) }] : undefined,
    'fb:takenFrom': some(taken.map(({ lotId }) => names.of('batch', lotId))),
  })
}
/** Lots become lots: what went in and what came out, by the ledger; units that end or begin are named one by one. */
const transformed: Body = (event, names) => {
  const { units, taken, brought, facilityId, wasteKg, invisibleKg } = event
  const [used, made] = [units.filter(({ from }) => from !== null), units.filter(({ to }) => to !== null)]
  const outputs = lots(names, loose(brought, made, 'to'))
  if (wasteKg > 0) outputs.push(kilograms(names.waste(facilityId ?? 'unknown'), wasteKg))
  return given({
    inputEPCList: some(epcs(names, used)),
    inputQuantityList: some(lots(names, loose(taken, used, 'from'))),
    // A unit that goes on under its number is what comes out, too.
    outputEPCList: some(epcs(names, made)),
    outputQuantityList: some(outputs),
    ...atFacility(event, names),
    'fb:process': text(event.data.process),
    ...massOf(event),
    'fb:invisibleLossKg': invisibleKg === 0 ? undefined : invisibleKg,
  })
}
const pressed: Body = (event, names) => {
  const weights = event.units.map((unit) => unitWeight(names.unit(unit), unit.kg ?? 0))
  const total = totalKg(event.units)
  return {
    ...transformed(event, names),
    ilmd: { 'gs1:netWeight': { 'gs1:value': total, 'gs1:unitCode': 'KGM' }, 'fb:netWeights': weights },
    'fb:lot': event.brought[0] ? names.of('batch', event.brought[0].lotId) : undefined,
  }
}
const units: Body = (event, names) => ({
  ...(event.units.length ? { epcList: epcs(names, event.units), ...atFacility(event, names) } : theLot(event, names)),
  // Packing weighs each unit.
  ...weightsOf(event.units, names, { isWeighed: event.units.every(({ kg }) => kg !== null) }),
  'fb:lot': names.of('batch', event.subjectId),
})
/** EPCIS has no repackaging that ends anything: units whose goods are in others now are named besides. */
const repacked: Body = (event, names) => ({
  ...units(event, names),
  ...(event.ended.length ? { 'fb:endedUnits': event.ended.map((unit) => names.unit(unit)) } : {}),
})
/** The number stays; the label is another name of each. */
const relabelled: Body = (event, names) => {
  const labels = Array.isArray(event.data.labels) ? event.data.labels : []
  const labelOf = new Map(labels.map(({ unitNo, label }: { unitNo?: unknown; label?: unknown }) => [text(unitNo), text(label)]))
  const named = event.units.flatMap((unit) => {
    const label = labelOf.get(unit.unitNo)
    return label ? [{ 'fb:epc': names.unit(unit), 'fb:label': label }] : []
  })
  return { ...units(event, names), ...(named.length ? { 'fb:labels': named } : {}) }
}
const shipment: Body = (event, names) => {
  const kg = number(event.data.kg)
  return given({
    parentID: names.of('shipment', event.holderId ?? 'unknown', text(event.data.sscc)),
    childEPCs: some(epcs(names, event.units)),
    childQuantityList: event.units.length ? undefined : [kilograms(names.of('batch', event.subjectId), kg || event.onHandKg)],
    ...weightsOf(event.units, names, { isWeighed: false }),
    ...atFacility(event, names),
  })
}
const parties = (names: Names, seller: string | null, buyer: string): EpcisBody =>
  given({
    sourceList: seller ? (['possessing_party', 'owning_party'] as const).map((type) => ({ type, source: names.of('party', seller) })) : undefined,
    destinationList: buyer ? (['possessing_party', 'owning_party'] as const).map((type) => ({ type, destination: names.of('party', buyer) })) : undefined,
  })
const dispatched: Body = (event, names) => {
  const { data, brought, holderId, subjectId } = event
  const seller = holderId ?? 'unknown'
  const sent = brought.length ? brought : [{ lotId: subjectId, kg: number(data.kg) }]
  const paper = (type: 'inv' | 'bol', kind: 'invoice' | 'transport', no: string) => (no ? [{ type, bizTransaction: names.of(kind, seller, no) }] : [])
  return given({
    epcList: some(epcs(names, event.units)),
    quantityList: some(lots(names, loose(sent, event.units, 'to'))),
    ...atFacility(event, names),
    bizTransactionList: [
      { type: 'desadv', bizTransaction: names.of('event', event.id) },
      ...paper('inv', 'invoice', text(data.invoiceNo)),
      ...paper('bol', 'transport', text(data.transportDocument)),
    ],
    ...parties(names, holderId, text(data.buyerId)),
    ...weightsOf(event.units, names, { allKg: totalKg(sent), isWeighed: false }),
    'fb:netWeightKg': totalKg(sent),
    'fb:takenFrom': [names.of('batch', subjectId)],
    'fb:lot': brought[0] ? names.of('batch', brought[0].lotId) : undefined,
  })
}
/** The units that came, as the lot has them; loose goods by weight. */
const received: Body = (event, names) => {
  const [lot, netKg] = [names.of('batch', text(event.data.batchId)), number(event.data.netKg)]
  return {
    ...(event.units.length ? { epcList: epcs(names, event.units), 'fb:lot': lot } : { quantityList: [kilograms(lot, netKg)] }),
    ...weightsOf(event.units, names, { allKg: netKg, isWeighed: true }),
    ...atFacility(event, names),
    bizTransactionList: [{ type: 'recadv', bizTransaction: names.of('event', event.id) }],
    ...parties(names, null, event.holderId ?? ''),
  }
}
const certified: Body = (event, names) => {
  const { sellerId = '', buyerId = '', lines = [] } = event.certificate ?? {}
  const address = names.of('certificate', event.subjectId)
  return given({
    bizTransactionList: [{ type: 'cert', bizTransaction: address }],
    quantityList: lots(names, lines),
    sourceList: sellerId ? [{ type: 'owning_party', source: names.of('party', sellerId) }] : undefined,
    destinationList: buyerId ? [{ type: 'owning_party', destination: names.of('party', buyerId) }] : undefined,
    certificationInfo: text(event.data.verifyUrl) || address,
  })
}
/** The same paper and kilograms as when it was issued; it vouches for nothing any more. */
const uncertified: Body = (event, names) => {
  const { certificationInfo: _, ...rest } = certified(event, names)
  const newer = text(event.data.replacedById)
  return newer ? { ...rest, 'fb:replacedBy': names.of('certificate', newer) } : rest
}
/** It is read where it leaves, and is afterwards where it goes. */
const moved: Body = (event, names) => ({ ...theLot(event, names), ...(event.leftId ? { readPoint: { id: names.readPoint(event.leftId) } } : {}) })
const counted: Body = (event, names) => {
  const countedKg = number(event.data.countedKg)
  return {
    quantityList: [kilograms(names.of('batch', event.subjectId), countedKg)],
    ...atFacility(event, names),
    ...(countedKg > 0 ? {} : { 'fb:countedKg': 0 }),
  }
}
/** The books after it; what was put right in them is said besides. */
const adjusted: Body = (event, names) => ({ ...theLot(event, names), 'fb:deltaKg': number(event.data.deltaKg) })
/** Of a line and not of goods: what it was cleaned of is nobody's lot. */
const cleaned: Body = (event, names) => ({
  epcList: [names.of('facility', event.subjectId)],
  ...atFacility(event, names),
  'fb:method': text(event.data.method),
  ...(number(event.data.purgeKg) > 0 ? { 'fb:purgedKg': number(event.data.purgeKg) } : {}),
})
/** Properties of fibre have no word in EPCIS; units are in their names. */
const qualities = {
  stapleMm: 'fb:stapleMm',
  mic: 'fb:micronaire',
  strength: 'fb:strengthGPerTex',
  trash: 'fb:trashPercent',
  moisture: 'fb:moisturePercent',
} as const
const tested: Body = ({ data, ...event }, names) => {
  const found = Object.entries(qualities).flatMap(([field, term]) => (typeof data[field] === 'number' ? [[term, data[field]]] : []))
  return { ...theLot({ ...event, data, subjectId: text(data.batchId) }, names), ...Object.fromEntries(found) }
}
const laboratory =
  (type: 'testprd' | 'testres', kind: 'sample' | 'report', no: string): Body =>
  (event, names) => ({
    ...theLot(event, names),
    bizTransactionList: [{ type, bizTransaction: names.of(kind, event.holderId ?? 'unknown', text(event.data[no])) }],
    'fb:test': text(event.data.kind),
  })
const withheld: Body = (event, names) => ({ ...theLot(event, names), persistentDisposition: { set: ['unavailable'] } })
const freed: Body = (event, names) => ({ ...theLot(event, names), persistentDisposition: { unset: ['unavailable'] } })
const recalled: Body = (event, names) => ({ ...theLot(event, names), 'fb:recall': names.of('recall', text(event.data.caseId)) })
const lost: Body = (event, names) => ({
  quantityList: [kilograms(names.of('batch', event.subjectId), totalKg(event.taken))],
  ...atFacility(event, names),
})
/** What was taken of the lot, by the ledger; of waste that has been taken back, too. */
const wasted: Body = (event, names) => ({
  quantityList: lots(names, event.taken.length ? event.taken : [{ lotId: text(event.data.batchId), kg: number(event.data.kg) }]),
  ...atFacility(event, names),
})

const seen = { type: 'ObjectEvent', action: 'OBSERVE' } as const
const ended = { type: 'TransactionEvent', action: 'DELETE', bizStep: 'fb:BizStep-withdrawing' } as const
const made = { type: 'TransformationEvent', bizStep: 'commissioning' } as const

export const epcisMapping: Readonly<Record<EpcisName, MappingRow>> = {
  'crop.SEED_RECEIPT': { ...seen, bizStep: 'receiving', disposition: 'in_progress', body: seedReceived },
  'crop.SOWING': { ...made, disposition: 'active', body: sowing },
  'crop.RESOWING': { ...made, disposition: 'active', body: sowing },
  'crop.SEED_TREATMENT': { ...seen, bizStep: 'fb:BizStep-input_application', disposition: 'active', body: input },
  'crop.PLANT_PROTECTION': { ...seen, bizStep: 'fb:BizStep-input_application', disposition: 'active', body: input },
  'croppingsystem.INPUT_APPLICATION': {
    ...seen,
    bizStep: 'fb:BizStep-input_application',
    disposition: 'active',
    body: inputOnSystem,
  },
  'crop.SCOUTING': { ...seen, bizStep: 'inspecting', disposition: 'active', body: scouting },
  'crop.INTERNAL_INSPECTION': { ...seen, bizStep: 'inspecting', disposition: 'active', body: inspected },
  'landparcel.INTERNAL_INSPECTION': { ...seen, bizStep: 'inspecting', disposition: 'active', body: plotInspected },
  'crop.HARVEST': { type: 'ObjectEvent', action: 'ADD', bizStep: 'commissioning', disposition: 'active', body: harvest },
  'productbatch.PURCHASE': { ...seen, bizStep: 'receiving', disposition: 'in_progress', body: purchase },
  'productbatch.HEAP_BUILT': { ...made, disposition: 'in_progress', body: transformed },
  'productbatch.MERGE': { ...made, disposition: 'in_progress', body: transformed },
  'productbatch.SPLIT': { ...made, disposition: 'in_progress', body: transformed },
  'processingsystem.CLEANING': { ...seen, bizStep: 'fb:BizStep-cleaning', disposition: 'active', body: cleaned },
  'processingsystem.PROCESS_RUN': { ...made, disposition: 'in_progress', body: transformed },
  'processingsystem.BALE_PRESSED': { ...made, disposition: 'active', body: pressed },
  'productbatch.REPACK': { ...seen, bizStep: 'repackaging', disposition: 'in_progress', body: repacked },
  'productbatch.RELABEL': { ...seen, bizStep: 'repackaging', disposition: 'in_progress', body: relabelled },
  'productbatch.LOADED': { type: 'AggregationEvent', action: 'ADD', bizStep: 'loading', disposition: 'in_progress', body: shipment },
  'productbatch.UNLOADED': { type: 'AggregationEvent', action: 'DELETE', bizStep: 'unloading', disposition: 'in_progress', body: shipment },
  'productbatch.DISPATCH': { ...seen, bizStep: 'shipping', disposition: 'in_transit', body: dispatched },
  'processingsystem.GOODS_RECEIVED': { ...seen, bizStep: 'receiving', disposition: 'in_progress', body: received },
  'transactioncertificate.ISSUED': {
    type: 'TransactionEvent',
    action: 'ADD',
    bizStep: 'accepting',
    disposition: 'conformant',
    body: certified,
  },
  'transactioncertificate.WITHDRAWN': { ...ended, disposition: 'non_conformant', body: uncertified },
  // Of the goods it says nothing: the newer certificate does.
  'transactioncertificate.REVISED': { ...ended, body: uncertified },
  'productbatch.MOVE': { ...seen, bizStep: 'storing', disposition: 'available', body: moved },
  'productbatch.STOCK_COUNTED': { ...seen, bizStep: 'stock_taking', disposition: 'available', body: counted },
  // A proposal changes nothing; whether the goods may be used it does not say.
  'productbatch.ADJUST_APPROVED': { ...seen, bizStep: 'cycle_counting', body: adjusted },
  'processingsystem.QC_TEST': { ...seen, bizStep: 'inspecting', disposition: verdict, body: tested },
  'productbatch.SAMPLE_TAKEN': {
    ...seen,
    bizStep: 'sampling',
    disposition: 'in_progress',
    body: laboratory('testprd', 'sample', 'sampleNo'),
  },
  'productbatch.LAB_RESULT': {
    ...seen,
    bizStep: 'inspecting',
    disposition: verdict,
    body: laboratory('testres', 'report', 'reportNo'),
  },
  'productbatch.QUARANTINE': { ...seen, bizStep: 'holding', disposition: 'non_sellable_other', body: withheld },
  'productbatch.RELEASE': { ...seen, bizStep: 'accepting', disposition: 'available', body: freed },
  'productbatch.HOLD_LIFTED': { ...seen, bizStep: 'accepting', disposition: 'available', body: freed },
  'productbatch.RECALL': { ...seen, bizStep: 'holding', disposition: 'recalled', body: recalled },
  'productbatch.LOSS': { type: 'ObjectEvent', action: 'DELETE', bizStep: 'destroying', disposition: 'destroyed', body: lost },
  'productbatch.DISPOSAL': { type: 'ObjectEvent', action: 'DELETE', bizStep: 'destroying', disposition: 'destroyed', body: lost },
  // Nobody receives it: it is lost to the books (docs/decisions/0114).
  'processingsystem.WASTE_OUT': { type: 'ObjectEvent', action: 'DELETE', bizStep: 'destroying', disposition: 'destroyed', body: wasted },
}
