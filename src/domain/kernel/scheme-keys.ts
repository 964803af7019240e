// The schemes that there are (domain dictionary 2.1, 5): of groups' registrations, of a programme's new groups (6.6) and of standards.
export const schemeKeys = {
  NPOP: 'NPOP',
  EU_ORG: 'EU organic',
  NOP: 'NOP',
  GOTS: 'GOTS',
  OCS: 'OCS',
  ROC: 'Regenerative Organic',
  FAIRTRADE: 'Fairtrade',
  GLOBALGAP: 'GlobalG.A.P.',
  INTERNAL: 'Own standard',
} as const
export type SchemeKey = keyof typeof schemeKeys
