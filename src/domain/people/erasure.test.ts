// What of a record that names a member stays when it is erased, field by field: whoever adds a field of free words decides here whether it goes (6.6, BR-35).
import { describe, expect, it } from 'vitest'
import { entityOf } from '../entities.ts'
import type { AnyEntity, Row } from '../kernel/entity.ts'
import type { Field, Fields } from '../kernel/field.ts'
import { erasedData, erasedKinds, erasedRow } from './erasure.ts'

const mark = 'Typed by a person'
/** A value of each field with the mark wherever a text, a number of a telephone or a file is. */
function marked({ kind, fields = {}, cases, on }: Field): unknown {
  switch (kind) {
    case 'text':
    case 'longText':
    case 'phone':
    case 'email':
      return mark
    case 'words':
    case 'attachments':
      return [mark]
    case 'rows':
    case 'lines':
      return [allOf(fields)]
    case 'record':
      return allOf(fields)
    case 'variant': {
      const [name, own] = Object.entries(cases ?? {}).find(([, of]) => Object.values(of).some((one) => one.kind === 'longText')) ?? ['', {}]
      return { [on ?? '']: name, ...allOf(own) }
    }
    default:
      return null
  }
}
const allOf = (fields: Fields): Record<string, unknown> => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, marked(field)]))

/** Paths at which the mark still stands. */
function pathsIn(value: unknown, path = ''): string[] {
  if (value === mark) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => pathsIn(one, Array.isArray(value) ? path : path ? `${path}.${name}` : name))
}
const stays = (entity: AnyEntity): string[] => [
  ...pathsIn(erasedRow(entity, { ...allOf(entity.fields), tags: [mark] } as unknown as Row, '')),
  ...Object.entries(entity.events).flatMap(([type, { fields }]) => pathsIn(erasedData(entity, type, allOf(fields))).map((path) => `${type} ${path}`)),
  ...pathsIn(
    erasedData(entity, 'EDITED', { changes: Object.fromEntries(Object.entries(allOf({ ...entity.fields })).map(([name, to]) => [name, { from: null, to }])) }),
  ).map((path) => `EDITED ${path}`),
]

const sanction = ['sanction', 'ref', 'nonconformityId']
const sanctions = ['SANCTION_LIFTED', 'SANCTION'].flatMap((type) => sanction.map((name) => `${type} ${name}`))
const place = ['village', 'gramPanchayat', 'block', 'district', 'state', 'pin']
const expected: Readonly<Record<(typeof erasedKinds)[number], readonly string[]>> = {
  farmer: [
    ...['memberNo', ...place, 'consent.textVersion', 'CONSENT_CHANGED textVersion', ...sanctions, 'TAKEN_OVER causeEventId'],
    ...['TRAINING_ATTENDED topic', 'TRAINING_ATTENDED causeEventId', 'INTERNAL_INSPECTION inspectionId', 'INTERNAL_INSPECTION answers.rule'],
    ...['INPUT_DISTRIBUTED lotNo', 'PAYMENT ref', 'PAYMENT causeEventId'],
  ],
  farmerseason: ['village', 'listHash', 'DECIDED listHash', 'DECIDED causeEventId', ...sanctions.map((one) => one.replace('SANCTION ', 'SANCTIONED '))],
  inspection: ['village', 'answers.question', 'ANSWERED answers.question'],
  landowner: place,
  notification: ['event', 'subjectType', 'subjectId', 'dedupeKey'],
  submission: [
    ...['targetType', 'targetId', 'appVersion', 'autoChecks.ruleId', 'autoChecks.field', 'resultType', 'resultId', 'RESOLVED choices.field', 'SPLIT fields'],
    ...['APPLIED resultType', 'APPLIED resultId', 'APPLIED resultEventId', 'APPLIED unread', 'APPLY_FAILED code', 'APPLY_FAILED ruleId'],
    ...['APPLY_FAILED fields.path', 'APPLY_FAILED fields.code', 'CONFLICT fields'],
  ],
  user: ['roles.villages', 'API_KEY_MADE prefix', 'API_KEY_REVOKED prefix', 'DEVICE_REVOKED sessionId', 'PERSONAL_DATA_EXPORTED format'],
}

describe('what stays of a member who is erased', () => {
  it.each(erasedKinds)('of %s is what says nothing of who it was', (kind) => {
    const all = stays(entityOf(kind))
    expect(all.filter((path) => !path.startsWith('EDITED ')).sort()).toEqual([...expected[kind]].sort())
    // An edit says no more than the record.
    for (const path of all.filter((one) => one.startsWith('EDITED '))) expect(expected[kind]).toContain(path.replace(/^EDITED changes\.(\w+)\.to/, '$1'))
  })
  it('rows stay without their words, answers of a kind of words too', () => {
    const answers = [
      { question: 'A', answer: { kind: 'TEXT', text: mark }, note: mark, files: [mark] },
      { question: 'B', answer: { kind: 'YES_NO', yes: true }, note: null },
    ]
    expect(erasedData(entityOf('inspection'), 'ANSWERED', { answers })).toEqual({
      answers: [
        { question: 'A', answer: { kind: 'TEXT', text: '' }, note: null, files: [] },
        { question: 'B', answer: { kind: 'YES_NO', yes: true }, note: null },
      ],
    })
  })
  it('a void has no note, and nothing that was not there', () => {
    const data = { eventId: 'e', eventType: 'VISIT', status: 'VOIDED', reason: 'DID_NOT_OCCUR', note: mark }
    expect(erasedData(entityOf('farmer'), 'EVENT_VOIDED', data)).toEqual({ ...data, note: null })
  })
})
