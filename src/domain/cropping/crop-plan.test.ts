// The plan of a crop follows from what happened, in whatever order it was recorded (domain dictionary 2.5, BR-18).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../kernel/day.ts'
import { planChange } from '../kernel/plan-change.ts'
import { plannedStatus } from '../kernel/plan-engine.ts'
import { occurrenceKey } from '../kernel/plan-schedule.ts'
import { type CropFact, type CropPlanInput, cropPlan, type Followed, type Onset, type PopStep } from './crop-plan.ts'

const step = (
  code: string,
  eventType: PopStep['eventType'],
  offsetDays: number,
  windowBefore: number,
  windowAfter: number,
  more: Partial<PopStep> = {},
): PopStep => ({
  code,
  name: code,
  eventType,
  anchor: 'SOWING',
  offsetDays,
  windowBefore,
  windowAfter,
  mandatory: true,
  weight: 1,
  evidence: [],
  sownAs: [],
  anchorCode: null,
  repeatEveryDays: null,
  repeatCount: null,
  itemId: null,
  dosePerHa: null,
  condition: null,
  params: null,
  instruction: null,
  operation: null,
  ...more,
})
/** Organic cotton of the Nimar valley, as the dictionary has it (2.5). */
const nimar: PopStep[] = [
  step('PLOUGH', 'LAND_PREP', -40, 15, 20),
  step('FYM', 'INPUT_APPLICATION', -21, 10, 14, { itemId: 'fym' }),
  step('NEEM-CAKE', 'INPUT_APPLICATION', -2, 5, 10, { itemId: 'cake', mandatory: false }),
  step('SEED', 'SEED_RECEIPT', -15, 15, 14),
  step('TREAT', 'SEED_TREATMENT', -1, 2, 1),
  step('SOW', 'SOWING', 0, 0, 0),
  step('BORDER', 'SOWING', 0, 0, 10, { sownAs: ['BORDER', 'TRAP'] }),
  step('GERM', 'GERMINATION_COUNT', 12, 4, 6),
  step('THIN', 'INTERCULTURE', 20, 4, 7, { operation: 'THINNING', mandatory: false }),
  step('WEED-1', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }),
  step('WEED-2', 'INTERCULTURE', 42, 5, 7, { operation: 'WEEDING' }),
  step('TRAPS', 'PEST_MONITORING', 35, 5, 10),
  step('SCOUT', 'SCOUTING', 30, 3, 4, { repeatEveryDays: 10, repeatCount: 8 }),
  step('NSKE', 'PLANT_PROTECTION', 45, 5, 15, { mandatory: false, condition: { type: 'SCOUTING_OVER', pest: 'Bollworm', threshold: 1 } }),
  step('INSPECT-1', 'INTERNAL_INSPECTION', 50, 15, 25),
  step('YIELD', 'YIELD_ESTIMATE', 95, 10, 15),
  step('PICK-1', 'HARVEST', 120, 10, 20),
  step('PICK-2', 'HARVEST', 145, 10, 20, { mandatory: false }),
  step('STALKS', 'CROP_CLOSE', 190, 10, 30),
]
/** A step by each anchor, and two in a row. */
const chain = [
  step('A', 'LAND_PREP', -10, 5, 5),
  step('B', 'IRRIGATION', 5, 1, 1, { anchor: 'PREVIOUS', anchorCode: 'A' }),
  step('C', 'IRRIGATION', 7, 1, 1, { anchor: 'PREVIOUS', anchorCode: 'B' }),
  step('S', 'SCOUTING', 3, 0, 3, { anchor: 'SEASON_START' }),
  step('G', 'GERMINATION_COUNT', 12, 4, 6),
  step('W', 'INTERCULTURE', 10, 2, 2, { anchor: 'GERMINATION' }),
  step('F', 'SCOUTING', 4, 2, 2, { anchor: 'FLOWERING' }),
  step('P', 'HARVEST', 120, 10, 20),
  step('Q', 'HARVEST', 25, 5, 10, { anchor: 'FIRST_HARVEST', mandatory: false }),
]
const start: Followed = { at: '2025-05-01T00:00:00.000Z', day: '2025-05-01', eventId: 'p1', popId: 'v1', steps: nimar }
let facts = 0
const fact = (eventType: string, day: string, data: Record<string, unknown> = {}, more: Partial<CropFact> = {}): CropFact => ({
  id: `e${String(++facts).padStart(4, '0')}`,
  eventType,
  occurredAt: `${day}T06:00:00.000Z`,
  day,
  data,
  names: null,
  role: null,
  ...more,
})
const plan = (more: Partial<CropPlanInput> = {}) =>
  cropPlan({ packages: [start], facts: [], onsets: [], waterRegime: 'RAINFED', plannedSowing: '2025-06-20', seasonStart: '2025-06-01', ...more })
const byKey = (planned: ReturnType<typeof plan>) => Object.fromEntries(planned.map((one) => [occurrenceKey(one), one]))
const ofKey = (planned: ReturnType<typeof plan>, key: string) => {
  const found = byKey(planned)[key]
  if (!found) throw new Error(`no ${key}`)
  return found
}

describe('the package of the dictionary', () => {
  it('has its days counted from the planned sowing, and every scouting of its own', () => {
    const planned = plan()
    expect(planned).toHaveLength(nimar.length - 1 + 7)
    expect(ofKey(planned, 'PLOUGH#1')).toMatchObject({ due: '2025-05-11', from: '2025-04-26', to: '2025-05-31' })
    expect(planned.filter(({ code }) => code === 'SCOUT').map(({ due }) => due)).toEqual([
      '2025-07-20',
      '2025-07-30',
      '2025-08-09',
      '2025-08-19',
      '2025-08-29',
      '2025-09-08',
      '2025-09-18',
      '2025-09-28',
    ])
    expect(planned.some(({ code }) => code === 'NSKE')).toBe(false)
  })
  it('moves with the sowing what is open, and leaves what was done', () => {
    const planned = plan({ facts: [fact('LAND_PREP', '2025-05-12'), fact('SOWING', '2025-06-29')] })
    expect(ofKey(planned, 'PLOUGH#1')).toMatchObject({ due: '2025-05-11', doneBy: { day: '2025-05-12' } })
    expect(ofKey(planned, 'SOW#1')).toMatchObject({ due: '2025-06-29', doneBy: { day: '2025-06-29' } })
    expect(ofKey(planned, 'GERM#1')).toMatchObject({ due: '2025-07-11', doneBy: null })
    const again = plan({ facts: [fact('SOWING', '2025-06-29'), fact('RESOWING', '2025-07-09')] })
    expect(ofKey(again, 'GERM#1').due).toBe('2025-07-21')
    expect(ofKey(again, 'SOW#1')).toMatchObject({ due: '2025-06-29' })
  })
  it('gives an event to the nearest step of its type whose window it lies in, and to none outside', () => {
    const sowing = fact('SOWING', '2025-06-20')
    const planned = plan({
      facts: [sowing, fact('SCOUTING', '2025-07-24', { pest: 'Jassid', count: 0 }), fact('SCOUTING', '2025-07-25', { pest: 'Jassid', count: 0 })],
    })
    expect(planned.flatMap((one) => (one.doneBy && one.code === 'SCOUT' ? [[one.no, one.doneBy.day]] : []))).toEqual([[1, '2025-07-24']])
    // Day 36 lies in no window of a weeding; who records it names the step.
    const weeding = fact('INTERCULTURE', '2025-08-09', { operation: 'WEEDING' })
    expect(ofKey(plan({ facts: [sowing, weeding] }), 'WEED-2#1').doneBy).toBeNull()
    const named = { ...weeding, day: '2025-08-20', names: 'WEED-2#1' }
    expect(ofKey(plan({ facts: [sowing, named] }), 'WEED-2#1').doneBy).toMatchObject({ day: '2025-08-20' })
  })
  it('does not take thinning for weeding, nor compost for neem cake', () => {
    const planned = plan({
      facts: [
        fact('SOWING', '2025-06-20'),
        fact('INTERCULTURE', '2025-07-10', { operation: 'WEEDING' }),
        fact('INPUT_APPLICATION', '2025-06-13', { itemId: 'cake' }),
      ],
    })
    expect(planned.filter(({ doneBy }) => doneBy).map(({ code }) => code)).toEqual(['NEEM-CAKE', 'SOW', 'WEED-1'])
  })
  it('has its border sown by the crop beside it', () => {
    const border = fact('SOWING', '2025-06-22', {}, { role: 'BORDER' })
    const planned = plan({ facts: [fact('SOWING', '2025-06-20'), border] })
    expect(ofKey(planned, 'BORDER#1').doneBy).toMatchObject({ eventId: border.id })
    expect(ofKey(planned, 'GERM#1').due).toBe('2025-07-02')
  })
  it('asks for the spray from the day on which scouting finds more than the threshold, and again only when that is done', () => {
    const sowing = fact('SOWING', '2025-06-20')
    const scouting = (day: string, count: number) => fact('SCOUTING', day, { pest: ' bollworm ', count })
    expect(plan({ facts: [sowing, scouting('2025-08-01', 0.9)] }).some(({ code }) => code === 'NSKE')).toBe(false)
    const once = [sowing, scouting('2025-08-01', 1), scouting('2025-08-09', 3)]
    expect(plan({ facts: once }).filter(({ code }) => code === 'NSKE')).toMatchObject([{ no: 1, due: '2025-08-01', from: '2025-08-01', to: '2025-08-16' }])
    const twice = [...once, fact('PLANT_PROTECTION', '2025-08-10'), scouting('2025-08-20', 2)]
    expect(plan({ facts: twice }).filter(({ code }) => code === 'NSKE')).toMatchObject([
      { no: 1, doneBy: { day: '2025-08-10' } },
      { no: 2, due: '2025-08-20', doneBy: null },
    ])
  })
  it('waits for the rain where nothing irrigates, and no longer once it is sown', () => {
    const onset: Onset = { at: '2025-06-10T00:00:00.000Z', eventId: 'o1', expectedOn: '2025-06-15', onsetOn: '2025-06-27' }
    expect(ofKey(plan({ onsets: [onset] }), 'SOW#1').due).toBe('2025-07-02')
    expect(ofKey(plan({ onsets: [onset], waterRegime: 'IRRIGATED' }), 'SOW#1').due).toBe('2025-06-20')
    expect(ofKey(plan({ onsets: [onset], facts: [fact('SOWING', '2025-06-25')] }), 'GERM#1').due).toBe('2025-07-07')
  })
})

describe('a fact outside the days of its step', () => {
  it('does the step once its days are moved to it, and not before', () => {
    // Ploughed on 6 April; due 40 days before sowing, from 15 days before that on.
    const ploughed = fact('LAND_PREP', '2025-04-06')
    const earlier: Onset = { at: '2025-06-02T00:00:00.000Z', eventId: 'o1', expectedOn: '2025-06-15', onsetOn: '2025-05-29' }
    expect(ofKey(plan({ facts: [ploughed] }), 'PLOUGH#1')).toMatchObject({ from: '2025-04-26', doneBy: null })
    expect(ofKey(plan({ facts: [ploughed], onsets: [earlier] }), 'PLOUGH#1')).toMatchObject({ from: '2025-04-09', doneBy: null })
    const muchEarlier = { ...earlier, onsetOn: '2025-05-25' }
    expect(ofKey(plan({ facts: [ploughed], onsets: [muchEarlier] }), 'PLOUGH#1')).toMatchObject({ from: '2025-04-05', doneBy: { day: '2025-04-06' } })
  })
})

describe('anchors', () => {
  const due = (facts: CropFact[]) => Object.fromEntries(plan({ packages: [{ ...start, steps: chain }], facts }).map((one) => [one.code, one.due]))
  it('are what happened, else what is planned, else what the package itself plans', () => {
    expect(due([])).toEqual({
      A: '2025-06-10',
      B: '2025-06-15',
      C: '2025-06-22',
      S: '2025-06-04',
      G: '2025-07-02',
      W: '2025-07-12',
      P: '2025-10-18',
      Q: '2025-11-12',
    })
    expect(due([fact('LAND_PREP', '2025-06-13')])).toMatchObject({ A: '2025-06-10', B: '2025-06-18', C: '2025-06-25' })
    const grown = [fact('SOWING', '2025-06-20'), fact('GERMINATION_COUNT', '2025-06-29'), fact('FLOWERING', '2025-08-10'), fact('HARVEST', '2025-10-12')]
    expect(due(grown)).toMatchObject({ W: '2025-07-09', F: '2025-08-14', Q: '2025-11-06' })
    // Sown again: it has to come up again, twelve days later.
    expect(due([...grown.slice(0, 2), fact('RESOWING', '2025-07-10')])).toMatchObject({ W: '2025-08-01' })
  })
})

describe('a newer version', () => {
  const next: Followed = {
    at: '2025-07-05T00:00:00.000Z',
    day: '2025-07-05',
    eventId: 'p2',
    popId: 'v2',
    steps: [
      ...nimar.filter(({ code }) => code !== 'WEED-2' && code !== 'SEED'),
      step('RAKE', 'INTERCULTURE', 60, 5, 5, { operation: 'HOEING' }),
      step('SOIL', 'IRRIGATION', -5, 5, 5),
    ],
  }
  it('asks for what is open by its own steps, keeps what was done, and takes what was recorded before for its new steps', () => {
    const planned = plan({
      packages: [start, next],
      facts: [fact('SEED_RECEIPT', '2025-06-04'), fact('IRRIGATION', '2025-06-16'), fact('SOWING', '2025-06-20')],
    })
    expect(ofKey(planned, 'SEED#1')).toMatchObject({ packageId: 'v1', doneBy: { day: '2025-06-04' } })
    expect(ofKey(planned, 'SOIL#1')).toMatchObject({ packageId: 'v2', doneBy: { day: '2025-06-16' } })
    expect(ofKey(planned, 'RAKE#1')).toMatchObject({ packageId: 'v2', doneBy: null })
    expect(byKey(planned)['WEED-2#1']).toBeUndefined()
  })
  // Its germination is counted by 8 July; nothing was.
  const later: Followed = {
    ...next,
    at: '2025-07-20T00:00:00.000Z',
    day: '2025-07-20',
    steps: next.steps.map((one) => ({ ...one, offsetDays: one.offsetDays + 25 })),
  }
  const sown = fact('SOWING', '2025-06-20')
  const missedOn = (planned: ReturnType<typeof plan>) =>
    planned.filter((one) => plannedStatus(one, { today: '2025-07-20', endedOn: null, isLeftOut: false, isJudged: false }) === 'MISSED').map(occurrenceKey)
  it('leaves missed what was missed before it was followed, and asks for nothing that lay before that day', () => {
    const before = missedOn(plan({ facts: [sown] }))
    expect(before).toContain('GERM#1')
    const planned = plan({ packages: [start, later], facts: [sown] })
    expect(missedOn(planned)).toEqual(before)
    expect(ofKey(planned, 'GERM#1')).toMatchObject({ packageId: 'v1', due: '2025-07-02', doneBy: null })
    // Irrigation five days before sowing, now twenty after it, by 15 July.
    expect(byKey(planned)['SOIL#1']).toBeUndefined()
    expect(planned.filter(({ packageId, to }) => packageId === 'v2' && to < '2025-07-20')).toEqual([])
    const [change] = [planChange(plan({ facts: [sown] }), planned, 'v2', '2025-07-20')]
    expect(change.missed).toBe(before.length)
  })
  it('is the same in any order of recording, and as if it had never been once it is taken back', () => {
    const some = [sown, fact('INTERCULTURE', '2025-07-12', { operation: 'WEEDING' }), fact('SCOUTING', '2025-07-21')]
    const inOrder = plan({ packages: [start, later], facts: some })
    expect(plan({ packages: [later, start], facts: [...some].reverse() })).toEqual(inOrder)
    expect(plan({ packages: [start], facts: some }).some(({ packageId }) => packageId === 'v2')).toBe(false)
  })
  it('has done late what was missed when its recorder names it; sown again, what counts from sowing counts anew, as with one package', () => {
    const named = fact('GERMINATION_COUNT', '2025-07-25', {}, { names: 'GERM#1' })
    expect(ofKey(plan({ packages: [start, later], facts: [sown, named] }), 'GERM#1')).toMatchObject({ packageId: 'v1', doneBy: { day: '2025-07-25' } })
    const twice = [sown, fact('RESOWING', '2025-07-22')]
    const again = plan({ packages: [start, later], facts: twice })
    expect(ofKey(again, 'GERM#1')).toMatchObject({ packageId: 'v2' })
    expect(missedOn(again)).toEqual(missedOn(plan({ facts: twice })))
    expect(missedOn(again)).not.toContain('GERM#1')
  })
  it('moves what was over by planned days alone with its anchor: the real sowing, the onset of the monsoon', () => {
    // Planned for 20 June; nobody had sowed by 20 July, when the package changed.
    const packages = [start, { ...next, at: later.at, day: later.day }]
    expect(missedOn(plan({ packages }))).toEqual(expect.arrayContaining(['SOW#1', 'GERM#1']))
    const sownLate = plan({ packages, facts: [fact('SOWING', '2025-08-14')] })
    expect(ofKey(sownLate, 'SOW#1')).toMatchObject({ packageId: 'v2', doneBy: { day: '2025-08-14' } })
    expect(ofKey(sownLate, 'GERM#1')).toMatchObject({ packageId: 'v2', due: '2025-08-26', doneBy: null })
    // PLOUGH was to be done 40 days before it, by 25 July: the time of the second package.
    expect(ofKey(sownLate, 'PLOUGH#1')).toMatchObject({ packageId: 'v2', to: '2025-07-25' })
    const onset: Onset = { at: '2025-07-25T00:00:00.000Z', eventId: 'o1', expectedOn: '2025-06-15', onsetOn: '2025-07-25' }
    expect(ofKey(plan({ packages, onsets: [onset] }), 'SOW#1')).toMatchObject({ packageId: 'v2', due: '2025-07-30' })
  })
  it('changed back and forth clears nothing', () => {
    const back: Followed = { ...start, at: '2025-07-21T00:00:00.000Z', day: '2025-07-21', eventId: 'p3' }
    expect(missedOn(plan({ packages: [start, later, back], facts: [sown] }))).toEqual(missedOn(plan({ facts: [sown] })))
  })
})

describe('the status on a day', () => {
  const one = ofKey(plan(), 'GERM#1')
  const on = (today: string, more = {}) => plannedStatus(one, { today, endedOn: null, isLeftOut: false, isJudged: false, ...more })
  it('is planned before its window, due in it, and missed after it, or left out where it may be', () => {
    expect(['2025-06-27', '2025-06-28', '2025-07-08', '2025-07-09'].map((day) => on(day))).toEqual(['PLANNED', 'DUE', 'DUE', 'MISSED'])
    expect(plannedStatus({ ...one, step: { ...one.step, mandatory: false } }, { today: '2025-07-09', endedOn: null, isLeftOut: false, isJudged: false })).toBe(
      'SKIPPED',
    )
    expect(on('2025-07-09', { isJudged: true })).toBe('SKIPPED')
    expect(on('2025-07-09', { isLeftOut: true })).toBe('SKIPPED')
  })
  it('does not apply once the crop has ended, unless it was missed before that', () => {
    expect(on('2025-12-01', { endedOn: '2025-07-08' })).toBe('NOT_APPLICABLE')
    expect(on('2025-12-01', { endedOn: '2025-07-09' })).toBe('MISSED')
  })
  it('is in time within the window, and not on the days before and after it', () => {
    const done = (day: string) =>
      plannedStatus({ ...one, doneBy: { eventId: 'e', day } }, { today: '2025-12-01', endedOn: null, isLeftOut: false, isJudged: false })
    expect(['2025-06-27', '2025-06-28', '2025-07-08', '2025-07-09'].map(done)).toEqual(['DONE_LATE', 'DONE_ON_TIME', 'DONE_ON_TIME', 'DONE_LATE'])
  })
})

const days = fc.integer({ min: -60, max: 200 }).map((days) => addDays('2025-06-20', days))
const drawn = fc.uniqueArray(
  fc.record({
    eventType: fc.constantFrom(
      'LAND_PREP',
      'INPUT_APPLICATION',
      'SOWING',
      'RESOWING',
      'GERMINATION_COUNT',
      'INTERCULTURE',
      'SCOUTING',
      'PLANT_PROTECTION',
      'HARVEST',
    ),
    day: days,
    data: fc.record({
      itemId: fc.constantFrom('fym', 'cake', null),
      operation: fc.constantFrom('WEEDING', 'THINNING', null),
      pest: fc.constant('Bollworm'),
      count: fc.nat(3),
    }),
    id: fc.integer({ min: 0, max: 9999 }),
  }),
  { selector: ({ id }) => id, maxLength: 25 },
)
const asFacts = (all: readonly { eventType: string; day: string; data: Record<string, unknown>; id: number }[]) =>
  all.map(({ eventType, day, data, id }) => fact(eventType, day, data, { id: `x${id}` }))

describe('whatever happens', () => {
  it('the order of recording makes no difference, and a fact that is taken back leaves no trace', () => {
    fc.assert(
      fc.property(drawn, fc.nat(), (all, turn) => {
        const events = asFacts(all)
        const at = events.length ? turn % events.length : 0
        const shuffled = [...events.slice(at), ...events.slice(0, at)].reverse()
        expect(plan({ facts: shuffled })).toEqual(plan({ facts: events }))
        const without = events.filter((_, index) => index !== at)
        const voided = [...events].filter(({ id }) => id !== events[at]?.id)
        expect(plan({ facts: voided.reverse() })).toEqual(plan({ facts: without }))
      }),
    )
  })
  it('another package of the same steps changes nothing, whenever it is followed', () => {
    fc.assert(
      fc.property(drawn, fc.array(days, { minLength: 1, maxLength: 3 }), fc.constantFrom(nimar, chain), (all, changes, steps) => {
        const events = asFacts(all)
        const packages = changes.map((day, at): Followed => ({ ...start, steps, at: `${day}T00:00:00.000Z`, day, eventId: `q${at}`, popId: `v${at + 2}` }))
        const apart = (planned: ReturnType<typeof plan>) => planned.map(({ packageId: _, ...one }) => one)
        const first = { ...start, steps, at: '2025-01-01T00:00:00.000Z' }
        expect(apart(plan({ packages: [first, ...packages], facts: events }))).toEqual(apart(plan({ packages: [first], facts: events })))
      }),
    )
  })
  it('no event does two steps, no step is done twice, and what is done without a name lies in its window', () => {
    fc.assert(
      fc.property(drawn, (all) => {
        const events = asFacts(all)
        const planned = plan({ facts: events })
        const doing = planned.flatMap(({ doneBy }) => doneBy?.eventId ?? [])
        expect(new Set(doing).size).toBe(doing.length)
        expect(new Set(planned.map(occurrenceKey)).size).toBe(planned.length)
        for (const one of planned) if (one.doneBy) expect(one.from <= one.doneBy.day && one.doneBy.day <= one.to).toBe(true)
      }),
    )
  })
  it('open steps stand where an independent reckoning puts them: days from the last sowing, or from the planned one', () => {
    fc.assert(
      fc.property(drawn, (all) => {
        const events = asFacts(all)
        const inTime = [...events].sort((one, other) =>
          one.occurredAt === other.occurredAt ? (one.id < other.id ? -1 : 1) : one.occurredAt < other.occurredAt ? -1 : 1,
        )
        // Independent of the engine: the first SOWING counts, every RESOWING after it counts anew.
        let sown: string | null = null
        for (const { eventType, day } of inTime) if (eventType === 'RESOWING' || (eventType === 'SOWING' && sown === null)) sown = day
        for (const one of plan({ facts: events }))
          if (!one.doneBy && one.code !== 'NSKE')
            expect(daysBetween(sown ?? '2025-06-20', one.due)).toBe((nimar.find(({ code }) => code === one.code)?.offsetDays ?? 0) + (one.no - 1) * 10)
      }),
    )
  })
})
