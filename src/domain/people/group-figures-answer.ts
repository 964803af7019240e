// What the list of groups counts of each (domain dictionary 5.4), as it is answered: of what the reader lists, and null where they list none of it.
import { z } from 'zod'
import { count, hectares, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'
import { approvedlist } from './approvedlist.ts'

const group = z.object({
  id,
  schemes: z.array(text).nullable().describe('Keys of the schemes to which it is certified today: its scope certificates are valid and in their term.'),
  areas: z
    .array(z.object({ claim: keyOf(claims), areaHa: hectares }))
    .nullable()
    .describe('Plots in use by what they are worth today (BR-04), the most first: mapped where there is a boundary, else declared.'),
  members: count.nullable().describe('Active today.'),
  inspected: count.nullable().describe('Of them, inspected in the season (BR-21).'),
  lists: z
    .array(z.object({ scheme: text, status: keyOf(approvedlist.states), versionNo: count }))
    .nullable()
    .describe('Of each scheme the approved farmer list of the season that has come furthest: in force, signed, to be signed, or returned.'),
  certifiedKg: kg.nullable().describe('Of lots of the season, on transaction certificates by which the group sold them and that are issued today.'),
})
export const groupFigures = z
  .object({
    season: z.object({ id, code: text, title: text }).nullable().describe('Of which the inspections, lists and kilograms are; null: there is none yet.'),
    items: z.array(group),
  })
  .meta({ id: 'GroupFigures' })
export type GroupFigures = z.infer<typeof groupFigures>
