// The rules by which a scheme judges a crop that follows a package of practices (domain dictionary 5.2).
// A published version does not change any more: results must be explained by the rules they were judged by.
import { ruleChecks, ruleOfBefore, ruleParts } from '#rule-cases'
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, integer, optional, reference, rows, text, variant } from '../kernel/kinds.ts'
import { publication, publicationStates } from '../kernel/publication.ts'
import { severities } from '../kernel/terms.ts'
import { ruleTexts } from './rule-text.ts'
import { comment, ruleEffects } from './schemes.ts'

export const schemepop = entity('schemepop', {
  label: 'Scheme POP',
  plural: 'Scheme POPs',
  group: 'Administration',
  about: 'Rules of a scheme for a crop and its package of practices: what is checked, how severe it is, what follows.',
  belongsTo: {},
  codePrefix: 'SPO',
  duplicable: true,
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    schemeId: reference('Scheme', 'scheme', { fixed: true }),
    cropTypeId: optional(reference('Crop type', 'croptype', { help: 'Empty: for every crop.' })),
    popId: optional(reference('Package of practices', 'pop')),
    versionNo: derived(integer('Version', { min: 1, max: 1000, sort: true })),
    basedOnId: optional(reference('Made from', 'schemepop', { fixed: true })),
    passScore: integer('Points needed', { max: 100, initial: 80, unit: '%' }),
    maxMajor: integer('Major findings allowed', { max: 100, initial: 2 }),
    rules: rows(
      'Rules',
      {
        code: text('Rule', { max: 40 }),
        ...ruleTexts,
        check: variant('What is checked', ruleParts),
        clauseRef: optional(text('Clause', { max: 60 })),
        severity: choice('Severity', severities),
        weight: integer('Weight in the score', { min: 1, max: 10, initial: 1 }),
        correctiveDays: integer('Days to correct', { max: 180, unit: 'days', initial: 30 }),
        effectOnFail: choice('When it fails', ruleEffects, { initial: 'NONE' }),
      },
      { min: 1, max: 200, formerRows: ruleOfBefore },
    ),
    publishedOn: derived(date('Published on', { sort: true })),
  },
  unique: [['schemeId', 'name', 'versionNo']],
  title: (row) => `${row.name}, v${row.versionNo}`,
  subtitle: ['schemeId', 'cropTypeId'],
  list: ['schemeId', 'cropTypeId', 'popId', 'passScore', 'status', 'updatedAt'],
  form: {
    'Scheme POP': ['name', 'schemeId', 'cropTypeId', 'popId', 'basedOnId'],
    Judgement: ['passScore', 'maxMajor'],
    Rules: ['rules'],
  },
  states: publicationStates,
  editableIn: ['DRAFT'],
  events: { ...publication(['ADMIN']), COMMENT: comment },
  checks: [
    {
      path: 'rules',
      code: 'rule',
      message: 'Two rules have the same code.',
      fails: (row) => new Set(row.rules.map(({ code }) => code)).size < row.rules.length,
    },
    ...ruleChecks,
  ],
})
