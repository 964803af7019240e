// The farmer's word on a ticket, whatever else was entered (BR-08).
import { describe, expect, it } from 'vitest'
import { payable, wordOn } from './tickets.ts'

const event = (eventType: string, day: number, data: Record<string, unknown> = {}) => ({
  eventType,
  occurredAt: `2025-11-${String(day).padStart(2, '0')}T04:00:00.000Z`,
  data,
})
const ticket = event('PURCHASE', 3)
const on = (day: number) => new Date(`2025-11-${String(day).padStart(2, '0')}T04:00:00.000Z`)

describe('the word of the farmer on a ticket', () => {
  it('is awaited, asked for, and overdue after the hours of the programme', () => {
    expect(wordOn(ticket, [], on(4), 48).state).toBe('WAITING')
    expect(wordOn(ticket, [event('PURCHASE_ASKED', 4)], on(4), 48).state).toBe('ASKED')
    expect(wordOn(ticket, [event('PURCHASE_ASKED', 4)], on(6), 48).state).toBe('OVERDUE')
  })
  it('is not what the buyer has entered, but for a paper that the farmer has signed', () => {
    for (const farmerConfirmation of ['OTP', 'IVR']) expect(wordOn(event('PURCHASE', 3, { farmerConfirmation }), [], on(4), 48).state).toBe('WAITING')
    const signed = { farmerConfirmation: 'SIGNATURE', signedSlip: ['a-file'] }
    expect(wordOn(event('PURCHASE', 3, signed), [], on(20), 48)).toMatchObject({ state: 'SIGNED', by: 'PAPER', confirmedAt: ticket.occurredAt })
    for (const signedSlip of [null, []]) expect(wordOn(event('PURCHASE', 3, { ...signed, signedSlip }), [], on(4), 48).state).toBe('WAITING')
  })
  it('is given by a code that was asked for since the last dispute, not by a call', () => {
    const [code, call] = [event('PURCHASE_ASKED', 4, { by: 'SMS' }), event('PURCHASE_ASKED', 4, { by: 'CALL' })]
    const disputed = event('PURCHASE_DISPUTED', 5, { reason: '40 kg less' })
    for (const replies of [[], [call], [code, disputed], [code, disputed, call], [{ ...code, isEarlier: true }]])
      expect(wordOn(ticket, replies, on(6), 48).takesCode).toBe(false)
    for (const replies of [[code], [code, disputed, code], [code, call]]) expect(wordOn(ticket, replies, on(6), 48).takesCode).toBe(true)
  })
  it('is the last one: a dispute after a confirmation counts, and a confirmation after a dispute', () => {
    const [confirmed, disputed] = [event('PURCHASE_CONFIRMED', 4), event('PURCHASE_DISPUTED', 5, { reason: '40 kg less' })]
    expect(wordOn(ticket, [confirmed, disputed], on(9), 48)).toMatchObject({ state: 'DISPUTED', reason: '40 kg less' })
    expect(wordOn(ticket, [disputed, event('PURCHASE_ATTESTED', 6)], on(9), 48)).toMatchObject({ state: 'CONFIRMED', by: 'CALL' })
    expect(wordOn(event('PURCHASE', 3, { farmerConfirmation: 'SIGNATURE', signedSlip: ['a-file'] }), [disputed], on(9), 48).state).toBe('DISPUTED')
  })
})

it('what is paid is rounded once', () => {
  expect(payable({ netKg: 100.5, pricePerKg: 7200, premiumPerKg: 33, deductions: 100 })).toBe(Math.round(100.5 * 7233) - 100)
})
it('is what an imported book says, until the farmer says something else', () => {
  const imported = { ...event('PURCHASE', 3, { farmerConfirmation: 'OTP' }), isFromBook: true }
  expect(wordOn(imported, [], on(20), 48).state).toBe('IMPORTED')
  expect(wordOn(imported, [event('PURCHASE_DISPUTED', 5, { reason: 'Less' })], on(20), 48).state).toBe('DISPUTED')
})
