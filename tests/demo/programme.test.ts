// The demo programme as data, before anything is loaded: its quantities are the books' (domain dictionary 15),
// it obeys the rules by construction, and the same seed makes the same programme.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectBoundary } from '#domain/geo/boundary.ts'
import { overlap, overlapBand } from '#domain/geo/overlap.ts'
import { ringHash } from '#domain/geo/ring-hash.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { findDuplicate } from '#domain/people/duplicates.ts'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import { addDays, calendarFor, daysBetween } from '../../scripts/demo/calendar.ts'
import { isApproved } from '../../scripts/demo/cropping.ts'
import { yieldCeiling } from '../../scripts/demo/field-season.ts'
import { exampleDay, writeFiles } from '../../scripts/demo/generate.ts'
import { operators } from '../../scripts/demo/places.ts'
import { makeProblems } from '../../scripts/demo/problems.ts'
import { makeProgramme } from '../../scripts/demo/programme.ts'
import { apportion, random, sum } from '../../scripts/demo/random.ts'
import { staff } from '../../scripts/demo/staff.ts'
import { allTables } from '../../scripts/demo/tables.ts'

const programme = makeProgramme(exampleDay)
const { farmers, parcels, landowners, systems, seasons, tickets, centreLots, ginLots, runs, calendar } = programme
const crops = systems.flatMap((system) => system.crops)
const mainHa = (name: string) => sum(crops.filter(({ crop, role }) => crop === name && role === 'MAIN').map(({ areaHa }) => areaHa))
const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length
const polygonOf = (ring: [number, number][]): Polygon => ({ type: 'Polygon', coordinates: [ring] })

describe('makeProgramme', () => {
  it('has 200 farmers with 390.6 ha in the programme’s size classes, 56 women, 12 without a phone', () => {
    expect(farmers).toHaveLength(200)
    expect(sum(farmers.map(({ holdingHa }) => holdingHa))).toBe(390.6)
    const classes = [
      [0, 1],
      [1, 2],
      [2, 4],
      [4, 100],
    ].map(([from = 0, to = 0]) => farmers.filter(({ holdingHa }) => holdingHa >= from && holdingHa < to))
    expect(classes.map((members) => [members.length, sum(members.map(({ holdingHa }) => holdingHa))])).toEqual([
      [42, 29.4],
      [66, 99],
      [86, 232.2],
      [6, 30],
    ])
    expect(count(farmers, ({ gender }) => gender === 'F')).toBe(56)
    expect(count(farmers, ({ phone }) => phone === null)).toBe(12)
    expect(new Set(farmers.flatMap(({ phone }) => phone ?? [])).size).toBe(188)
  })
  it('divides them among three operators of 90, 70 and 40 members with about 176, 137 and 78 ha', () => {
    const perOperator = operators.map(({ code }) => farmers.filter(({ operator }) => operator === code))
    expect(perOperator.map((members) => members.length)).toEqual([90, 70, 40])
    expect(perOperator.map((members) => Math.round(sum(members.map(({ holdingHa }) => holdingHa))))).toEqual([176, 137, 78])
  })
  it('has 190 active members: 178 approved, 9 of them with conditions, 5 sanctioned, 7 rejected; 117 inspected in rabi', () => {
    const byMembership = Object.groupBy(farmers, ({ membership }) => membership)
    expect(Object.fromEntries(Object.entries(byMembership).map(([membership, members]) => [membership, members?.length]))).toEqual({
      ACTIVE: 190,
      PENDING: 4,
      SUSPENDED: 3,
      EXITED: 3,
    })
    expect(['APPROVED', 'CONDITIONAL', 'SANCTIONED', 'REJECTED', null].map((result) => count(farmers, (one) => one.result === result))).toEqual([
      169, 9, 5, 7, 10,
    ])
    expect(count(farmers, ({ rabiInspected }) => rabiInspected)).toBe(117)
  })
  it('takes no two farmers for the same person (BR-23)', () => {
    const people = farmers.map((farmer) => ({
      ...farmer,
      id: farmer.memberNo,
      village: farmer.village.name,
      homePoint: { type: 'Point' as const, coordinates: farmer.home },
      nationalIdType: null,
      nationalIdLast4: null,
    }))
    expect(people.filter((one) => findDuplicate(one, people, defaultTolerances).outcome !== 'none')).toEqual([])
  })
  it('has 150 landowners, 118 of them farmers, and every parcel with an owner of its own operator', () => {
    expect(landowners).toHaveLength(150)
    expect(count(landowners, ({ memberNo }) => memberNo !== null)).toBe(118)
    const operatorOf = new Map(landowners.map(({ code, operator }) => [code, operator]))
    expect(parcels.filter(({ ownerCode, farmer }) => operatorOf.get(ownerCode) !== farmer.operator)).toEqual([])
  })
  it('has 320 parcels: 300 with a boundary, 12 known by a point of at most 4 ha, 8 not mapped', () => {
    expect(parcels).toHaveLength(320)
    expect(count(parcels, ({ ring }) => ring !== null)).toBe(300)
    expect(count(parcels, ({ point }) => point !== null)).toBe(12)
    expect(parcels.filter(({ point, declaredHa }) => point && declaredHa > 4)).toEqual([])
    expect(new Set(parcels.map(({ farmer, parcelNo }) => `${farmer.memberNo}/${parcelNo}`)).size).toBe(320)
    expect(count(parcels, ({ leaseTo }) => leaseTo !== null && leaseTo <= '2026-03-16')).toBe(2)
  })
  it('draws boundaries of 5 to 9 corners that BR-01 accepts without a warning, no two alike', () => {
    const rings = parcels.flatMap(({ ring }) => (ring ? [ring] : []))
    expect(rings.filter((ring) => ring.length < 6 || ring.length > 10)).toEqual([])
    const judged = rings.map((ring) => inspectBoundary(polygonOf(ring)))
    expect(judged.flatMap(({ flaw }) => flaw ?? [])).toEqual([])
    expect(judged.flatMap(({ boundary }) => boundary?.warnings.filter(({ code }) => code !== 'clockwise') ?? [])).toEqual([])
    expect(new Set(rings.map((ring) => ringHash(polygonOf(ring)))).size).toBe(300)
  })
  it('lets no two boundaries overlap beyond what neighbours’ lines do (BR-02)', () => {
    const mapped = parcels.flatMap(({ ring, farmer }) => (ring ? [{ polygon: polygonOf(ring), village: farmer.village.name }] : []))
    const overlapping = mapped.flatMap((one, index) => mapped.slice(index + 1).filter((other) => overlapBand(overlap(one.polygon, other.polygon)) !== 'ignore'))
    expect(overlapping).toEqual([])
    const sharedCorners = mapped.flatMap(({ polygon }) => polygon.coordinates[0]?.slice(1).map(String) ?? [])
    expect(sharedCorners.length - new Set(sharedCorners).size).toBeGreaterThan(200)
  })
  it('maps every parcel within 10 % of what its grower declared (BR-03)', () => {
    expect(parcels.filter(({ ring, declaredHa }) => ring && Math.abs((inspectBoundary(polygonOf(ring)).boundary?.areaHa ?? 0) / declaredHa - 1) > 0.1)).toEqual(
      [],
    )
  })
})

describe('cropping', () => {
  it('has 470 systems with 720 crops and the programme’s hectares', () => {
    expect([systems.length, crops.length]).toEqual([470, 720])
    expect(['COTTON', 'SOYBEAN', 'MAIZE', 'WHEAT', 'CHICKPEA'].map(mainHa)).toEqual([215, 78, 39, 120, 60])
  })
  it('has the cotton hectares, harvests and purchases of each operator’s claims, on approved members’ land only', () => {
    for (const { code, cotton } of operators) {
      for (const [claim, wanted] of Object.entries(cotton)) {
        const mine = seasons.filter(
          ({ crop }) => crop.crop === 'COTTON' && crop.system.parcel.farmer.operator === code && crop.system.parcel.farmer.claim === claim,
        )
        expect(sum(mine.map(({ crop }) => crop.areaHa))).toBe(wanted.ha)
        expect(sum(mine.flatMap(({ picks }) => picks.map(({ kg }) => kg)))).toBe(wanted.harvestedKg)
        expect(sum(tickets.filter(({ season }) => mine.includes(season)).map(({ netKg }) => netKg))).toBe(wanted.purchasedKg)
        expect(mine.filter(({ crop }) => !isApproved(crop.system.parcel.farmer))).toEqual([])
      }
    }
    expect(sum(seasons.filter(({ crop }) => crop.crop === 'COTTON').flatMap(({ picks }) => picks.map(({ kg }) => kg)))).toBe(231_250)
  })
  it('gives each cotton crop the conversion months of its claim on the day it is sown (BR-04)', () => {
    const months = (from: string, to: string) =>
      (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) - (to.slice(8) < from.slice(8) ? 1 : 0)
    const bands = { ORGANIC: [24, 1000], IC2: [12, 23], IC1: [0, 11] } as const
    const wrong = crops.filter(({ crop, sowingDate, system }) => {
      const { claim, conversionStart } = system.parcel.farmer
      const full = months(conversionStart, sowingDate)
      return crop === 'COTTON' && (full < bands[claim][0] || full > bands[claim][1])
    })
    expect(wrong).toEqual([])
  })
  it('fits every system on its parcel and every crop in its system (BR-03)', () => {
    expect(systems.filter(({ areaHa, parcel }) => areaHa > parcel.areaHa * 1.02 || areaHa > parcel.declaredHa * 1.05)).toEqual([])
    expect(systems.filter(({ areaHa, crops: own }) => sum(own.map((one) => one.areaHa)) > areaHa + 1e-9)).toEqual([])
    for (const [, own] of Map.groupBy(systems, ({ parcel }) => parcel)) {
      const [first, second] = own.toSorted((a, b) => (a.plannedSowing < b.plannedSowing ? -1 : 1))
      if (first && second)
        expect(first.plannedEnd < second.plannedSowing, `${first.parcel.farmer.memberNo} ${first.plannedEnd} ${second.plannedSowing}`).toBe(true)
    }
  })
  it('estimates within the ceiling (BR-06), harvests within the estimate (BR-07), in the order of time and not after the anchor day', () => {
    for (const { crop, estimate, picks, closedOn, germination } of seasons) {
      if (!estimate) continue
      const ceiling = (yieldCeiling[crop.crop]?.[crop.system.parcel.waterRegime === 'RAINFED' ? 'RAINFED' : 'IRRIGATED'] ?? 0) * crop.areaHa
      expect(estimate.kg).toBeLessThanOrEqual(ceiling)
      expect(sum(picks.map(({ kg }) => kg))).toBeLessThanOrEqual(estimate.kg)
      const days = [crop.sowingDate, germination?.day ?? '', estimate.day, ...picks.map(({ day }) => day), closedOn ?? calendar.anchor, calendar.anchor]
      expect(days).toEqual(days.toSorted())
    }
  })
})

describe('purchases and gins', () => {
  it('buys 208,125 kg in 1,050 tickets, each from what was picked before it (BR-08)', () => {
    expect(tickets).toHaveLength(1_050)
    expect(sum(tickets.map(({ netKg }) => netKg))).toBe(208_125)
    for (const [season, own] of Map.groupBy(tickets, (ticket) => ticket.season)) {
      for (const [index, ticket] of own.entries()) {
        const pickedBefore = sum(season.picks.filter(({ day }) => day < ticket.at.slice(0, 10)).map(({ kg }) => kg))
        expect(sum(own.slice(0, index + 1).map(({ netKg }) => netKg))).toBeLessThanOrEqual(pickedBefore)
      }
    }
    expect(tickets.filter(({ grossKg, tareKg, netKg }) => Math.abs(grossKg - tareKg - netKg) > 1e-9 || netKg < 1 || netKg > 5_000)).toEqual([])
  })
  it('leaves no round weights to be screened (BR-32)', () => {
    expect(count(tickets, ({ netKg }) => netKg % 10 === 0) / tickets.length).toBeLessThan(0.2)
  })
  it('builds gin lots only from what their centres hold on that day, and keeps 1,680 kg organic and 2,445 kg in conversion', () => {
    for (const lot of centreLots) {
      const out = ginLots.flatMap((one) => one.inputs.filter(({ batchNo }) => batchNo === lot.batchNo).map(({ kg }) => ({ kg, day: one.builtOn })))
      expect(sum(lot.tickets.map(({ netKg }) => netKg))).toBe(lot.kg)
      expect(sum(out.map(({ kg }) => kg))).toBeLessThanOrEqual(lot.kg)
      // Filled first, closed then, taken from last.
      expect(lot.tickets.every(({ at }) => lot.closedOn === null || at.slice(0, 10) < lot.closedOn)).toBe(true)
      expect(out.every(({ day }) => lot.closedOn !== null && day >= lot.closedOn)).toBe(true)
      expect(lot.batchNo.length).toBeLessThanOrEqual(20)
    }
    expect(ginLots.map((lot) => sum(lot.inputs.map(({ kg }) => kg)))).toEqual(ginLots.map(({ kg }) => kg))
    expect(sum(centreLots.map(({ tickets: own }) => own.length))).toBe(1_050)
    const left = (organic: boolean) =>
      sum([
        ...tickets.filter(({ claim }) => (claim === 'ORGANIC') === organic).map(({ netKg }) => netKg),
        ...ginLots.filter(({ claim }) => (claim === 'ORGANIC') === organic).map(({ kg }) => -kg),
      ])
    expect([left(true), left(false)]).toEqual([1_680, 2_445])
  })
  it('gins 138,000 kg organic and 66,000 kg in conversion in 24 runs that balance to the kilogram (BR-09), within the band (BR-10)', () => {
    const books = (gin: string) => {
      const own = runs.filter((run) => run.gin === gin)
      const of = (pick: (run: (typeof runs)[number]) => number) => sum(own.map(pick))
      return {
        runs: own.length,
        in: of((run) => run.inputKg),
        lint: of((run) => run.lintKg),
        seed: of((run) => run.seedKg),
        trash: of((run) => run.trashKg),
        invisible: of((run) => run.invisibleKg),
        bales: of((run) => run.bales.length),
        looseKg: of((run) => run.lintKg - sum(run.bales.map(({ kg }) => kg))),
      }
    }
    expect(books('GIN-KHARGONE')).toEqual({ runs: 16, in: 138_000, lint: 47_196, seed: 86_250, trash: 3_864, invisible: 690, bales: 277, looseKg: 106 })
    expect(books('GIN-SENDHWA')).toEqual({ runs: 8, in: 66_000, lint: 22_308, seed: 41_316, trash: 1_980, invisible: 396, bales: 131, looseKg: 38 })
    for (const run of runs) {
      expect(run.lintKg + run.seedKg + run.trashKg + run.invisibleKg).toBe(run.inputKg)
      expect(run.lintKg / run.inputKg).toBeGreaterThan(0.31)
      expect(run.lintKg / run.inputKg).toBeLessThan(0.38)
      expect(run.endedAt.slice(0, 10) <= calendar.anchor).toBe(true)
    }
  })
  it('keeps each bale between 140 and 230 kg with a number of its own', () => {
    const bales = runs.flatMap((run) => run.bales)
    expect(bales.filter(({ kg }) => kg < 140 || kg > 230)).toEqual([])
    expect(new Set(bales.map(({ no }) => no)).size).toBe(408)
  })
})

describe('the mills', () => {
  it('spin and knit what the programme’s books say, in runs that balance, after the bales were pressed and not after the anchor day', () => {
    const { consignments, spun, yarn, knitted } = programme.mill
    expect(consignments.map(({ runs: sent }) => sum(sent.map(({ bales }) => bales.length)))).toEqual([120, 80, 60])
    for (const run of [...spun, ...knitted]) {
      expect(sum([...run.outputs.map(({ kg }) => kg), run.wasteKg, run.invisibleKg])).toBeCloseTo(run.inputKg, 3)
      expect(run.endedAt.slice(0, 10) <= calendar.anchor).toBe(true)
    }
    const made = (process: string) => sum([...spun, ...knitted].filter((run) => run.process === process).map(({ outputs }) => outputs[0]?.kg ?? 0))
    expect([made('SPINNING_CARDED'), made('SPINNING_COMBED'), made('KNITTING')]).toEqual([17_748, 9_724, 11_760])
    expect(sum(yarn.bags.map(({ kg }) => kg))).toBe(12_000)
  })
})

describe('the story as a whole', () => {
  it('has 22 people who sign in, in the programme’s roles', () => {
    expect(Object.fromEntries([...Map.groupBy(staff, ({ role }) => role)].map(([role, people]) => [role, people.length]))).toEqual({
      ADMIN: 1,
      OPERATOR_MANAGER: 3,
      FIELD_OFFICER: 6,
      INTERNAL_INSPECTOR: 4,
      PURCHASE_OFFICER: 2,
      PROCESSOR_USER: 3,
      CERTIFICATION_BODY_AUDITOR: 2,
      BRAND_VIEWER: 1,
    })
  })
  it('is the same for the same day and seed, and another for another seed', () => {
    const tablesOf = (day: string, seed?: number) => allTables(makeProgramme(day, seed))
    expect(tablesOf(exampleDay)).toEqual(allTables(programme))
    expect(tablesOf(exampleDay, 43)).not.toEqual(allTables(programme))
  })
  it('stands at the day before, whatever the day, and keeps every span', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const today = addDays('2020-01-01', days)
        const { anchor, kharif, rabi, day } = calendarFor(today)
        expect(anchor).toBe(addDays(today, -1))
        expect([kharif.startDate, kharif.endDate, rabi.startDate, rabi.endDate].map((one) => daysBetween(anchor, one))).toEqual([-228, 16, -92, 105])
        expect(daysBetween(day('06-08'), day('12-01'))).toBe(176)
        expect([kharif.code, rabi.code]).toEqual([`KH-${kharif.startDate.slice(0, 4)}`, `RB-${kharif.startDate.slice(0, 4)}`])
      }),
    )
  })
  it('adds up in other years too', () => {
    const later = makeProgramme('2033-08-01')
    expect([later.parcels.length, later.systems.length, later.tickets.length, sum(later.tickets.map(({ netKg }) => netKg))]).toEqual([320, 470, 1_050, 208_125])
  })
  it('is the one written in demo/', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farmbook-demo-'))
    try {
      writeFiles(folder, exampleDay)
      const committed = join(import.meta.dirname, '../../demo')
      const written = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => statSync(join(folder, name)).isFile())
      const differing = written.filter((name) => readFileSync(join(folder, name), 'utf8') !== readFileSync(join(committed, name), 'utf8'))
      expect(written.length).toBeGreaterThan(20)
      expect(differing, 'run: node scripts/demo/generate.ts').toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('makeProblems', () => {
  const { problems, files } = makeProblems(programme)
  it('plants each problem in a file of its own', () => {
    expect(problems.map(({ rule }) => rule).toSorted()).toEqual(['BR-02', 'BR-02', 'BR-03', 'BR-05', 'BR-06', 'BR-07', 'BR-14', 'BR-23'])
    expect(files.map(({ name }) => name)).toEqual([...problems.map(({ file }) => `problems/${file}`), 'problems/problems.json'])
  })
  it('overlaps exactly one plot by 14 %', () => {
    const text = files.find(({ name }) => name.includes('overlap'))?.text ?? ''
    const ring = (/POLYGON \(\((.*?)\)\)/.exec(text)?.[1] ?? '').split(', ').map((pair) => pair.split(' ').map(Number) as [number, number])
    const isDrawnAgain = ({ farmer, parcelNo }: (typeof parcels)[number]) => text.includes(`\r\nOP1,${farmer.memberNo},${parcelNo},`)
    const others = parcels.filter((parcel) => !isDrawnAgain(parcel))
    expect(others).toHaveLength(parcels.length - 1)
    const ratios = others.flatMap((parcel) => (parcel.ring ? [overlap(polygonOf(ring), polygonOf(parcel.ring)).ratio] : [])).filter((ratio) => ratio > 0.01)
    expect(ratios).toHaveLength(1)
    expect(ratios[0]).toBeCloseTo(0.14, 3)
  })
})

describe('apportion', () => {
  it('gives parts that add up to the whole, whatever the weights', () => {
    const chance = random(7)
    for (let round = 0; round < 200; round++) {
      const total = chance.int(1, 100_000)
      const parts = apportion(
        total,
        Array.from({ length: chance.int(1, 40) }, () => chance.between(0.01, 5)),
      )
      expect(sum(parts)).toBe(total)
    }
  })
  it('refuses a total that is no multiple of the unit', () => {
    expect(() => apportion(10.3, [1, 1], 0.5)).toThrow('no multiple')
  })
})
