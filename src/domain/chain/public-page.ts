// What anybody who scans a code may know of a crop or a lot: the allow-list of domain dictionary 13.1 as a type.
// Whatever is not a field here cannot reach a public page: no person, no plot, no kilogram of one farmer, no price,
// no internal id. Figures over fewer than ten farmers are left out (BR-35).
/** Fewer farmers than this are "a smallholder group", and nothing is counted, added up or averaged over them (BR-35). */
export const leastFarmers = 10

export const journeySteps = {
  SOWN: 'Sown',
  PICKED: 'Picked by hand',
  HARVESTED: 'Harvested',
  WEIGHED: 'Weighed and bought',
  HEAPED: 'Gathered at the centre',
  GINNED: 'Ginned',
  BALED: 'Pressed into bales',
  SPUN: 'Spun',
  KNITTED: 'Knitted',
  WOVEN: 'Woven',
  DYED: 'Dyed and finished',
  SEWN: 'Cut and sewn',
  PROCESSED: 'Processed',
  SHIPPED: 'Sent on',
} as const

/** Where anybody is shown the logo of a scheme. `hash`: SHA-256 of its file. */
export const schemeLogoAddress = (hash: string): string => `/api/public/scheme-logo/${hash}`
