// What a list of farmers says about each beside his own record: plots, approval and kilograms of the season, the last visit.

/** One page of a list (the largest a list answers with). */
export const mostFarmersAtOnce = 200
/** What counts as having been at the farmer's: events of the farmer. */
export const visitEvents = ['VISIT', 'INTERNAL_INSPECTION'] as const
