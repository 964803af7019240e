// What an administrator may set, and which colours nobody could read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastFigures } from './brand-colours.ts'
import { defaultTenant } from './default-tenant.ts'
import { defaultQuality, fileAddress, hashOfAddress, imageWidths, pictureSources } from './image-sizes.ts'
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
  it('lets text of any two colours pass: inks are chosen so that only the edge of the button can fail', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, hex, (primary, secondary) => {
        const texts = contrastFigures({ primary, secondary }).filter(({ least }) => least === 4.5)
        expect(texts.length).toBe(5)
        expect(texts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
      }),
    )
  })
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

describe('pictureSources', () => {
  it('asks for no width that is not handed out, and for twice as much on fine screens', () => {
    expect(pictureSources(ours, 400)).toEqual({
      src: `/_image?url=${encodeURIComponent(ours)}&w=640&q=${defaultQuality}`,
      srcSet: expect.stringContaining('w=828&q=75 2x'),
    })
    for (const width of [16, 640, 5000])
      for (const [, asked] of JSON.stringify(pictureSources(ours, width)).matchAll(/w=(\d+)/g)) expect(imageWidths).toContain(Number(asked))
  })
  it('leaves other addresses alone', () => {
    expect(pictureSources('https://brand.example/logo.svg', 160)).toEqual({ src: 'https://brand.example/logo.svg' })
    expect(['/files/x', '//files/x', `${ours}/`, `https://evil.test${ours}`].map(hashOfAddress)).toEqual([null, null, null, null])
  })
})
