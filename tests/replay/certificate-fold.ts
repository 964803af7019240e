// What the domain dictionary says of a scope certificate (5.3, BR-12 T01) and of a transaction certificate (5.5), as folds over their
// facts in order of occurrence. Written from the dictionary alone: nothing here is imported from the product.
import type { Fact, Fold, Folded } from './engine.ts'

type Rules = Readonly<Record<string, { from: readonly string[]; to: string }>>

/** A month apart, from 10 May 2025. */
export const dateOf = (day: number): string => new Date(Date.UTC(2025, 3 + day, 10)).toISOString().slice(0, 10)
/** The day on which everything is asked at the end. */
export const today = '2026-01-15'
/** The day before each fact and its own, from before the first to today. */
export const days = [...Array.from({ length: 9 }, (_, place) => dateOf(place)).flatMap((day) => [day.replace(/10$/, '09'), day]), today]

/** On it the lot was sent to the holder. Sent in a suspension, or after a withdrawal, its claim is shown on no day until the body has decided (BR-12). */
export const shippedOn = '2025-11-22'

/** On these the public page is read too. */
export const isShown = (day: string): boolean => day.endsWith('-10') || day === today

/** Of one term. `covers`: the days of `days` on which it supports a claim, also on the public page of a lot in the holder's hands. */
export type Certificate = { status: string; coveredDays: string[]; pages: string[]; isEditable: boolean }
export type Term = { validFrom: string; validTo: string }

const ofScope: Rules = {
  CONFIRMED: { from: ['PROPOSED'], to: 'VALID' },
  REJECTED: { from: ['PROPOSED'], to: 'REJECTED' },
  SUSPENDED: { from: ['VALID'], to: 'SUSPENDED' },
  REINSTATED: { from: ['SUSPENDED'], to: 'VALID' },
  WITHDRAWN: { from: ['VALID', 'SUSPENDED'], to: 'WITHDRAWN' },
}
/** After its last day it has expired by itself: it may still be confirmed or rejected, and nothing else happens to it. */
const decisions: readonly string[] = ['CONFIRMED', 'REJECTED']

export const foldCertificate =
  ({ validFrom, validTo }: Term): Fold<Certificate> =>
  (facts): Folded<Certificate> => {
    let status = 'PROPOSED'
    for (const fact of facts) {
      // The clock brings nothing about that the dates do not say.
      if (fact.type === 'CLOCK') continue
      const rule = ofScope[fact.type]
      if (!rule) throw new Error(`The fold knows no ${fact.type}`)
      if (!decisions.includes(fact.type) && dateOf(fact.day) > validTo) return { impossible: fact, because: 'the certificate has expired' }
      if (!rule.from.includes(status)) return { impossible: fact, because: `the certificate is ${status}` }
      status = rule.to
    }
    const isConfirmed = status !== 'PROPOSED' && status !== 'REJECTED'
    const restricts = (day: string): boolean => {
      const last = facts.filter((fact) => ['SUSPENDED', 'REINSTATED', 'WITHDRAWN'].includes(fact.type) && dateOf(fact.day) <= day).at(-1)?.type
      return last === 'SUSPENDED' || last === 'WITHDRAWN'
    }
    const coveredDays = days.filter((day) => isConfirmed && validFrom <= day && day <= validTo && !restricts(day))
    const isUndecided = isConfirmed && validFrom <= shippedOn && shippedOn <= validTo && restricts(shippedOn)
    const isOver = validTo < today && ['VALID', 'SUSPENDED'].includes(status)
    return {
      state: { status: isOver ? 'EXPIRED' : status, coveredDays, pages: isUndecided ? [] : coveredDays.filter(isShown), isEditable: status === 'PROPOSED' },
    }
  }

/**
 * `isSeenByBuyer`: confidential between seller and certification body until it is issued. `reservedKg`, `issuedKg`: what it binds of the lot that it was drafted from;
 * `isRestricted`: what was sent by its shipment is restricted. `freeKg`: of that lot, to be certified.
 */
export type Transaction = { status: string; isSeenByBuyer: boolean; reservedKg: number; issuedKg: number; freeKg: number; isRestricted: boolean; tcNo: unknown }

const ofTransaction: Rules = {
  SUBMITTED: { from: ['DRAFT', 'CORRECTION'], to: 'SUBMITTED' },
  CANCELLED: { from: ['DRAFT', 'SUBMITTED', 'CORRECTION'], to: 'CANCELLED' },
  REVIEW_STARTED: { from: ['SUBMITTED'], to: 'UNDER_REVIEW' },
  CORRECTION_ASKED: { from: ['UNDER_REVIEW'], to: 'CORRECTION' },
  REJECTED: { from: ['UNDER_REVIEW'], to: 'REJECTED' },
  ISSUED: { from: ['UNDER_REVIEW'], to: 'ISSUED' },
  WITHDRAWN: { from: ['ISSUED'], to: 'WITHDRAWN' },
}

/** `kg`: of its one line; the lot it was sent from had as much, and no other certificate. */
export const foldTransaction =
  (kg: number): Fold<Transaction> =>
  (facts: readonly Fact[]): Folded<Transaction> => {
    let status = 'DRAFT'
    for (const fact of facts) {
      const rule = ofTransaction[fact.type]
      if (!rule) throw new Error(`The fold knows no ${fact.type}`)
      if (!rule.from.includes(status)) return { impossible: fact, because: `the certificate is ${status}` }
      status = rule.to
    }
    const isReserved = ['SUBMITTED', 'UNDER_REVIEW', 'CORRECTION'].includes(status)
    const isIssued = ['ISSUED', 'WITHDRAWN'].includes(status)
    const tcNo = facts.findLast(({ type }) => type === 'ISSUED')?.data.tcNo ?? null
    const bound = { reservedKg: isReserved ? kg : 0, issuedKg: isIssued ? kg : 0, freeKg: isReserved || isIssued ? 0 : kg }
    return { state: { status, isSeenByBuyer: isIssued, ...bound, isRestricted: status === 'WITHDRAWN', tcNo } }
  }
