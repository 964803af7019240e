// Properties of fibre for which a product may have bounds (domain dictionary 4.3). The unit follows from the property: it is that of quality tests.
export const qualityCodes = {
  STAPLE: 'Staple, mm',
  MICRONAIRE: 'Micronaire',
  STRENGTH: 'Strength, g/tex',
  TRASH: 'Trash, %',
  MOISTURE: 'Moisture, %',
} as const
export type QualityCode = keyof typeof qualityCodes
