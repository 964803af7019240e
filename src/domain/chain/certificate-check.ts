// What a check of a transaction certificate answers (BR-12): its code, what came of it, what it looked at, and a sentence.
import type { Sentence } from '../messages/message.ts'
import type { Words } from '../messages/values.ts'

/** OK: it holds. REVIEW: the certification body decides. BLOCK: it cannot be submitted or issued. */
export type CheckOutcome = 'OK' | 'REVIEW' | 'BLOCK'
export type CheckUnit = 'kg' | 'days' | 'km' | 'months' | 'share' | 'day' | 'count' | 'text' | 'claim'
/** `of`: whose value it is, where there are several. */
/** `terms`: what besides `of` it is a value of, in words of the product (a material, a claim). A claim is its code. `words`: of a text that the product worded. */
export type CheckInput = { label: string; of?: string; terms?: readonly string[]; value: number | string | null; unit: CheckUnit; words?: Words }
export type Check = { code: CheckCode; outcome: CheckOutcome; sentence: Sentence; inputs: readonly CheckInput[] }

export const checkTitles = {
  T01: 'Seller’s scope certificate on every day of shipment',
  T02: 'Issued by the seller’s certification body',
  T03: 'Products on the scope certificate',
  T04: 'Buyer’s scope certificate',
  T05: 'Kilograms shipped and free to certify',
  T06: 'Goods and shipments weigh the same',
  T07: 'Nothing held back in the chain',
  T08: 'Approved farmer list and yields',
  T09: 'Reconciliation of the processor',
  T10: 'Claim of the lots',
  T11: 'Number and span of the shipments',
  T12: 'Documents and declaration',
  T13: 'GMO test',
  T14: 'Distance from farm to gin',
  T15: 'Made before it was sent',
  T16: 'Each invoice certified once',
  T17: 'Submitted in time',
} as const
export type CheckCode = keyof typeof checkTitles
export const checkCodes = Object.keys(checkTitles) as CheckCode[]

type Inputs = readonly CheckInput[]
export const holds = (code: CheckCode, sentence: Sentence, inputs: Inputs = []): Check => ({ code, outcome: 'OK', sentence, inputs })
export const toReview = (code: CheckCode, sentence: Sentence, inputs: Inputs = []): Check => ({ code, outcome: 'REVIEW', sentence, inputs })
export const stops = (code: CheckCode, sentence: Sentence, inputs: Inputs = []): Check => ({ code, outcome: 'BLOCK', sentence, inputs })
