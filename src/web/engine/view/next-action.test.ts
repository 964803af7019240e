// The orange button must be the step that moves a record on, never the one that suspends somebody.
import { describe, expect, it } from 'vitest'
import { croptype } from '#domain/cropping/croptype.ts'
import { landparcel } from '#domain/land/landparcel.ts'
import { farmer } from '#domain/people/farmer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { isGrave, nextEvent, onlyEnds, possibleEvents } from './next-action.ts'

const record = (status: string, may: string[]) => ({ status, may }) as unknown as RecordAnswer

describe('nextEvent', () => {
  it('offers nothing when nothing moves the record on', () => {
    expect(nextEvent(farmer, record('ACTIVE', ['edit', 'SUSPENDED', 'EXITED', 'VISIT']))).toBeUndefined()
    expect(nextEvent(farmer, record('PENDING', []))).toBeUndefined()
  })
  it('does not offer to map a verified plot again: that would be a step back', () => {
    expect(nextEvent(landparcel, record('VERIFIED', ['edit', 'BOUNDARY_CAPTURED', 'SOIL_TEST']))).toBeUndefined()
    expect(nextEvent(landparcel, record('DRAFT', ['edit', 'BOUNDARY_CAPTURED', 'SOIL_TEST']))).toBe('BOUNDARY_CAPTURED')
  })
  it('offers sending a draft, approving what waits, reinstating who is suspended', () => {
    expect(nextEvent(farmer, record('DRAFT', ['edit', 'SUBMITTED', 'VISIT']))).toBe('SUBMITTED')
    expect(nextEvent(farmer, record('PENDING', ['RETURNED', 'APPROVED', 'VISIT']))).toBe('APPROVED')
    expect(nextEvent(farmer, record('SUSPENDED', ['EXITED', 'REINSTATED']))).toBe('REINSTATED')
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
