// The orange button must be the step that moves a record on, never the one that suspends somebody.
import { describe, expect, it } from 'vitest'
import { croptype } from '#domain/cropping/croptype.ts'
import { landparcel } from '#domain/land/landparcel.ts'
import { farmer } from '#domain/people/farmer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { isGrave, onlyEnds, possibleEvents, suggestedEvent } from './next-action.ts'

const record = (status: string, may: string[]) => ({ status, may }) as unknown as RecordAnswer

describe('suggestedEvent', () => {
  it('offers nothing when nothing moves the record on', () => {
    expect(suggestedEvent(farmer, record('ACTIVE', ['edit', 'SUSPENDED', 'EXITED', 'VISIT']))).toBeUndefined()
    expect(suggestedEvent(farmer, record('PENDING', []))).toBeUndefined()
  })
  it('does not offer to map a verified plot again: that would be a step back', () => {
    expect(suggestedEvent(landparcel, record('VERIFIED', ['edit', 'BOUNDARY_CAPTURED', 'SOIL_TEST']))).toBeUndefined()
    expect(suggestedEvent(landparcel, record('DRAFT', ['edit', 'BOUNDARY_CAPTURED', 'SOIL_TEST']))).toBe('BOUNDARY_CAPTURED')
  })
  it('offers sending a draft, approving what waits, reinstating who is suspended', () => {
    expect(suggestedEvent(farmer, record('DRAFT', ['edit', 'SUBMITTED', 'VISIT']))).toBe('SUBMITTED')
    expect(suggestedEvent(farmer, record('PENDING', ['RETURNED', 'APPROVED', 'VISIT']))).toBe('APPROVED')
    expect(suggestedEvent(farmer, record('SUSPENDED', ['EXITED', 'REINSTATED']))).toBe('REINSTATED')
  })
})

describe('possibleEvents', () => {
  it('leaves out rights that are no events', () => {
    expect(possibleEvents(farmer, record('DRAFT', ['edit', 'retire', 'VISIT', 'SUBMITTED']))).toEqual(['SUBMITTED', 'VISIT'])
  })
})

describe('onlyEnds', () => {
  it('holds where a crop type can only be put out of use, and where nothing can be recorded at all', () => {
    expect(onlyEnds(croptype, record('ACTIVE', ['edit', 'RETIRED']))).toBe(true)
    expect(onlyEnds(croptype, record('ACTIVE', ['edit']))).toBe(true)
  })
  it('does not hold while something that leaves the record in use can be recorded, or it can come back into use', () => {
    expect(onlyEnds(farmer, record('ACTIVE', ['edit', 'SUSPENDED', 'VISIT']))).toBe(false)
    expect(onlyEnds(croptype, record('RETIRED', ['edit', 'REINSTATED']))).toBe(false)
  })
})

describe('isGrave', () => {
  it('sets suspension apart from a visit', () => {
    expect(isGrave(farmer, farmer.events.SUSPENDED)).toBe(true)
    expect(isGrave(farmer, farmer.events.VISIT)).toBe(false)
  })
})
