// What the land of a plot claimed on each day, and why (BR-04, BR-14; issue 9, 3.): stretches of one claim, for annual and for perennial crops, and the dated facts
// that moved it, those to come by the calendar alone among them. Pure: a fold over the facts of the plot's clock, in whatever order they were recorded.
import { addDays, monthsBefore } from '../kernel/day.ts'
import type { Claim } from '../kernel/terms.ts'
import { typedValue } from '../kernel/typed-facts.ts'
import {
  type ClockOptions,
  entriesOf,
  isFindOfProhibited,
  type PlotClock,
  type PlotFact,
  plotClock,
  prohibitedDays,
  resetsOf,
  usualMonths,
} from '../land/plot-projection.ts'
import { type Conversion, conversionOf, conversionStart } from './claim.ts'
import type { TimelineCause, TimelineSegment } from './plot-timeline-answer.ts'

export type Lifecycle = 'ANNUAL' | 'PERENNIAL'
type Facts = readonly PlotFact[]
/** Until when the facts of a day hold: the day on which the next ones begin. */
type Stretch = { from: string; to: string | null; clock: PlotClock }

/** Days from which the clock may be another one. */
function daysOf(facts: Facts): string[] {
  const days = [
    ...entriesOf(facts).map(({ startedOn }) => startedOn),
    ...resetsOf(facts).map(({ data }) => data.resetOn as string),
    ...prohibitedDays(facts).days,
  ]
  return [...new Set(days)].sort()
}

function stretchesOf(facts: Facts, options: ClockOptions): Stretch[] {
  const days = daysOf(facts).filter((day) => !options.until || day <= options.until)
  return days.map((from, place) => ({ from, to: days[place + 1] ?? null, clock: plotClock(facts, { ...options, until: from }) }))
}

/** Claims that the calendar alone leads to, each from its day on; before the first: conventional. */
function stepsOf(conversion: Conversion, since: string, lifecycle: Lifecycle): { claim: Claim; from: string }[] {
  const most = (conversion.months ?? usualMonths)[lifecycle]
  const years = [
    ['IC1', 0],
    ['IC2', 12],
    ['IC3', 24],
  ] as const
  return [...years.filter(([, months]) => months < most), ['ORGANIC', most] as const].map(([claim, months]) => ({ claim, from: monthsBefore(since, -months) }))
}

type Bounds = { from: string; to: string | null }
const within = ({ from, to }: Bounds, bounds: Bounds): Bounds | null => {
  const [start, ends] = [from > bounds.from ? from : bounds.from, [to, bounds.to].flatMap((day) => day ?? [])]
  const end = ends.sort()[0] ?? null
  return end !== null && end <= start ? null : { from: start, to: end }
}

/** What a crop sown (perennial: first picked) on each day would claim by what had happened by then. None before the plot entered a scheme, but for recognised months. */
export function claimSegments(facts: Facts, options: ClockOptions, lifecycle: Lifecycle): TimelineSegment[] {
  let segments: TimelineSegment[] = []
  for (const stretch of stretchesOf(facts, options)) {
    const conversion = conversionOf(stretch.clock)
    const since = conversionStart(conversion)
    if (since === null) continue
    const steps = stepsOf(conversion, since, lifecycle)
    const put = (bounds: Bounds, isRecognised: boolean) => {
      const all = [{ claim: 'CONVENTIONAL' as Claim, from: '0000-01-01' }, ...steps]
      for (const [place, { claim, from }] of all.entries()) {
        const part = within({ from, to: all[place + 1]?.from ?? null }, bounds)
        if (!part) continue
        const last = segments.at(-1)
        const isSame = last && last.claim === claim && last.since === since && last.isRecognised === isRecognised && last.to === part.from
        segments = isSame ? [...segments.slice(0, -1), { ...last, to: part.to }] : [...segments, { claim, ...part, since, isRecognised }]
      }
    }
    // Months that were recognised reach back before the entry, over what claimed nothing until then.
    const last = segments.at(-1)
    const known = last && last.claim !== 'CONVENTIONAL' ? stretch.from : (last?.from ?? since)
    const recognisedFrom = since > known ? since : known
    if (conversion.retroMonths && recognisedFrom < stretch.from) {
      const before: Bounds = { from: '0000-01-01', to: recognisedFrom }
      segments = segments.flatMap((one) => {
        const part = within(one, before)
        return part ? [{ ...one, ...part }] : []
      })
      put({ from: recognisedFrom, to: stretch.from }, true)
    }
    put(stretch, false)
  }
  return segments
}

/** Of a day; null: in no scheme. */
export const claimOn = (segments: readonly TimelineSegment[], day: string): Claim | null =>
  segments.find(({ from, to }) => from <= day && (to === null || day < to))?.claim ?? null

type Cause = Omit<TimelineCause, 'claims' | 'link'>
const cause = (kind: Cause['kind'], on: string, more: Partial<Cause> = {}): Cause => ({
  kind,
  on,
  eventId: null,
  counts: true,
  months: null,
  day: null,
  document: null,
  itemId: null,
  text: null,
  words: null,
  ...more,
})
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The facts behind the segments, by the days from which they work. `dayOf`: of a moment, where the programme works. */
export function claimCauses(facts: Facts, options: ClockOptions, dayOf: (moment: string) => string): Cause[] {
  const clocks = new Map(stretchesOf(facts, options).map(({ from, clock }) => [from, clock]))
  const inForce = new Set(resetsOf(facts).map(({ id }) => id))
  // What was confirmed before a prohibited input was taken back from the record is to be confirmed again.
  const { loweredAt } = prohibitedDays(facts)
  const againFrom = (usedOn: string): Pick<Cause, 'counts' | 'day'> => {
    const clock = clocks.get(usedOn)
    const [since, next] = [clock ? conversionStart(conversionOf(clock)) : null, addDays(usedOn, 1)]
    return { counts: since === next, day: since === next ? next : null }
  }
  const entered = entriesOf(facts).flatMap(({ startedOn, retroMonths, retroDocument, at }): Cause[] => {
    const clock = clocks.get(startedOn)
    const eventId = facts[at]?.id ?? null
    const countsFrom = clock?.conversionCountsFrom ?? startedOn
    return [
      cause('STARTED', startedOn, { eventId, counts: countsFrom === startedOn, day: countsFrom === startedOn ? null : countsFrom }),
      ...(retroMonths
        ? [
            cause('RECOGNISED', monthsBefore(startedOn, retroMonths), {
              eventId,
              counts: Boolean(clock?.retroConfirmedAt) && clock?.retroMonths === retroMonths,
              months: retroMonths,
              day: startedOn,
              document: retroDocument,
            }),
          ]
        : []),
    ]
  })
  const found = facts.flatMap(({ id, eventType, occurredAt, data }, at): Cause[] => {
    const of = { eventId: id, document: textOf(data.document) }
    switch (eventType) {
      case 'CONVERSION_CONFIRMED':
        return [
          cause('CONFIRMED', dayOf(occurredAt), {
            ...of,
            day: textOf(data.startedOn),
            counts: at > loweredAt && Boolean(clocks.get(String(data.startedOn))?.startConfirmedAt),
          }),
        ]
      case 'RETRO_CONFIRMED':
        return [cause('RECOGNITION_CONFIRMED', dayOf(occurredAt), { ...of, months: (data.retroMonths as number | undefined) ?? null, counts: at > loweredAt })]
      case 'CONVERSION_RESET':
        return [cause('RESET', String(data.resetOn), { ...of, counts: inForce.has(id), text: textOf(data.cause), words: textOf(data.words) })]
      case 'CONVERSION_RESET_LIFTED':
        return [cause('RESET_LIFTED', dayOf(occurredAt), { ...of, text: textOf(data.ref) })]
      case 'PROHIBITED_INPUT_FOUND': {
        const usedOn = String(data.usedOn)
        const isProhibited = isFindOfProhibited({ data })
        const more = { ...of, itemId: textOf(data.itemId), text: textOf(data.evidence), words: textOf(data.words) }
        return [
          cause(isProhibited ? 'PROHIBITED_INPUT' : 'INPUT_UNDECIDED', usedOn, {
            ...more,
            ...(isProhibited ? againFrom(usedOn) : { counts: false }),
          }),
        ]
      }
      case 'TAKEN_OVER':
        return [cause('MADE_FROM', dayOf(occurredAt), of)]
      default:
        return []
    }
  })
  return [...entered, ...typedInputs(facts).map((one) => ({ ...one, ...againFrom(one.on) })), ...found].filter(
    ({ on, kind }) => !options.until || on <= options.until || confirms.has(kind),
  )
}
/** Count however late they come. */
const confirms: ReadonlySet<string> = new Set(['CONFIRMED', 'RECOGNITION_CONFIRMED', 'RESET_LIFTED'])

/** Days that were written in the record itself, and stand. */
function typedInputs(facts: Facts): Cause[] {
  const days = new Set(prohibitedDays(facts.filter(({ eventType }) => eventType !== 'PROHIBITED_INPUT_FOUND')).days)
  return [...days].map((day) => {
    const fact = facts.findLast((one) => (one.eventType === 'CREATED' || one.eventType === 'EDITED') && typedValue(one, 'lastProhibitedInputOn') === day)
    return cause('PROHIBITED_INPUT', day, { eventId: fact?.id ?? null })
  })
}

/** Days on which a claim is reached by the calendar alone, past and to come: no cause of another kind begins it. */
export function claimSteps(tracks: Readonly<Record<Lifecycle, readonly TimelineSegment[]>>, causes: readonly Cause[]): Cause[] {
  const caused = new Set(causes.flatMap(({ on, counts, kind }) => (counts && !confirms.has(kind) ? [on] : [])))
  const days = [...tracks.ANNUAL, ...tracks.PERENNIAL].map(({ from }) => from).filter((day) => !caused.has(day))
  return [...new Set(days)].map((day) => cause('STEP', day))
}
