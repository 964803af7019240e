// What is known of one recorded event when it leaves as an EPCIS event: plain facts that the server reads in sets, and the addresses by which
// an EPCIS document names things. Nothing here names a person.
import type { Material } from '../../kernel/terms.ts'

/** Kilograms of a lot that an event took or brought. */
export type LotKg = { lotId: string; kg: number }
/**
 * A numbered unit in an event. `kg`: what it weighs from now on, where the event says so. `bookedKg`: its share of what the books had of its lot at that moment; null
 * where the event says its weight, or nothing is known of it.
 */
export type UnitFact = { ownerId: string; unitNo: string; from: string | null; to: string | null; kg: number | null; bookedKg: number | null }

export type EventFacts = {
  id: string
  /** As the table of the mapping has it: `crop.SOWING`. */
  name: string
  subjectId: string
  occurredAt: string
  /** Day of the programme. */
  day: string
  recordedAt: string
  data: Readonly<Record<string, unknown>>
  voided: { at: string; isReplaced: boolean; reason: string | null } | null
  supersedesId: string | null
  /** By the ledger, when the event was recorded. */
  taken: readonly LotKg[]
  brought: readonly LotKg[]
  /** What the lots are made of that a run brought, by their ids. */
  materials: ReadonlyMap<string, Material>
  wasteKg: number
  invisibleKg: number
  units: readonly UnitFact[]
  /** Of a packing: units that were in the lot and are not any more. */
  ended: readonly Pick<UnitFact, 'ownerId' | 'unitNo'>[]
  /** What the books had of the lot at the moment of the event, when it was recorded. */
  onHandKg: number
  /** Where it was: a facility, or a plot. Of a lot that was moved the facility that it came to. */
  facilityId: string | null
  /** The facility that a lot was moved out of. */
  leftId: string | null
  parcelId: string | null
  /** Crops of the cropping system that it is of, as far as there were any. */
  cropIds: readonly string[]
  farmerId: string | null
  /** Operator or processor that holds the lot or the facility. */
  holderId: string | null
  lotNo: string | null
  /** Of the input that was used, as it is called now. */
  inputName: string | null
  country: string | null
  certificate: { sellerId: string; buyerId: string; lines: readonly LotKg[] } | null
}

/** Something that is named in the document. */
export type Thing =
  | 'batch'
  | 'crop'
  | 'croppingsystem'
  | 'facility'
  | 'party'
  | 'certificate'
  | 'recall'
  | 'event'
  | 'seedlot'
  | 'shipment'
  | 'invoice'
  | 'transport'
  | 'sample'
  | 'report'
export type Naming = {
  /** `https://{host}/id/`: below it lies everything that the programme names. */
  base: string
  /** What a plot and a grower are called: always the same for everybody, and found out by nobody who has a list of ids. */
  mask(kind: 'parcel' | 'grower' | 'store', id: string): string
  /** SHA-256 of a text, as RFC 6920 has it in an address (base64url). */
  digest(text: string): string
  /** The company prefix that GS1 gave the programme; null: it has none. */
  gs1Prefix?: string | null
  /** GS1 keys of facilities (GLN) and lots (GTIN with number), by kind and id, as far as they have one. */
  gs1Keys?: ReadonlyMap<string, string>
  /** Addresses by which facilities name where goods are read there, by the facility's id. */
  readPoints?: ReadonlyMap<string, string>
}

/** Where GS1 resolves its keys (GS1 Digital Link). */
export const gs1Address = 'https://id.gs1.org/'

/** Addresses of things, stable for as long as the programme keeps its host. */
export function namesOf({ base, mask, gs1Prefix = null, gs1Keys, readPoints }: Naming) {
  const of = (kind: Thing, ...parts: string[]): string =>
    (kind === 'shipment' ? shippedAs(gs1Prefix, parts.at(-1) ?? '') : gs1Keys?.get(`${kind} ${parts.join('/')}`)) ??
    `${base}${kind}/${parts.map(encodeURIComponent).join('/')}`
  return {
    of,
    /** Where goods are read at a facility: as it says itself, else the facility. */
    readPoint: (facilityId: string): string => readPoints?.get(facilityId) ?? of('facility', facilityId),
    term: (name: string): string => `${base}voc/${name}`,
    unit: ({ ownerId, unitNo }: Pick<UnitFact, 'ownerId' | 'unitNo'>): string => `${base}unit/${ownerId}/${encodeURIComponent(unitNo)}`,
    parcel: (id: string): string => `${base}place/${mask('parcel', id)}`,
    store: (parcelId: string): string => `${base}place/${mask('store', parcelId)}`,
    grower: (id: string): string => `${base}grower/${mask('grower', id)}`,
    waste: (facilityId: string): string => `${base}waste/${facilityId}`,
  }
}
/** The number of a shipment at GS1: the digit of its packing, then the prefix of the company that gave it. */
const shippedAs = (prefix: string | null, sscc: string): string | undefined =>
  prefix && /^\d{18}$/.test(sscc) && sscc.startsWith(prefix, 1) ? `${gs1Address}00/${sscc}` : undefined

export type Names = ReturnType<typeof namesOf>
