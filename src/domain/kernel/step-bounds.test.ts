// Bounds of the figures of a step: every numeric field of a planned event, compared in one unit.
import { describe, expect, it } from 'vitest'
import { cropFigures } from '../cropping/step-figures.ts'
import { flockFigures, pondFigures } from '../husbandry/step-figures.ts'
import { boundChecks, outsideOf } from './step-bounds.ts'

const dose = { figure: 'dosePerHa', min: 2, max: 5, unit: 'KG' }

describe('figures of a planned event', () => {
  it('are its own numeric fields, with the units in which it is recorded', () => {
    expect(Object.keys(cropFigures.PLANT_PROTECTION ?? {})).toEqual(['dosePerHa', 'total', 'phiDays'])
    expect(cropFigures.PLANT_PROTECTION?.dosePerHa).toMatchObject({ unit: null, unitIn: 'unit' })
    expect(cropFigures.PLANT_PROTECTION?.phiDays).toMatchObject({ unit: 'days', unitIn: null, units: [] })
    expect(cropFigures.IRRIGATION?.mm).toMatchObject({ unit: 'mm', unitIn: null })
    expect(flockFigures.TREATMENT?.dose).toMatchObject({ unitIn: 'doseUnit' })
    expect(pondFigures.WATER_QUALITY?.doMgL).toMatchObject({ unit: 'mg/L' })
  })
})

describe('what lies outside the bounds', () => {
  it('is nothing at a bound itself, and what is a hair beyond it', () => {
    const at = (dosePerHa: number) => outsideOf([dose], { dosePerHa, unit: 'KG' }).length
    expect([1.999, 2, 5, 5.001].map(at)).toEqual([1, 0, 0, 1])
  })
  it('is compared in the unit of the bound; what is no measure of it, and what was not recorded, is outside', () => {
    expect(outsideOf([dose], { dosePerHa: 2000, unit: 'G' })).toEqual([])
    expect(outsideOf([dose], { dosePerHa: 5001, unit: 'G' })).toEqual([{ ...dose, value: 5001, valueUnit: 'G' }])
    expect(outsideOf([dose], { dosePerHa: 3, unit: 'L' })).toEqual([{ ...dose, value: 3, valueUnit: 'L' }])
    expect(outsideOf([{ figure: 'mm', min: 30 }], { method: 'DRIP' })).toEqual([{ figure: 'mm', min: 30, max: null, unit: null, value: null, valueUnit: null }])
    expect(outsideOf([{ figure: 'dose', max: 5, unit: 'ML' }], { dose: 0.005, doseUnit: 'L' })).toEqual([])
  })
  it('is nothing of a step without bounds', () => {
    expect([undefined, null, []].flatMap((bounds) => outsideOf(bounds, {}))).toEqual([])
  })
})

describe('bounds of a step', () => {
  const checks = boundChecks(cropFigures)
  const places = (eventType: string, ...bounds: Parameters<typeof outsideOf>[0] & object) =>
    checks.flatMap((check) => check.places({ planEvents: [{ eventType, bounds }] }).map(({ path }) => `${check.code} ${path}`))
  it.each<[string, string[], string, Parameters<typeof outsideOf>[0] & object]>([
    ['of its event', [], 'PLANT_PROTECTION', [dose]],
    ['of another event', ['rule planEvents.0.bounds.0.figure'], 'IRRIGATION', [dose]],
    ['of what every object has', ['rule planEvents.0.bounds.0.figure'], 'IRRIGATION', [{ figure: 'constructor', min: 1 }]],
    ['twice of one figure', ['rule planEvents.0.bounds.1.figure'], 'PLANT_PROTECTION', [dose, dose]],
    ['without a value', ['required planEvents.0.bounds.0.min'], 'IRRIGATION', [{ figure: 'mm' }]],
    ['upside down', ['min planEvents.0.bounds.0.max'], 'IRRIGATION', [{ figure: 'mm', min: 50, max: 30 }]],
    ['without the unit that is of choice', ['required planEvents.0.bounds.0.unit'], 'PLANT_PROTECTION', [{ figure: 'total', min: 1 }]],
    ['in a unit that is not', ['rule planEvents.0.bounds.0.unit'], 'IRRIGATION', [{ figure: 'mm', min: 30, unit: 'KG' }]],
  ])('are checked: %s', (_, refused, eventType, bounds) => {
    expect(places(eventType, ...bounds)).toEqual(refused)
  })
})
