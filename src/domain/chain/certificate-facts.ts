// What the checks of a transaction certificate (BR-12) look at, as plain facts: whoever has them (a server, a test, a form) can judge. Kilograms
// as they are stored; the checks work in whole grams.

import type { PartyStatus } from '../certification/party-then.ts'
import type { Validity } from '../certification/scope-validity.ts'
import type { Claim, Material } from '../kernel/terms.ts'
import type { GmoStatus } from '../rules/gmo.ts'
import type { FlowProblem } from './reconciliation.ts'

/** A facility, by its id and its name. */
export type PlaceFacts = { id: string; name: string }
/** A dispatch that a shipment names, as it is recorded. Days are those of the programme. `place`: where the lot lay when it was sent; null: not known. */
export type DispatchFacts = {
  id: string
  lotId: string
  lot: string
  kg: number
  day: string
  invoiceNo: string
  isBySeller: boolean
  isToBuyer: boolean
  place: PlaceFacts | null
}
export type ShipmentFacts = {
  date: string
  invoiceNo: string
  netKg: number
  /** Null: none is named, or what is named was taken back. */
  dispatch: DispatchFacts | null
  /** Another live certificate that has this dispatch. */
  takenBy: string | null
}
export type LineFacts = {
  lotId: string
  productId: string
  product: string
  hsCode: string | null
  /** Of the product itself. */
  productHsCode: string | null
  claim: Claim
  netKg: number
  certifiedKg: number
  /** Of the product and of the lot, the lower one (5.5). */
  organicShare: number
}
/** A lot of the lines as it is now. Kilograms of `onHandKg` and `shippedKg`: in it, and sent out of it; `boundKg`: by other certificates than this one and the one it replaces. */
export type LotFacts = {
  id: string
  lot: string
  productId: string
  claim: Claim
  gmo: GmoStatus
  material: Material
  producedOn: string | null
  isRestricted: boolean
  onHandKg: number
  shippedKg: number
  boundKg: number
}
/** A product that a scope certificate covers, up to this claim (null: under every claim), at this facility (null: at every one of the holder). */
export type AnnexLine = { productId: string; claim: Claim | null; place: PlaceFacts | null }
/** A scope certificate with what it was on each day of shipment. `stopped`: by its body, on the day of judging; null also where the certificate was issued, and what came since leaves it valid. */
export type ScopeFacts = {
  no: string
  days: readonly { day: string; validity: Validity }[]
  stopped: { validity: 'SUSPENDED' | 'WITHDRAWN'; day: string } | null
  annex: readonly AnnexLine[]
}
/** What a group has sold, bought and could have grown under this claim or a higher one in a season (BR-12 T08). */
export type GroupFacts = {
  season: string
  claim: Claim
  /** A line of this certificate has this claim; otherwise those of others alone, which is lower. */
  isRequested: boolean
  /** By its other live certificates. */
  certifiedKg: number
  /** Of this one. */
  thisKg: number
  /** Bought of approved farmers. */
  purchasedKg: number
  /** Σ min(estimate × tolerance of BR-08, ceiling) of their crops. */
  ceilingKg: number
  /** Crops of which goods were bought, without estimate and ceiling. */
  cropsUnknown: number
}
/** The list of approved farmers that is signed and in force for the scheme and a season of a group’s goods; `version` null: there is none. `missing`: growers of the goods who are not on it, `member` one of them. */
export type ListFacts = { season: string; version: number | null; missing: number; member: string | null }
/** Not confirmed by the farmer in time or at all, disputed, or written far from the centre (BR-08). */
export type UndecidedTicket = { lot: string; receiptNo: string; kg: number }
/** Certified goods of one material in a processor's hands (BR-12a); see reconciliation.ts. */
export type FlowFacts = { material: Material; claim: Claim; inKg: number; coveredKg: number; gapShare: number; problem: FlowProblem | null }
/**
 * Kilograms of an input certificate: issued, and used by other live certificates. `isTo`: this seller bought by it. `certifiedShare`: of its net weight.
 * `materials`: of the goods on it.
 */
export type InputFacts = {
  no: string
  isIssued: boolean
  /** A newer one has taken its place: what was made of its goods before stands. */
  isReplaced?: boolean
  isTo: boolean
  issuedKg: number
  certifiedShare: number
  usedKg: number
  thisKg: number
  materials: readonly Material[]
}

/**
 * An input certificate from elsewhere, known by what certificates of this programme say of it. `body`: who issued it, empty: not said. `statedKg`: on it by this one; `usedKg`: by other live
 * certificates. `other`: one that states another weight.
 */
export type ExternalInput = {
  no: string
  body: string
  kg: number
  statedKg: number | null
  /** The least weight that other certificates state. */
  othersStateKg: number | null
  usedKg: number
  /** Whether the others are all of the same seller and body, so that whoever reads these checks may read them. */
  isOpen: boolean
  /** One that states another weight; `certificate` null: of another seller or body. */
  other: { certificate: string | null; kg: number } | null
  /** It is the number of an issued certificate of this programme. */
  isOfProgramme: boolean
}

/** What a party was at each dispatch that is named, and is on the day of judging; `now` null: the certificate was issued, and what came since leaves it valid. */
export type PartyFacts = { name: string; now: PartyStatus | null; sent: readonly { day: string; status: PartyStatus }[] }

export type CertificateFacts = {
  /** The day on which it is judged, or submitted. */
  day: string
  shipments: readonly ShipmentFacts[]
  lines: readonly LineFacts[]
  lots: readonly LotFacts[]
  seller: { kind: 'collective' | 'processor'; scope: ScopeFacts | null; party?: PartyFacts | null }
  /** `isBody`, `isScheme`: the seller’s scope certificate is of the body and the scheme of this one. */
  issuer: { name: string; isActive: boolean; isBody: boolean; isScheme: boolean }
  /** `isScheme`: the buyer’s scope certificate is of the scheme of this one. */
  buyer: { name: string; isFinal: boolean; scope: ScopeFacts | null; isScheme: boolean; party?: PartyFacts | null }
  /** Recorded dispatches of its lots by this seller to this buyer, on a certificate or on none: what its shipments may name. */
  sentOften: number
  /** Parties that the named dispatches went to; 0: none is named. */
  consignees: number
  /** Lots above or below those of the lines that are restricted, beside themselves. */
  restricted: readonly { lot: string; reason: string; words?: string | null }[]
  /** Null: the seller is no group. */
  groups: readonly GroupFacts[] | null
  /** Of each season of the goods of a group. */
  lists: readonly ListFacts[]
  /** Null: the seller is no processor. */
  flows: readonly FlowFacts[] | null
  /** Tickets that goods of a group come from, on which something is still to be decided. */
  undecided: readonly UndecidedTicket[]
  /** Goods that are to be certified as in conversion, where the scheme needs months of them: full months from the start of conversion to the picking, of each crop; null: not known. */
  inConversion: readonly { lotId: string; needed: number; months: number | null }[]
  inputs: readonly InputFacts[]
  externalInputs: readonly ExternalInput[]
  /** The certificate whose place it takes: what others have used of it, whether it went to the same buyer, is in force (or was until this one was issued), and certifies to the same buyer all that this one does. */
  replaced: { no: string; usedKg: number; isSameBuyer: boolean; isIssued: boolean; hasAll: boolean } | null
  documents: readonly string[]
  files: number
  isDeclared: boolean
  /** From the kilogram-weighted origin to the gin; `unplacedKg`: of origin without a mapped plot. Null: goods of no gin. */
  distance: { km: number | null; furthestKm: number | null; unplacedKg: number; gin: string | null } | null
  /** Numbers of invoices that are on other live certificates of the seller. */
  invoicesTaken: readonly { invoiceNo: string; certificate: string }[]
}
