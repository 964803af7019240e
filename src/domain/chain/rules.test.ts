// Areas, yields and purchases: refusals first, then the bands, then what passes without a word.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaDifference, type CropArea, cropsFit, type Planned, peakArea, roomFor, systemsFit } from '../rules/areas.ts'
import { defaultTolerances as tolerances } from '../rules/tolerances.ts'
import { checkPrice, checkPurchase, type PurchaseCase, payable } from './purchase.ts'
import { checkEstimate, checkHarvest, checkLateTreatment, checkSeedRate, checkWaitingPeriod, median, normFor, remainingSellable, yieldCap } from './yield.ts'

describe('roomFor (BR-03, BR-06)', () => {
  const kharif = { from: '2025-06-15', to: '2026-01-15' }
  const rabi = { from: '2026-01-16', to: '2026-04-15' }
  type Case = { plotHa: number; plans?: Planned[]; type?: string; others?: CropArea[]; systemHa?: number }
  const room = (areaHa: number, { plotHa, plans, type = 'SOLE', others = [], systemHa = 1 }: Case) =>
    roomFor(
      { role: 'MAIN', areaHa },
      { plotHa, system: { areaHa: systemHa, systemType: type, ...kharif }, plans: plans ?? [{ areaHa: systemHa, ...kharif }], others },
      tolerances,
    )
  it('is what was sown while the plans fit, with two per cent, and of a smaller part that fits', () => {
    expect([room(1, { plotHa: 1 }), room(1, { plotHa: 0.981 }), room(0.5, { plotHa: 0.5 })]).toEqual([1, 1, 0.5])
  })
  it('is what was measured where that is less, shared by the systems of one time and by their crops', () => {
    expect(room(1, { plotHa: 0.98 })).toBe(0.98)
    expect(room(1, { plotHa: 0.04 })).toBe(0.04)
    expect(
      room(0.6, {
        plotHa: 0.5,
        systemHa: 0.6,
        plans: [
          { areaHa: 0.6, ...kharif },
          { areaHa: 0.4, ...kharif },
        ],
      }),
    ).toBe(0.3)
    expect(
      room(1, {
        plotHa: 0.5,
        plans: [
          { areaHa: 1, ...kharif },
          { areaHa: 1, ...rabi },
        ],
      }),
    ).toBe(0.5)
    expect(
      room(0.8, {
        plotHa: 0.5,
        type: 'STRIP',
        others: [
          { role: 'BORDER', areaHa: 0.2 },
          { role: 'COVER', areaHa: 1 },
        ],
      }),
    ).toBe(0.4)
  })
  it('is all of it for each crop that stands on the same ground', () => {
    expect(room(1, { plotHa: 0.5, type: 'MIXED', others: [{ role: 'MAIN', areaHa: 1 }] })).toBe(0.5)
    expect(room(0.3, { plotHa: 0.5, type: 'MIXED', others: [{ role: 'MAIN', areaHa: 1 }] })).toBe(0.3)
  })
})

describe('systemsFit (BR-03)', () => {
  const kharif = { from: '2025-06-15', to: '2026-01-15' }
  const rabi = { from: '2026-01-16', to: '2026-04-15' }
  it('refuses plans of one time above the plot and two per cent', () => {
    expect(
      systemsFit(
        1,
        [
          { areaHa: 0.7, ...kharif },
          { areaHa: 0.33, ...kharif },
        ],
        tolerances,
      ).block,
    ).toMatchObject({ ruleId: 'BR-03', figures: { askedHa: 1.03, allowedHa: 1.02 } })
  })
  it('accepts the two per cent, and the same ground again in the next season', () => {
    expect(
      systemsFit(
        1,
        [
          { areaHa: 0.7, ...kharif },
          { areaHa: 0.32, ...kharif },
        ],
        tolerances,
      ).block,
    ).toBeNull()
    expect(
      systemsFit(
        1,
        [
          { areaHa: 1, ...kharif },
          { areaHa: 1, ...rabi },
        ],
        tolerances,
      ).block,
    ).toBeNull()
  })
  it('takes three thirds for one', () => expect(peakArea([1, 2, 3].map(() => ({ areaHa: 0.3333, ...kharif })))).toBe(0.9999))
  it('never finds less than the largest plan, nor more than all', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((date) => `2025-06-${String(date).padStart(2, '0')}`)
    const plan = fc.tuple(fc.integer({ min: 1, max: 100 }), day, day).map(([area, a, b]) => ({ areaHa: area / 10, from: a < b ? a : b, to: a < b ? b : a }))
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 8 }), (plans) => {
        const peak = peakArea(plans)
        expect(peak).toBeGreaterThanOrEqual(Math.max(...plans.map((one) => one.areaHa)) - 1e-9)
        expect(peak).toBeLessThanOrEqual(plans.reduce((sum, one) => sum + one.areaHa, 0) + 1e-9)
      }),
    )
  })
})

describe('cropsFit (BR-03)', () => {
  const crops = [
    { role: 'MAIN', areaHa: 0.8 },
    { role: 'BORDER', areaHa: 0.3 },
  ]
  it('refuses crops beside one another above the system', () => expect(cropsFit({ areaHa: 1, systemType: 'SOLE' }, crops).block?.ruleId).toBe('BR-03'))
  it('accepts them where they share the ground, and does not count cover crops', () => {
    expect(cropsFit({ areaHa: 1, systemType: 'MIXED' }, crops).block).toBeNull()
    expect(
      cropsFit({ areaHa: 1, systemType: 'SOLE' }, [
        { role: 'MAIN', areaHa: 1 },
        { role: 'COVER', areaHa: 1 },
      ]).block,
    ).toBeNull()
  })
  it('divides an intercrop by its row ratio, to the square metre', () => {
    const fits = (rowRatio: string, mainHa: number, betweenHa: number, borderHa = 0) => {
      const { block } = cropsFit({ areaHa: 1, systemType: 'INTERCROP', rowRatio }, [
        { role: 'MAIN', areaHa: mainHa },
        { role: 'INTERCROP', areaHa: betweenHa },
        { role: 'BORDER', areaHa: borderHa },
      ])
      return block === null
    }
    expect([fits('4:2', 0.6667, 0.3333), fits('4:2', 0.6666, 0.3334), fits('1:1', 0.5, 0.5), fits('2:1:1', 0.5, 0.5)]).toEqual([true, true, true, true])
    expect([fits('4:2', 0.6668, 0), fits('4:2', 0, 0.3335), fits('4:2', 0.6667, 0.3334), fits('1:1', 0.5001, 0.4)]).toEqual([false, false, false, false])
    expect([fits('4:2', 0.6, 0.3, 0.1), fits('4:2', 0.6, 0.3, 0.1001)]).toEqual([true, false])
  })
})

describe('areaDifference (BR-03)', () => {
  it.each([
    [2, 1.3, 'REVIEW'],
    [2, 1.75, 'WARN'],
    [2, 2.6, 'REVIEW'],
  ] as const)('declared %f, mapped %f: %s', (declared, mapped, severity) => {
    expect(areaDifference(declared, mapped, tolerances).findings[0]?.severity).toBe(severity)
  })
  it('is silent up to ten per cent', () => expect(areaDifference(2, 1.81, tolerances).findings).toEqual([]))
  it.each([0.001, 0.7, 2, 3.3, 10])(
    'of exactly ten per cent is silent, of exactly twenty-five a warning, and a square metre more is above both (%f ha)',
    (declared) => {
      const of = (m2: number) => areaDifference(declared, Math.round(declared * 10_000 + m2) / 10_000, tolerances).findings[0]?.severity ?? null
      const [tenth, quarter] = [declared * 1000, declared * 2500]
      for (const sign of [1, -1]) {
        expect([of(sign * tenth), of(sign * (tenth + 1))]).toEqual([null, 'WARN'])
        if (Number.isInteger(quarter)) expect([of(sign * quarter), of(sign * (quarter + 1))]).toEqual(['WARN', 'REVIEW'])
      }
    },
  )
})

const rainfed = { waterRegime: 'RAINFED', season: null, minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 1600 } as const
const irrigated = { waterRegime: 'IRRIGATED', season: 'KHARIF', minKgPerHa: 500, typicalKgPerHa: 1350, maxKgPerHa: 2400 } as const

describe('yield ceiling and estimate (BR-06)', () => {
  it('refuses an estimate above the ceiling', () =>
    expect(checkEstimate({ estimateKg: 1601, capKg: yieldCap(1, rainfed, 1), areaHa: 1, medianKgPerHa: null }, tolerances).block?.ruleId).toBe('BR-06'))
  it('reviews one above 1.3 × the median', () => {
    expect(checkEstimate({ estimateKg: 1310, capKg: 1600, areaHa: 1, medianKgPerHa: 1000 }, tolerances).findings[0]?.severity).toBe('REVIEW')
    expect(checkEstimate({ estimateKg: 1300, capKg: 1600, areaHa: 1, medianKgPerHa: 1000 }, tolerances).findings).toEqual([])
  })
  it('finds the norm of regime and season, and helps protective irrigation out', () => {
    expect(normFor([rainfed, irrigated], 'IRRIGATED', 'KHARIF')).toBe(irrigated)
    expect(normFor([rainfed, irrigated], 'PROTECTIVE_IRRIGATION', 'KHARIF')).toBe(irrigated)
    expect(normFor([rainfed, irrigated], 'PROTECTIVE_IRRIGATION', 'RABI')).toBe(rainfed)
    expect(normFor([rainfed, irrigated], 'IRRIGATED', 'RABI')).toBeNull()
  })
  it('finds the norm of the nearest region first, of all seasons too, and the one for anywhere where no region fits', () => {
    const district = { ...rainfed, region: 'Khargone', maxKgPerHa: 1200 } as const
    const block = { ...rainfed, region: ' kasrawad ', maxKgPerHa: 1000 } as const
    const own = { ...district, season: 'KHARIF', maxKgPerHa: 1100 } as const
    const norms = [rainfed, district, block, own, irrigated]
    const at = (...places: string[]) => normFor(norms, 'RAINFED', 'KHARIF', places)
    expect(at('Ahirkhedi', 'Kasrawad', 'Khargone', 'Madhya Pradesh')).toBe(block)
    expect(at('Ahirkhedi', 'Segaon', 'KHARGONE')).toBe(own)
    expect(normFor(norms, 'RAINFED', 'RABI', ['Khargone'])).toBe(district)
    expect(at('Dhar')).toBe(rainfed)
    expect(at()).toBe(rainfed)
    expect(normFor([district], 'RAINFED', 'KHARIF', ['Dhar'])).toBeNull()
    expect(normFor(norms, 'PROTECTIVE_IRRIGATION', 'KHARIF', ['Khargone'])).toBe(irrigated)
  })
  it('does not lose a kilogram to binary fractions', () => expect(yieldCap(0.7, { ...rainfed, maxKgPerHa: 1000 }, 1.2)).toBe(840))
  it('halves an even median', () => expect([median([]), median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([null, 2, 2.5]))
})

describe('checkHarvest (BR-07)', () => {
  const harvest = (harvestedKg: number, more = {}) =>
    checkHarvest({ claim: 'ORGANIC', harvestedKg, estimatedKg: 1000, capKg: 1600, hasReason: false, hasPhoto: false, ...more }, tolerances)
  it('refuses 128 % of the estimate, and anything above the ceiling', () => {
    expect(harvest(1280).block).toMatchObject({ ruleId: 'BR-07', figures: { ratio: 1.28 } })
    expect(harvest(1601, { estimatedKg: 1500 }).block?.figures).toMatchObject({ capKg: 1600 })
    expect(harvest(10, { estimatedKg: 0 }).block?.ruleId).toBe('BR-07')
  })
  it('wants a reason and a photo above 110 %, then reviews', () => {
    expect(String(harvest(1200).block?.message)).toContain('Give the reason')
    expect(String(harvest(1200, { hasReason: true }).block?.message)).toContain('Add a photo')
    expect(harvest(1200, { hasReason: true, hasPhoto: true }).findings[0]?.severity).toBe('REVIEW')
  })
  it.each([
    // As decimal fractions these lie a little above the bound.
    [34.91, 38.401],
    [67.32, 74.052],
    [1000, 1100],
  ])('only warns of exactly 11/10 (%f kg estimated, %f kg picked), and reviews a gram more', (estimatedKg, kg) => {
    const more = { estimatedKg, hasReason: true, hasPhoto: true }
    expect(harvest(kg, more).findings[0]?.severity).toBe('WARN')
    expect(harvest(kg + 0.001, more).findings[0]?.severity).toBe('REVIEW')
    const top = Math.floor((Math.round(estimatedKg * 1000) * 5) / 4)
    expect([harvest(top / 1000, more).block, harvest((top + 1) / 1000, more).block?.ruleId]).toEqual([null, 'BR-07'])
  })
  it('warns above 100 %; without an estimate a certified harvest waits for review, a conventional one is warned of (B7)', () => {
    expect(harvest(1100).findings[0]?.severity).toBe('WARN')
    expect(harvest(500, { estimatedKg: null }).findings[0]?.severity).toBe('REVIEW')
    expect(harvest(500, { estimatedKg: null, claim: 'CONVENTIONAL' }).findings[0]?.severity).toBe('WARN')
  })
  it('accepts the estimate to the gram', () => expect(harvest(1000)).toEqual({ block: null, findings: [] }))
})

describe('checkWaitingPeriod (BR-19)', () => {
  it('refuses a harvest one day early, and reviews it on the manager’s word', () => {
    const wait = { until: '2025-10-15', appliedOn: '2025-10-05', title: 'Neem oil' }
    const { block } = checkWaitingPeriod('2025-10-14', wait, null)
    expect(block?.ruleId).toBe('BR-19')
    expect(String(block?.message)).toContain('Neem oil of 2025-10-05')
    expect(checkWaitingPeriod('2025-10-14', wait, 'Report 12/2025').findings[0]?.severity).toBe('REVIEW')
    expect(checkWaitingPeriod('2025-10-15', wait, null).findings).toEqual([])
    expect(checkWaitingPeriod('2025-10-01', null, null).findings).toEqual([])
  })
})

describe('checkLateTreatment (BR-19)', () => {
  it('reviews harvests from the day of the treatment to the day before the end of its waiting period, and no others', () => {
    const days = ['2025-10-19', '2025-10-20', '2025-10-29', '2025-10-30']
    expect(checkLateTreatment(days, '2025-10-20', '2025-10-30').findings).toMatchObject([
      { ruleId: 'BR-19', severity: 'REVIEW', figures: { appliedOn: '2025-10-20', until: '2025-10-30', harvestDays: ['2025-10-20', '2025-10-29'] } },
    ])
    expect(checkLateTreatment(days, '2025-10-20', '2025-10-20')).toEqual({ block: null, findings: [] })
    expect(checkLateTreatment([], '2025-10-20', '2025-10-30').findings).toEqual([])
  })
})

describe('checkSeedRate (BR-20)', () => {
  it('warns outside the norm and is silent inside or without one', () => {
    expect(checkSeedRate(20, 1, { min: 2, max: 15 }).findings[0]?.severity).toBe('WARN')
    expect(checkSeedRate(1, 1, { min: 2, max: 15 }).findings).toHaveLength(1)
    expect(checkSeedRate(5, 1, { min: 2, max: 15 }).findings).toEqual([])
    expect(checkSeedRate(500, 1, { min: null, max: null }).findings).toEqual([])
  })
})

describe('checkPurchase (BR-08)', () => {
  const facts: PurchaseCase = {
    netKg: 100,
    purchasedKg: 800,
    harvestedKg: 1000,
    retainedKg: 0,
    estimatedKg: 1000,
    capKg: 1600,
    farmerStatus: 'ACTIVE',
    seasonResult: 'APPROVED',
    claim: 'ORGANIC',
    hasConfirmation: true,
  }
  const check = (more: Partial<PurchaseCase>) => checkPurchase({ ...facts, ...more }, tolerances)
  it('refuses what was not harvested, naming what is left', () => {
    expect(check({ netKg: 200.001 }).block).toMatchObject({ ruleId: 'BR-08', figures: { askedKg: 200.001, leftKg: 200 } })
    expect(check({ retainedKg: 150 }).block?.figures).toMatchObject({ leftKg: 50 })
  })
  it('refuses what the estimate and the ceiling do not allow', () => {
    expect(check({ harvestedKg: 2000, netKg: 301 }).block?.figures).toMatchObject({ leftKg: 300 })
    expect(check({ harvestedKg: 2000, estimatedKg: null, capKg: 850, claim: 'CONVENTIONAL' }).block?.figures).toMatchObject({ leftKg: 50 })
  })
  it('buys nothing under a claim of a crop without an approved estimate (B7)', () => {
    expect(check({ estimatedKg: null }).block).toMatchObject({ ruleId: 'BR-08', figures: { claim: 'ORGANIC' } })
    expect(check({ estimatedKg: null, seasonResult: null }).block).toBeNull()
  })
  it('refuses a suspended member', () => expect(check({ farmerStatus: 'SUSPENDED' }).block?.ruleId).toBe('BR-08'))
  it('books as conventional without the committee, flagged', () =>
    expect(check({ seasonResult: null })).toMatchObject({ block: null, claim: 'CONVENTIONAL', findings: [{ severity: 'WARN' }] }))
  it('reviews a ticket nobody confirmed', () => expect(check({ hasConfirmation: false }).findings).toMatchObject([{ severity: 'REVIEW' }]))
  it('reviews one that was written further from the centre than its position may be off', () => {
    const at = (distanceM: number, accuracyM = 0) => check({ place: { distanceM, accuracyM } }).findings
    expect([at(2000), at(2100, 100)]).toEqual([[], []])
    const far = { ruleId: 'BR-08', severity: 'REVIEW', aspect: 'PLACE' }
    expect(at(2001)).toMatchObject([{ ...far, figures: { distanceM: 2001, gpsAccuracyM: 0, mostM: 2000 } }])
    expect(at(2101, 100)).toMatchObject([far])
    expect(check({ place: { distanceM: 9000, accuracyM: 5 }, hasConfirmation: false }).findings).toHaveLength(2)
    expect(check({ place: null }).findings).toEqual([])
  })
  it('warns of a ticket without position or scale, of a centre without a point, and of a slip alone; above the weight of the programme it reviews the first and the last', () => {
    const all = { ...tolerances, weighingReview: 60, slipReview: 60 }
    const at = (netKg: number, more: Partial<PurchaseCase>) => checkPurchase({ ...facts, netKg, ...more }, all).findings
    const weighed = (position: 'GIVEN' | 'MISSING' | 'UNKNOWN', hasScale: boolean) => ({ weighing: { position, hasScale } })
    expect([at(60, weighed('GIVEN', true)), at(60, { weighing: null }), at(60, { isOnPaper: false })]).toEqual([[], [], []])
    for (const one of [weighed('GIVEN', false), weighed('MISSING', true), weighed('MISSING', false), weighed('UNKNOWN', false)]) {
      expect(at(60, one)).toMatchObject([{ ruleId: 'BR-08', severity: 'WARN', aspect: 'WEIGHING', figures: { ticketKg: 60, ...one.weighing } }])
      expect(at(60.001, one)).toMatchObject([{ severity: 'REVIEW', aspect: 'WEIGHING' }])
    }
    expect(at(60.001, weighed('UNKNOWN', true))).toMatchObject([{ severity: 'WARN', aspect: 'WEIGHING' }])
    expect(at(60, { isOnPaper: true })).toMatchObject([{ severity: 'WARN', aspect: 'SLIP' }])
    expect(at(60.001, { isOnPaper: true })).toMatchObject([{ severity: 'REVIEW', aspect: 'SLIP' }])
    // Its slip has signed another ticket: nothing confirms it.
    expect(at(60.001, { isOnPaper: true, hasConfirmation: false, slipOf: 'R-1' })).toMatchObject([{ severity: 'REVIEW', figures: { slipOf: 'R-1' } }])
  })
  it('buys exactly what is left', () => expect(check({ netKg: 200 })).toEqual({ block: null, findings: [], claim: 'ORGANIC' }))
  it('never lets tickets add up to more than was harvested', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 20 }), fc.integer({ min: 1, max: 2_000_000 }), (tickets, harvested) => {
        let bought = 0
        for (const ticket of tickets)
          if (!check({ netKg: ticket / 1000, purchasedKg: bought / 1000, harvestedKg: harvested / 1000, estimatedKg: null, capKg: null }).block)
            bought += ticket
        expect(bought).toBeLessThanOrEqual(harvested)
      }),
    )
  })
})

describe('price (BR-29)', () => {
  const facts = { netKg: 100, pricePerKg: 70_00, premiumPerKg: 7_00, deductions: 100_00, hasManager: false, claim: 'ORGANIC', referencePerKg: 70_00 } as const
  it('pays net × (price + premium) − deductions, in paise', () => {
    expect(payable(facts)).toBe(7_600_00)
    expect(payable({ netKg: 33.333, pricePerKg: 71_50, premiumPerKg: null, deductions: null })).toBe(238_331)
  })
  it('warns of large deductions, a premium on conventional goods, and an odd price', () => {
    expect(checkPrice({ ...facts, deductions: 351_00, hasManager: true }, tolerances).findings).toMatchObject([
      { severity: 'WARN', figures: { share: 0.0501 } },
    ])
    expect(checkPrice({ ...facts, claim: 'CONVENTIONAL' }, tolerances).findings).toHaveLength(1)
    expect(checkPrice({ ...facts, pricePerKg: 85_00 }, tolerances).findings).toHaveLength(1)
    expect(checkPrice(facts, tolerances)).toEqual({ block: null, findings: [] })
  })
  it('warns of a premium that is not what the price model of the group makes (5.4), of certified goods and where one is paid by the ticket', () => {
    const by = (more: object) => checkPrice({ ...facts, agreed: { perKg: 6_50, currency: 'INR' }, ...more }, tolerances).findings
    expect(by({})).toMatchObject([{ ruleId: 'BR-29', severity: 'WARN', aspect: 'PREMIUM', figures: { premiumPerKg: 7_00, agreedPerKg: 6_50 } }])
    expect(by({ premiumPerKg: 6_51 })).toHaveLength(1)
    for (const more of [{ premiumPerKg: 6_50 }, { premiumPerKg: null }, { premiumPerKg: 0 }, { agreed: null }]) expect(by(more)).toEqual([])
    expect(by({ claim: 'CONVENTIONAL' })).toMatchObject([{ message: 'Conventional goods earn no premium.' }])
  })
  it('refuses deductions above 5 % to all but the manager, and to everybody what would leave the farmer owing', () => {
    expect(checkPrice({ ...facts, deductions: 350_00 }, tolerances).block).toBeNull()
    expect(checkPrice({ ...facts, deductions: 351_00 }, tolerances).block).toMatchObject({
      ruleId: 'BR-29',
      figures: { deductions: 351_00, priceTotal: 7000_00 },
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_00 }), fc.boolean(), (deductions, hasManager) => {
        const { block } = checkPrice({ ...facts, deductions, hasManager }, tolerances)
        const left = payable({ ...facts, deductions })
        expect(block !== null).toBe(left < 0 || (!hasManager && deductions > 350_00))
      }),
    )
  })
})

describe('remainingSellable', () => {
  it('is exact to the gram and never negative', () =>
    expect([remainingSellable(0.3, 0.1, 0.2), remainingSellable(1, 2, 0), remainingSellable(100.5, 40.25, 0.25)]).toEqual([0, 0, 60]))
})
