// By which rules NPOP judges the programme's organic cotton: one of each kind that the demo season has something to say to (domain
// dictionary 5.2). Clauses and figures are invented where the dictionary gives none.

type Body = Record<string, unknown>
type Rule = readonly [code: string, text: string, severity: string, check: Body, more?: Body]

const rules = (idOf: (code: string) => string | undefined): readonly Rule[] => [
  ['SEED', 'Seed is from the group or bought, never saved from conventional fields.', 'CRITICAL', { type: 'SEED_SOURCE', seedSources: ['GROUP', 'COMPANY'] }],
  [
    'NON-GM',
    'Each seed lot has a proof that it is free of genetically modified seed.',
    'CRITICAL',
    { type: 'NON_GM_PROOF', proofKinds: ['SEED_CERTIFICATE', 'GMO_TEST'] },
    { effectOnFail: 'BLOCK_SALE' },
  ],
  [
    'INPUTS',
    'Only inputs of the approved list are used.',
    'CRITICAL',
    {
      type: 'INPUT_ALLOWED_ONLY',
      itemIds: ['FYM', 'NEEM-CAKE', 'TRICHODERMA', 'NSKE-5', 'PHEROMONE-PBW'].map(idOf),
      bannedCategories: ['SYNTH_FERTILISER', 'SYNTH_PESTICIDE', 'HERBICIDE'],
    },
    { effectOnFail: 'RESET_CONVERSION' },
  ],
  ['CAKE', 'No more neem cake than the soil takes up.', 'MINOR', { type: 'INPUT_MAX_RATE', itemId: idOf('NEEM-CAKE'), kgPerHaYear: 500 }],
  [
    'BUFFER',
    'A strip keeps what is sprayed next door away from the plot.',
    'MAJOR',
    { type: 'MIN_BUFFER', neighbourUses: ['CONVENTIONAL', 'GM_COTTON'], metres: 3 },
    { effectOnFail: 'CONDITION' },
  ],
  ['ROTATION', 'Cotton does not follow cotton for long, and a legume comes in between.', 'MINOR', { type: 'ROTATION', maxSeasons: 2, legumeEvery: 3 }],
  ['PHI', 'Nothing is picked during the waiting period.', 'MAJOR', { type: 'PHI', days: 15 }],
  [
    'SCOUT',
    'The field is scouted before anything is sprayed.',
    'MINOR',
    { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 3, anchor: 'SOWING', fromDay: 20, toDay: 110 },
  ],
  [
    'INSPECT',
    'The group inspects each farmer inside the season.',
    'CRITICAL',
    { type: 'INSPECTION_COUNT', perSeason: 2, minGapDays: 30 },
    { effectOnFail: 'BLOCK_SALE' },
  ],
  ['TRAINING', 'Each farmer is trained.', 'MINOR', { type: 'TRAINING_HOURS', hours: 4 }],
  [
    'RESIDUE',
    'Lint is tested for residues by risk.',
    'CRITICAL',
    { type: 'LAB_TEST', test: 'RESIDUE', frequency: 'RISK', sampling: 'Each farmer of high risk' },
  ],
  // The groups have the agreements on paper: the day on which it was signed is enough.
  ['CONTRACT', 'The farmer has a contract with the group.', 'MINOR', { type: 'DOCUMENT', document: 'CONTRACT', validMonths: 36, needs: 'ENTRY' }],
  ['PARALLEL', 'No conventional cotton on other land of the farmer.', 'MAJOR', { type: 'PARALLEL_PRODUCTION', forbids: 'SAME_CROP' }],
  ['BORDER', 'Border rows stand around the field.', 'RECOMMENDATION', { type: 'AREA_SHARE', role: 'BORDER', minShare: 0.03 }],
  [
    'STORE',
    'Are sprayers and stores free of residues of what is not allowed?',
    'MAJOR',
    { type: 'CHECKLIST_QUESTION', answers: 'YES_NO_NA', evidence: ['PHOTO'] },
  ],
]

/** `ids`: of the scheme, the crop type and the package; `idOf`: of an input by its code. */
export const cottonRules = (ids: Body, idOf: (code: string) => string | undefined): Body & { code: string } => ({
  code: 'SPO-NPOP-COTTON',
  name: 'NPOP organic cotton',
  ...ids,
  rules: rules(idOf).map(([code, text, severity, check, more = {}], at) => ({
    code,
    text,
    severity,
    check,
    clauseRef: `3.${at + 1}`,
    weight: severity === 'CRITICAL' ? 3 : 1,
    correctiveDays: severity === 'CRITICAL' ? 0 : 30,
    effectOnFail: 'NONE',
    ...more,
  })),
})
