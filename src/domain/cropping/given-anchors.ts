// Anchors of a crop that its own steps plan: the first event of a type gives the day, and until then the step that plans it (domain dictionary 5.1).
export const givenAnchors = { GERMINATION_COUNT: 'GERMINATION', FLOWERING: 'FLOWERING', HARVEST: 'FIRST_HARVEST' } as const
