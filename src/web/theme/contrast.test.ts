// Whatever two colours a tenant picks, every text on them must stay readable (WCAG AA).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { contrast, parseHex } from '#domain/tenancy/contrast.ts'
import { neutral, toneColours } from './tokens.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('deriveColours', () => {
  it('falls back to the product colours when a tenant sends no colour', () => {
    expect(deriveColours({ primary: 'tomato', secondary: '' })).toMatchObject({ primary: '#F79023', secondary: '#DCE8E1' })
  })
  it('keeps text on buttons, at rest and hovered, at 4.5:1 for any primary', () => {
    fc.assert(
      fc.property(hex, (primary) => {
        const colours = deriveColours({ primary })
        expect(contrast(colours.onPrimary, colours.primary)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colours.onPrimary, colours.primaryHover)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
  it('never puts the bare primary on white as text', () => {
    fc.assert(
      fc.property(hex, (primary) => {
        expect(contrast(deriveColours({ primary }).primaryText, '#FFFFFF')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
  it('keeps rail text readable on the rail for any secondary', () => {
    fc.assert(
      fc.property(hex, (secondary) => {
        const colours = deriveColours({ secondary })
        expect(contrast(colours.secondaryInk, colours.soft)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(neutral.ink, colours.soft)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe('status colours', () => {
  it('reads as text on its own soft ground and on white', () => {
    for (const [name, { ink, soft }] of Object.entries(toneColours)) {
      expect(contrast(ink, soft), name).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ink, '#FFFFFF'), name).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('uses for captions only inks that read on the canvas', () => {
    expect(contrast(neutral.ink2, neutral.canvas)).toBeGreaterThanOrEqual(4.5)
    expect(parseHex('#abc')).toEqual([170, 187, 204])
  })
})
