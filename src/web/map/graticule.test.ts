// Grid lines must be round numbers, labelled as people read them, and never thousands.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graticuleFeatures, graticuleLines, graticuleStep } from './graticule.ts'

describe('graticuleStep', () => {
  it('takes 30 degrees when the whole world is on a postage stamp', () => expect(graticuleStep(360 / 64)).toBe(30))
  it('takes a thousandth of a degree around one plot', () => expect(graticuleStep(0.000005)).toBe(0.001))
  it('keeps lines as far apart as asked, and not ten times farther', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.19, noNaN: true }), (perPx) => {
        const apart = graticuleStep(perPx) / perPx
        expect(apart).toBeGreaterThanOrEqual(150)
        expect(apart).toBeLessThanOrEqual(perPx < 6.6e-7 ? Infinity : 500)
      }),
    )
  })
})

describe('graticuleLines', () => {
  it('labels hemispheres in words and the equator without one', () => {
    expect(graticuleLines([-10, -10, 10, 10], 10).map((line) => line.label)).toEqual(['10° S', '0°', '10° N', '10° W', '0°', '10° E'])
  })
  it('gives as many decimals as the step needs', () => {
    expect(graticuleLines([75.6011, 22.1293, 75.6024, 22.1306], 0.0005).map((line) => line.label)).toEqual([
      '22.1295° N',
      '22.1300° N',
      '22.1305° N',
      '75.6015° E',
      '75.6020° E',
    ])
  })
  it('wraps longitudes beyond the 180th meridian', () => {
    expect(
      graticuleLines([178, 0, 183, 0.5], 2)
        .filter((line) => line.axis === 'lon')
        .map((line) => line.label),
    ).toEqual(['178.0° E', '180.0° W', '178.0° W'].map((label) => label.replace('.0', '')))
  })
  it('draws each line across the box', () => {
    const box: [number, number, number, number] = [75, 22, 76, 23]
    expect(graticuleFeatures(graticuleLines(box, 1), box).features.map((feature) => feature.geometry.coordinates)).toEqual([
      [
        [75, 22],
        [76, 22],
      ],
      [
        [75, 23],
        [76, 23],
      ],
      [
        [75, 22],
        [75, 23],
      ],
      [
        [76, 22],
        [76, 23],
      ],
    ])
  })
})
