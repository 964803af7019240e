// The questions that the internal control of the programme asks on a cotton farm. Clauses are invented where the dictionary gives none.
type Question = Record<string, unknown>
const yes = { kind: 'YES_NO', right: 'YES', mayNotApply: true }
const no = { kind: 'YES_NO', right: 'NO', mayNotApply: false }

const of = (section: string, ...questions: readonly (readonly [code: string, text: string, ask: Question, severity: string, more?: Question])[]): Question[] =>
  questions.map(([code, text, ask, severity, more]) => ({ code, section, text, ask, severity, weight: 1, correctiveDays: 30, photo: 'NONE', ...more }))

export const farmQuestions: readonly Question[] = [
  ...of(
    'Records',
    ['DIARY', 'Is the field diary written up to last week?', yes, 'MINOR', { help: 'Compare it with what stands in the field.' }],
    ['RECEIPTS', 'Is there a receipt for every input in the house?', yes, 'MINOR'],
    ['CONTRACT', 'Does the farmer have the contract and know the rules?', yes, 'MINOR', { clauseRef: 'ICS 2.1' }],
  ),
  ...of(
    'Seed',
    ['SEED-BAG', 'Are the seed bags there, without treatment?', yes, 'MAJOR', { photo: 'ON_FINDING', weight: 2 }],
    [
      'SEED-SOURCE',
      'Where does the seed come from?',
      { kind: 'CHOICE', options: ['Group', 'Shop', 'Own', 'Neighbour'], findings: ['Neighbour'], mayNotApply: false },
      'MAJOR',
    ],
  ),
  ...of(
    'Edges',
    ['MARKED', 'Is the plot edge marked on all sides?', yes, 'MINOR'],
    [
      'BUFFER-WIDTH',
      'How wide is the strip to sprayed ground?',
      { kind: 'NUMBER', unit: 'm', least: 7, most: null, mayNotApply: true },
      'MAJOR',
      { photo: 'ON_FINDING', clauseRef: 'NPOP 3.2.3', weight: 3, correctiveDays: 14 },
    ],
    ['NEIGHBOURS', 'Are the neighbours asked not to spray here?', yes, 'MINOR'],
  ),
  ...of(
    'Field',
    [
      'SYNTHETIC',
      'Is there any sign of urea, DAP or a chemical spray?',
      no,
      'CRITICAL',
      { photo: 'ON_FINDING', clauseRef: 'NPOP 3.2.2', weight: 5, correctiveDays: 0 },
    ],
    ['PARALLEL', 'Does the family grow the same crop conventionally elsewhere?', no, 'MAJOR', { weight: 3 }],
    ['PLANTS', 'How do the plants stand?', { kind: 'CHOICE', options: ['Good', 'Middling', 'Poor'], findings: [], mayNotApply: false }, 'MINOR'],
  ),
  ...of(
    'Store',
    ['STORE', 'Is the harvest stored apart, in clean cotton bags?', yes, 'MAJOR', { photo: 'ALWAYS', weight: 2 }],
    ['SPRAYER', 'Is the sprayer used on this farm alone?', yes, 'MINOR'],
  ),
  ...of('Word of the farmer', ['SAYS', 'What does the farmer want to say?', { kind: 'TEXT', mayNotApply: true }, 'RECOMMENDATION']),
]
