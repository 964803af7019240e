// The claim of a plot through time as it is answered: stretches of one claim for annual and perennial crops, and the dated causes.
import { z } from 'zod'
import { count, day, flag, id, keyOf, refs, text } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'

const claim = keyOf(claims)
const segment = z
  .object({
    claim,
    from: day,
    to: day.nullable().describe('The day on which the next begins; null: from here on.'),
    since: day.describe('From when conversion counts in it.'),
    isRecognised: flag.describe('Before the plot entered the scheme: of recognised months.'),
  })
  .meta({ id: 'ClaimSegment' })
export type TimelineSegment = z.infer<typeof segment>

export const causeKinds = [
  'STARTED',
  'CONFIRMED',
  'RECOGNISED',
  'RECOGNITION_CONFIRMED',
  'RESET',
  'RESET_LIFTED',
  'PROHIBITED_INPUT',
  'INPUT_UNDECIDED',
  'ERROR_AGREED',
  'TAKEN_BACK',
  'CORRECTED',
  'MADE_FROM',
  'GROWN_CONVENTIONALLY',
  'STEP',
] as const

const byLifecycle = z.object({ ANNUAL: claim.nullable(), PERENNIAL: claim.nullable() })
const cause = z
  .object({
    kind: z
      .enum(causeKinds)
      .describe('STEP: a claim that is reached by the calendar alone. CORRECTED: what was recorded of a crop as this input is now recorded as another one.'),
    on: day.describe('From which it works; of what was confirmed or taken back, on which that was.'),
    counts: flag.describe('False: recorded, and without effect on the claim.'),
    claims: byLifecycle.describe('Of annual and perennial crops from that day on; null: in no scheme.'),
    months: count.nullable().describe('That were recognised.'),
    day: day.nullable().describe('Of which the cause speaks besides: counts from, confirmed for, conversion starts again.'),
    document: text.nullable(),
    itemId: id.nullable(),
    text: text.nullable(),
    words: text.nullable().describe('Key and values of a text that the product wrote.'),
    eventId: id.nullable(),
    link: z.object({ entity: text, id, eventId: id.nullable() }).nullable().describe('Where to read it; null: on a plot that this one was made from.'),
  })
  .meta({ id: 'ClaimCause' })
export type TimelineCause = z.infer<typeof cause>

export const plotTimeline = z
  .object({
    day: day.describe('Today, or the past day asked for.'),
    now: byLifecycle,
    months: z.object({ ANNUAL: count, PERENNIAL: count }).describe('Until goods are organic, as the schemes asked when the plot entered.'),
    tracks: z.object({ ANNUAL: z.array(segment), PERENNIAL: z.array(segment) }).describe('In order of time; empty: in no scheme.'),
    causes: z.array(cause).describe('In order of time; after `day` what the calendar leads to.'),
    refs,
  })
  .meta({ id: 'PlotTimeline' })
export type PlotTimeline = z.infer<typeof plotTimeline>
