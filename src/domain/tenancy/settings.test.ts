// What an administrator may set, and which colours nobody could read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastFigures, deriveColours } from './brand-colours.ts'
import { contrast } from './contrast.ts'
import { defaultTenant } from './default-tenant.ts'
import { defaultQuality, fileAddress, hashOfAddress, imageQualities, imageWidths, nearestQuality, pictureSources } from './image-sizes.ts'
import { settingsPatch, unreadable } from './settings.ts'

const ours = fileAddress('a1'.repeat(32))

describe('unreadable', () => {
  it('names the worst figure of the colour to blame', () => {
    expect(unreadable({ primary: '#FFE000', secondary: '#DCE8E1' })).toEqual([
      { of: 'primary', what: 'the edge of the main button on the page', ratio: expect.any(Number), least: 3 },
    ])
  })
  it('lets the product’s own colours pass', () => {
    expect(unreadable({ primary: '#F79023', secondary: '#DCE8E1' })).toEqual([])
  })
  it('lets all else of any two colours pass, the dark half of the login page too: only the edge of the button can fail', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, hex, (primary, secondary) => {
        const derived = contrastFigures({ primary, secondary }).filter(({ what }) => what !== 'the edge of the main button on the page')
        expect(derived.length).toBe(8)
        expect(derived.filter(({ ratio, least }) => ratio < least)).toEqual([])
      }),
    )
  })
})

describe('deriveColours', () => {
  it.each(['#1E67A8', '#2B7A4B', '#8B0000'])('brightens %s until it can be told from the login page’s ground', (primary) => {
    const { accentOnInk, secondaryInk } = deriveColours({ primary, secondary: '#DCE8E1' })
    expect(contrast(primary, secondaryInk)).toBeLessThan(3)
    expect(contrast(accentOnInk, secondaryInk)).toBeGreaterThanOrEqual(3)
  })
  it('leaves a colour that can be told from it as it is', () => expect(deriveColours({ primary: '#F79023', secondary: '#DCE8E1' }).accentOnInk).toBe('#F79023'))
})

describe('settingsPatch', () => {
  it('takes the default tenant as it is', () => {
    const { name, loginDesc, carousel, logo, logoWidth, headerLogo, headerLogoWidth } = defaultTenant.config
    expect(
      settingsPatch.safeParse({ name, loginDesc, carousel, logo, logoWidth, headerLogo, headerLogoWidth, primary: '#f79023', secondary: '#DCE8E1' }),
    ).toMatchObject({
      success: true,
      data: { primary: '#F79023' },
    })
  })
})

describe('nearestQuality', () => {
  it('is one of a few for any of a hundred, never further than the next one, and itself where it is one', () => {
    const given = Array.from({ length: 100 }, (_, at) => nearestQuality(at + 1))
    expect(new Set(given)).toEqual(new Set(imageQualities))
    for (const [at, quality] of given.entries()) expect(Math.abs(quality - (at + 1))).toBe(Math.min(...imageQualities.map((one) => Math.abs(one - (at + 1)))))
    expect(nearestQuality(defaultQuality)).toBe(75)
  })
})

describe('pictureSources', () => {
  it('asks for no width that is not handed out, and for twice as much on fine screens', () => {
    expect(pictureSources(ours, 400)).toEqual({
      src: `/_image?url=${encodeURIComponent(ours)}&w=640&q=${defaultQuality}`,
      srcSet: expect.stringContaining('w=828&q=75 2x'),
    })
    for (const width of [16, 640, 5000])
      for (const [, requested] of JSON.stringify(pictureSources(ours, width)).matchAll(/w=(\d+)/g)) expect(imageWidths).toContain(Number(requested))
  })
  it('leaves other addresses alone', () => {
    expect(pictureSources('https://brand.example/logo.svg', 160)).toEqual({ src: 'https://brand.example/logo.svg' })
    expect(['/files/x', '//files/x', `${ours}/`, `https://evil.test${ours}`].map(hashOfAddress)).toEqual([null, null, null, null])
  })
})
