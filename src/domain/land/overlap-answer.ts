// What the addresses of overlaps answer: the cases of a plot, each with both boundaries, what they share and what has been said. Of a plot
// that the caller may not see: its code, its line, and whom to call.
import { z } from 'zod'
import { day, flag, hectares, id, inUnit, keyOf, moment, share, text } from '../kernel/answer-shapes.ts'
import { polygon, ring } from './map-answers.ts'
import { caseStates } from './overlap-case.ts'
import { settlements } from './overlap-events.ts'

const shape = z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }).nullable()
const side = z.object({
  boundary: polygon.describe('As it is registered.'),
  areaHa: hectares,
  share: share.describe('Share of this plot that both claim, 0 to 1.'),
  proposal: z
    .object({ boundary: polygon, areaHa: hectares, message: text.nullable(), at: moment })
    .nullable()
    .describe('The boundary that its side proposes instead.'),
  agreedAt: moment.nullable().describe('Since when this side agrees to what is on the table.'),
})
/** What the caller may do about it. */
export const caseActions = ['propose', 'accept', 'withdraw', 'walk', 'decide'] as const

const overlapCase = z
  .object({
    code: text.describe('The other plot.'),
    id: id.nullable().describe('Null when the caller may not see that plot.'),
    title: text.nullable(),
    operator: text.nullable().describe('Of another operator: its name.'),
    contacts: z.array(z.object({ name: text, email: text.nullable(), phone: text.nullable() })).describe('Of another operator: its managers.'),
    band: z.enum(['review', 'block', 'duplicate']),
    ratio: share.describe('Share of the smaller plot, 0 to 1 (BR-02).'),
    sharedM2: inUnit('m²'),
    shape: shape.describe('The shared ground.'),
    own: side,
    other: side,
    terms: text.describe('Both boundaries on the table; whoever accepts or decides sends it back.'),
    leftM2: inUnit('m²').describe('What the boundaries on the table would still share.'),
    isEnough: flag.describe('The boundaries on the table would settle it; those that are registered: as a tolerance.'),
    halves: z
      .object({ line: ring, own: polygon, other: polygon })
      .nullable()
      .describe('A line across the shared ground that leaves each side its part, and both plots along it; null where there is none.'),
    steps: z.array(
      z.object({ what: text.describe('The type of the event.'), isOwn: flag, by: text.nullable(), at: moment, message: text.nullable(), on: text.nullable() }),
    ),
    may: z.array(z.enum(caseActions)),
  })
  .meta({ id: 'OverlapCase' })
export type OverlapCase = z.infer<typeof overlapCase>

export const overlapCases = z
  .object({
    items: z.array(overlapCase).describe('Open cases, the largest first.'),
    settled: z.array(z.object({ code: text, how: keyOf(settlements), at: moment })).describe('What was settled, latest first.'),
    elsewhere: z
      .object({ isOver: flag, on: day })
      .nullable()
      .describe(
        'Whether this boundary lies over land registered in another programme, for managers and the certification body; null: not known, or not for the caller.',
      ),
  })
  .meta({ id: 'OverlapCases' })
export type OverlapCases = z.infer<typeof overlapCases>

const openOverlap = z
  .object({
    own: z.object({ id, code: text, title: text, operatorId: id }).describe('A plot that the caller may see; of two the one of the smaller code.'),
    other: z.object({
      code: text,
      id: id.nullable().describe('Null when the caller may not see that plot.'),
      title: text.nullable(),
      operator: text.nullable(),
    }),
    band: z.enum(['review', 'block', 'duplicate']),
    ratio: share.describe('Share of the smaller plot, 0 to 1 (BR-02).'),
    sharedM2: inUnit('m²'),
    state: keyOf(caseStates),
    turn: z.enum(['OWN', 'OTHER', 'BOTH']).describe('Whose word is missing for what is on the table.'),
    isYours: flag.describe('The caller speaks for a side whose word is missing.'),
    since: moment.describe('Since when both plots are in dispute.'),
    lastAt: moment.nullable().describe('When something was said last.'),
  })
  .meta({ id: 'OpenOverlap' })
export type OpenOverlap = z.infer<typeof openOverlap>

export const openOverlaps = z
  .object({
    items: z.array(openOverlap).describe('Those that wait for the caller first, then the oldest. A page may have none and another one after it.'),
    next: text.nullable().describe('Cursor of the next page.'),
  })
  .meta({ id: 'OpenOverlaps' })
export type OpenOverlaps = z.infer<typeof openOverlaps>
