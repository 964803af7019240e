// The questions of an inspection (domain dictionary 5.2): what is asked, which answer is a finding, how severe it is and by which clause.
// A published version does not change any more: an inspection is explained by the questions that were asked.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, integer, lines, longText, optional, reference, text, variant } from '../kernel/kinds.ts'
import { publication, publicationStates } from '../kernel/publication.ts'
import { severities } from '../kernel/terms.ts'
import { questionParts } from './checklist-cases.ts'
import { checklistKinds } from './inspection-terms.ts'
import { comment } from './schemes.ts'

export const checklist = entity('checklist', {
  label: 'Checklist',
  plural: 'Checklists',
  group: 'Administration',
  about: 'Questions of inspections: what is asked, which answer is a finding, how severe it is.',
  belongsTo: {},
  codePrefix: 'CHK',
  duplicable: true,
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    kind: choice('Kind of inspection', checklistKinds, { filter: true, initial: 'INTERNAL' }),
    schemeId: optional(reference('Scheme', 'scheme')),
    versionNo: derived(integer('Version', { min: 1, max: 1000, sort: true })),
    basedOnId: optional(reference('Made from', 'checklist', { fixed: true })),
    questions: lines(
      'Questions',
      {
        code: text('Code', { max: 40 }),
        section: text('Section', { max: 60 }),
        text: longText('Question', { max: 300 }),
        help: optional(longText('Where to look', { max: 500 })),
        ask: variant('Answered with', questionParts),
        clauseRef: optional(text('Clause', { max: 60 })),
        severity: choice('Severity', severities),
        weight: integer('Weight in the score', { min: 1, max: 10, initial: 1 }),
        correctiveDays: integer('Days to correct', { max: 180, unit: 'days', initial: 30 }),
        photo: choice('Photo', { NONE: 'Not needed', ON_FINDING: 'Of a finding', ALWAYS: 'Always' }, { initial: 'NONE' }),
      },
      { min: 1, max: 200 },
    ),
    questionCount: derived(integer('Questions')),
    publishedOn: derived(date('Published on', { sort: true })),
  },
  unique: [['name', 'versionNo']],
  // Versions of one name, however it is spelled.
  keys: { seriesKey: 'text' },
  lookups: [['seriesKey', 'versionNo']],
  title: (row) => `${row.name}, v${row.versionNo}`,
  subtitle: ['schemeId', 'kind'],
  list: ['kind', 'schemeId', 'versionNo', 'questionCount', 'publishedOn', 'status'],
  form: { Checklist: ['name', 'kind', 'schemeId', 'basedOnId'], Questions: ['questions'] },
  states: publicationStates,
  editableIn: ['DRAFT'],
  events: { ...publication(['ADMIN']), COMMENT: comment },
  checks: [
    {
      path: 'questions',
      code: 'rule',
      message: 'Two questions have the same code.',
      fails: (row) => new Set(row.questions.map(({ code }) => code)).size < row.questions.length,
    },
    {
      path: 'questions',
      code: 'rule',
      message: 'A choice that is a finding is none of the choices.',
      fails: (row) => row.questions.some(({ ask }) => ask.kind === 'CHOICE' && (ask.findings ?? []).some((one) => !ask.options.includes(one))),
    },
    {
      path: 'questions',
      code: 'rule',
      message: 'The smallest number that is right is above the greatest.',
      fails: (row) =>
        row.questions.some(({ ask }) => ask.kind === 'NUMBER' && typeof ask.least === 'number' && typeof ask.most === 'number' && ask.least > ask.most),
    },
  ],
})
