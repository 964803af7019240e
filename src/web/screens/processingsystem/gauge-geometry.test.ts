// The gauge must be true: level only within the tolerance, down on the heavier side, never beyond its stop.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gaugeOf, type Part } from './gauge-geometry.ts'

const part = (kg: number, key = 'a'): Part => ({ key, label: key, kg, colour: '#000' })
const mass = fc.double({ min: 0.001, max: 100_000, noNaN: true })

describe('gaugeOf', () => {
  it('calls nothing level before something lies on both pans', () => {
    expect(gaugeOf([], [], 0.005)).toMatchObject({ verdict: 'empty', angle: 0, inKg: 0, outKg: 0 })
    expect(gaugeOf([part(6000)], [], 0.005).verdict).toBe('empty')
    expect(gaugeOf([], [part(10)], 0.005).angle).toBeLessThan(0)
  })
  it('is level at 24 kg missing of 6,000 and not at 72', () => {
    expect(gaugeOf([part(6000)], [part(5976)], 0.005)).toMatchObject({ verdict: 'level', differenceKg: 24, differenceShare: 0.004 })
    expect(gaugeOf([part(6000)], [part(5928)], 0.005).verdict).toBe('missing')
    expect(gaugeOf([part(6000)], [part(6031)], 0.005).verdict).toBe('toomuch')
  })
  it('counts grams, not floating dust', () => expect(gaugeOf([part(0.3)], [part(0.1), part(0.2, 'b')], 0).differenceKg).toBe(0))
  it('hangs lower on the heavier side and stops before it touches its post', () => {
    fc.assert(
      fc.property(mass, mass, (into, out) => {
        const gauge = gaugeOf([part(into)], [part(out)], 0.005)
        expect(Math.abs(gauge.angle)).toBeLessThanOrEqual(14)
        expect(Math.sign(gauge.left.y)).toBe(Math.sign(gauge.differenceKg))
        expect(gauge.left.y + gauge.right.y).toBeCloseTo(0)
      }),
    )
  })
  it('draws areas as masses, both pans to one scale', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 500, max: 5000, noNaN: true }), { minLength: 1, maxLength: 5 }), (kilograms) => {
        const inputs = kilograms.map((kg, index) => part(kg, String(index)))
        const { left } = gaugeOf(inputs, [part(1000)], 0.005)
        const perKg = left.blocks.filter((block) => block.width > 16 && block.height > 3).map((block) => (block.width * block.height) / block.kg)
        for (const one of perKg) expect(one).toBeCloseTo(perKg[0] ?? 0, 6)
        for (const [index, block] of left.blocks.entries())
          expect(block.y).toBeCloseTo(-left.blocks.slice(0, index + 1).reduce((sum, one) => sum + one.height, 0), 6)
      }),
    )
  })
})
