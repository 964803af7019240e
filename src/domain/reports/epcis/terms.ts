// The EPCIS 2.0 event as far as we write it (GS1 EPCIS 2.0, section 7; JSON-LD binding), and words of the Core Business Vocabulary.

export const epcisContext = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'

/** Prefixes of terms that are no words of EPCIS. GS1's context protects `gs1`, so that it may be declared again only as this. */
export const prefixes = { gs1: 'https://gs1.org/voc/', cbvmda: 'urn:epcglobal:cbv:mda:' } as const

/** A quantity with a unit of measure is more than nothing (EPCIS 2.0, QuantityElement); without one it is not specified. */
export type QuantityElement = { epcClass: string; quantity?: number; uom?: 'KGM' | 'GRM' | 'LTR' | 'MLT' | 'H87' }
/** The mass of all that an event names; with the method where nobody weighed it at that moment. */
export type SensorElement = { sensorReport: { type: 'Mass'; value: number; uom: 'KGM'; dataProcessingMethod?: string }[] }
type Party = 'owning_party' | 'possessing_party'
export type Transaction = { type: 'bol' | 'cert' | 'desadv' | 'inv' | 'recadv' | 'testprd' | 'testres'; bizTransaction: string }
export type Source = { type: Party; source: string }
export type Destination = { type: Party; destination: string }
export type ErrorDeclaration = { declarationTime: string; reason: 'did_not_occur' | 'incorrect_data'; correctiveEventIDs?: string[] }

/** What differs between kinds of event; `extensions` are members of our own namespace. */
export type EpcisBody = {
  epcList?: string[]
  quantityList?: QuantityElement[]
  inputEPCList?: string[]
  inputQuantityList?: QuantityElement[]
  outputEPCList?: string[]
  outputQuantityList?: QuantityElement[]
  transformationID?: string
  parentID?: string
  childEPCs?: string[]
  childQuantityList?: QuantityElement[]
  sensorElementList?: SensorElement[]
  persistentDisposition?: { set?: string[]; unset?: string[] }
  readPoint?: { id: string }
  bizLocation?: { id: string }
  bizTransactionList?: Transaction[]
  sourceList?: Source[]
  destinationList?: Destination[]
  ilmd?: Record<string, unknown>
  certificationInfo?: string
  [extension: `fb:${string}`]: unknown
}
export type EpcisKind = 'ObjectEvent' | 'AggregationEvent' | 'TransactionEvent' | 'TransformationEvent'
export type EpcisEvent = EpcisBody & {
  type: EpcisKind
  eventID: string
  eventTime: string
  eventTimeZoneOffset: string
  recordTime: string
  action?: 'ADD' | 'OBSERVE' | 'DELETE'
  bizStep: string
  disposition?: string
  errorDeclaration?: ErrorDeclaration
}
export type EpcisDocument = {
  '@context': [string, Record<string, string>]
  type: 'EPCISDocument'
  schemaVersion: '2.0'
  creationDate: string
  epcisBody: { eventList: EpcisEvent[] }
}
