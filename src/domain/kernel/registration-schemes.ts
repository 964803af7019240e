// The schemes under which a group can be registered (2.1), and which a programme names for its new groups (6.6).
export const registrationSchemes = {
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
