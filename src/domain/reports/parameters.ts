// Parameters that many reports have, once.
import { choices, date, optional, reference, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'

export const season = optional(reference('Season', 'season'))
export const village = optional(text('Village', { max: 60 }))
export const claim = optional(choices('Claim', claims))
/** Both days included, where the programme works. */
export const period = { from: optional(date('From')), to: optional(date('To')) } as const
/** As it was at the end of a day, and by what was known at the end of one (M10); neither: as of now. For reports all of whose rows are worked out from what was recorded. */
export const pastDay = { asOf: optional(date('As it was on')), knownAt: optional(date('As it was known on')) } as const
/** The day to which days and steps are counted, which may be one to come; else the day of the report. */
export const countedOn = { countedOn: optional(date('Counted on')) } as const
