import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Material, materials, type Process, processes } from '../kernel/terms.ts'
import { defaultTolerances as tolerances, tolerancesOf, toleranceTable } from '../rules/tolerances.ts'
import { isBalanced, run as movements } from './ledger.ts'
import { checkBalance, checkBands, checkRun, drift, mainOutTurn, outTurns, type RunCase } from './mass-balance.ts'
import { isMadeBy, mainOutputs, type Norm, processNorms } from './norms.ts'

/** A gin run of 6,000 kg as in the demo: lint 34.2 %, seed 62.5 %, trash 2.8 %, invisible 0.5 %. */
const gin = (change: Partial<RunCase> & { lintKg?: number; seedKg?: number } = {}): RunCase => {
  const { lintKg = 2052, seedKg = 3750, ...rest } = change
  return {
    process: 'GINNING',
    inputGrams: 6_000_000,
    outputs: [
      { material: 'LINT', grams: lintKg * 1000 },
      { material: 'COTTONSEED', grams: seedKg * 1000 },
    ],
    wasteGrams: 168_000,
    invisibleGrams: 30_000,
    hasReason: false,
    ...rest,
  }
}

describe('checkRun', () => {
  it('refuses a run with 1.2 % of its input unaccounted for (BR-09)', () => {
    const verdict = checkRun(gin({ seedKg: 3678 }), tolerances)
    expect(verdict.block).toMatchObject({ ruleId: 'BR-09', figures: { differenceKg: 72 } })
    expect(String(verdict.block?.message)).toContain('72 kg are unaccounted for')
  })
  it('refuses a run from which more came than went in (BR-09)', () => expect(checkRun(gin({ seedKg: 4000 }), tolerances).block?.ruleId).toBe('BR-09'))
  it('refuses a gin out-turn of 43 %, and of 24 % (BR-10), even with a reason', () => {
    expect(checkRun(gin({ lintKg: 2580, seedKg: 3222, hasReason: true }), tolerances).block?.ruleId).toBe('BR-10')
    expect(checkRun(gin({ lintKg: 1440, seedKg: 4362, hasReason: true }), tolerances).block?.ruleId).toBe('BR-10')
  })
  it('refuses 41 % lint without a reason, and flags it with one (BR-10)', () => {
    const odd = { lintKg: 2460, seedKg: 3342 }
    expect(checkRun(gin(odd), tolerances).block?.ruleId).toBe('BR-10')
    expect(checkRun(gin({ ...odd, hasReason: true }), tolerances)).toMatchObject({
      block: null,
      findings: [{ ruleId: 'BR-10', severity: 'WARN', figures: { material: 'LINT', share: 0.41 } }],
    })
  })
  it('refuses a gin run without lint (BR-10)', () => {
    expect(checkRun(gin({ outputs: [{ material: 'COTTONSEED', grams: 5_802_000 }], hasReason: true }), tolerances).block?.ruleId).toBe('BR-10')
  })
  it('refuses what no such process makes, whatever else it made (BR-10)', () => {
    const process = fc.constantFrom(...(Object.keys(processes) as Process[]))
    const material = fc.constantFrom(...(Object.keys(materials) as Material[]))
    fc.assert(
      fc.property(process, material, (one, other) => {
        const [main] = mainOutputs(one) as [Material]
        const norm = processNorms[one].outputs[main] as Norm
        const outputs = [
          { material: main, grams: 500_000 * (norm.min + norm.max) },
          { material: other, grams: 1 },
        ]
        const { block } = checkBands({ process: one, inputGrams: 1_000_000, outputs, wasteGrams: 0, invisibleGrams: 0, hasReason: true }, tolerances)
        expect(block?.figures.foreign === other).toBe(!isMadeBy(one, other))
      }),
    )
    const [lint, yarn] = [2052, 3840].map((kg) => kg * 1000) as [number, number]
    const verdict = checkRun(
      gin({
        outputs: [
          { material: 'LINT', grams: lint },
          { material: 'YARN', grams: yarn },
        ],
        wasteGrams: 78_000,
        hasReason: true,
      }),
      tolerances,
    )
    expect(verdict.block).toMatchObject({ ruleId: 'BR-10', figures: { foreign: 'YARN' } })
  })
  it('keeps the material of what is dyed (BR-10)', () => {
    const dyed = (from: Material[], material: Material) =>
      checkBands(
        {
          process: 'DYEING_FINISHING',
          inputGrams: 100_000,
          from,
          outputs: [{ material, grams: 95_000 }],
          wasteGrams: 4000,
          invisibleGrams: 1000,
          hasReason: false,
        },
        tolerances,
      ).block
    expect([dyed(['YARN'], 'YARN'), dyed(['FABRIC'], 'FABRIC')]).toEqual([null, null])
    expect(dyed(['YARN'], 'FABRIC')).toMatchObject({ ruleId: 'BR-10', figures: { foreign: 'FABRIC', from: ['YARN'] } })
    expect(dyed(['FABRIC'], 'YARN')).toMatchObject({ ruleId: 'BR-10', figures: { foreign: 'YARN', from: ['FABRIC'] } })
    expect(dyed(['FABRIC', 'YARN'], 'FABRIC')).toMatchObject({ ruleId: 'BR-10', figures: { from: ['FABRIC', 'YARN'] } })
  })
  it('gives the out-turn for the material that most was made of', () => {
    const run = { process: 'DYEING_FINISHING' as const, inputGrams: 100_000 }
    expect(mainOutTurn({ ...run, outputs: [{ material: 'YARN', grams: 94_000 }] })).toEqual({ material: 'YARN', share: 0.94 })
    expect(mainOutTurn({ ...run, outputs: [{ material: 'OTHER', grams: 94_000 }] })).toBeNull()
    const sewn = [
      { material: 'GARMENT' as const, grams: 50_000 },
      { material: 'CUTTING_WASTE' as const, grams: 10_000 },
      { material: 'GARMENT' as const, grams: 35_000 },
    ]
    expect(mainOutTurn({ process: 'CMT', inputGrams: 100_000, outputs: sewn })).toEqual({ material: 'GARMENT', share: 0.85 })
  })
  it('holds an own band against the run, but never gives up the hard bound', () => {
    const own = (share: number) =>
      gin({
        outputs: [
          { material: 'LINT', grams: 6_000_000 * share, norm: { min: 0.3, max: 0.5 } },
          { material: 'COTTONSEED', grams: 5_802_000 - 6_000_000 * share },
        ],
        hasReason: true,
      })
    expect(checkRun(own(0.4), tolerances).findings.filter((one) => one.figures?.material === 'LINT')).toEqual([])
    expect(checkRun(own(0.44), tolerances).block?.ruleId).toBe('BR-10')
  })
  it('puts an invisible loss above 3 % up for review', () => {
    expect(checkRun(gin({ seedKg: 3540, invisibleGrams: 240_000 }), tolerances).findings).toMatchObject([{ ruleId: 'BR-10', severity: 'REVIEW' }])
  })
  it('accepts the usual run without a word, and counts waste as trash', () => {
    expect(checkRun(gin(), tolerances)).toEqual({ block: null, findings: [] })
    expect(outTurns(gin()).get('GIN_TRASH')).toBeCloseTo(0.028)
  })
  it('lets bales take up 1.5 % of water, not 3 %', () => {
    const press = (kg: number): RunCase => ({
      process: 'PRESSING',
      inputGrams: 1_000_000,
      outputs: [{ material: 'BALE', grams: kg * 1000 }],
      wasteGrams: 0,
      invisibleGrams: 0,
      hasReason: false,
    })
    expect(checkRun(press(1015), tolerances)).toEqual({ block: null, findings: [] })
    expect(checkRun(press(1030), tolerances).block?.ruleId).toBe('BR-09')
  })
})

describe('checkBalance', () => {
  const mass = fc.integer({ min: 1, max: 50_000_000 })
  it('refuses exactly what lies more than 0.5 % off, and what passes posts to the ledger in balance', () => {
    fc.assert(
      fc.property(mass, fc.integer({ min: -3000, max: 3000 }), (inputGrams, offBy) => {
        const out = Math.round(inputGrams * (1 - offBy / 100_000))
        const verdict = checkBalance(gin({ inputGrams, outputs: [{ material: 'LINT', grams: out }], wasteGrams: 0, invisibleGrams: 0 }), tolerances)
        const isOff = out > inputGrams || inputGrams - out > inputGrams * 0.005
        expect(verdict.block !== null).toBe(isOff)
        expect(isBalanced(movements([{ batchId: 'in', grams: inputGrams }], [{ batchId: 'out', grams: out }], 0))).toBe(true)
      }),
    )
  })
})

describe('drift', () => {
  const around = (share: number, runs: number) => Array.from({ length: runs }, (_, index) => share + (index % 2 ? 0.002 : -0.002))
  it('says nothing with fewer than sixty runs', () => expect(drift(around(0.34, 59), tolerances)).toBeNull())
  it('says nothing while the runs stay as they were', () => expect(drift(around(0.34, 90), tolerances)).toBeNull())
  it('speaks up when the latest thirty run higher', () => expect(drift([...around(0.34, 60), ...around(0.345, 30)], tolerances)?.severity).toBe('REVIEW'))
})

describe('tolerancesOf', () => {
  it('takes the programme’s own figures and ignores what is none', () => {
    expect(tolerancesOf({ massDifference: 0.01, areaSum: 'wide', receiptWarn: Number.NaN, harvestBlock: -1, unknown: 5 })).toEqual({
      ...tolerances,
      massDifference: 0.01,
    })
    expect(tolerancesOf(null)).toEqual(tolerances)
  })
  it('names rule and source of each', () => {
    for (const row of Object.values(toleranceTable)) expect(row.rule && row.source && row.about).toBeTruthy()
  })
})
