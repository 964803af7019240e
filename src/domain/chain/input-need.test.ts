// What one kilogram can become on the way to a garment, by the hard bounds of each process worked out by hand (2.3).
import { describe, expect, it } from 'vitest'
import { sharesBetween } from './input-need.ts'

describe('sharesBetween', () => {
  it('leads from yarn to fabric by knitting and weaving, dyed before or after, and never by dyeing alone', () => {
    expect(sharesBetween('YARN', 'FABRIC', ['DYEING_FINISHING'])).toBeNull()
    expect(sharesBetween('YARN', 'FABRIC', ['KNITTING', 'DYEING_FINISHING'])).toEqual({ least: expect.closeTo(0.95 * 0.86), most: expect.closeTo(1.05) })
  })
  it('leads from fabric to a garment, dyed or not', () => {
    expect(sharesBetween('FABRIC', 'GARMENT')).toEqual({ least: expect.closeTo(0.86 * 0.75), most: expect.closeTo(1.05) })
    expect(sharesBetween('GARMENT', 'FABRIC')).toBeNull()
  })
})
