// Rules of a scheme through the API: each says what is checked by its kind. What does not belong to the kind is refused at its place,
// and what was entered is read again as it was sent: on the page, in the history, in the past, in files and by search of references.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'

let world: World
let seeds: Seeds
let input: string
let body: Json
let now = new Date('2026-01-15T06:30:00Z')
const as = (who: string) => world.as(who, '-')
const path = '/schemepop'
const rule = (code: string, check: Json): Json => ({
  code,
  text: 'What is asked',
  severity: 'MAJOR',
  weight: 1,
  correctiveDays: 30,
  effectOnFail: 'NONE',
  check,
})
const nobody = '0190a0a0-0000-7000-8000-00000000dead'

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  seeds = seedsOf(world)
  input = (await seeds.make(entityOf('inputitem'))).id
  body = await seeds.input(entityOf('schemepop'), { values: { rules: [rule('R1', { type: 'PHI', days: 15 })] } })
})
const withRules = (...rules: readonly Json[]): Json => ({ ...body, name: `Rules ${Math.random()}`, rules })

describe('a rule of a scheme', () => {
  it.each([
    ['an unknown kind', { type: 'MOON' }, { path: 'rules.1.check.type', code: 'choice' }],
    ['no kind', { days: 3 }, { path: 'rules.1.check.type', code: 'required' }],
    ['a kind without its figure', { type: 'PHI' }, { path: 'rules.1.check.days', code: 'required' }],
    ['a figure out of its bounds', { type: 'PHI', days: 400 }, { path: 'rules.1.check.days', code: 'max' }],
    ['a figure of another kind', { type: 'PHI', days: 3, metres: 5 }, { path: 'rules.1.check.metres', code: 'unknown' }],
    ['an input that is not there', { type: 'INPUT_MAX_RATE', itemId: nobody, kgPerHaYear: 5 }, { path: 'rules.1.check.itemId', code: 'missing' }],
    ['the words of before', 'Fifteen days', { path: 'rules.1.check', code: 'type' }],
    [
      'a window that ends before it begins',
      { type: 'EVENT_FORBIDDEN', eventType: 'SOWING', anchor: 'SOWING', fromDay: 9, toDay: 3 },
      { path: 'rules.1.check.toDay', code: 'rule', message: 'The window of rule R2 ends before it begins.' },
    ],
    [
      'days counted from nothing',
      { type: 'EVENT_FORBIDDEN', eventType: 'SOWING', fromDay: 9 },
      { path: 'rules.1.check.anchor', code: 'required', message: 'The days of rule R2 are counted from something: choose it.' },
    ],
  ] as const)('is refused with %s, at its place and with nothing written (400)', async (_what, check, problem) => {
    const before = await rowCounts(world)
    const answer = await as('ada').post(path, withRules(rule('R1', { type: 'PHI', days: 15 }), rule('R2', check)))
    expect([answer.status, answer.body.fields]).toEqual([400, [expect.objectContaining(problem)]])
    expect(await rowCounts(world)).toEqual(before)
  })
  it('is refused in the form of before: a kind beside the text, with figures as words', async () => {
    const { check: _, ...rest } = rule('R1', {})
    const answer = await as('ada').post(path, withRules({ ...rest, type: 'PHI', params: '15 days' }))
    expect(answer.body.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'rules.0.check', code: 'required' }),
        expect.objectContaining({ path: 'rules.0.type', code: 'unknown' }),
        expect.objectContaining({ path: 'rules.0.params', code: 'unknown' }),
      ]),
    )
  })
  it('is answered as it was sent, with the titles of what it names and without what was left empty', async () => {
    const checks = [
      { type: 'INPUT_MAX_RATE', itemId: input, kgPerHaYear: 500.5 },
      { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 3 },
      { type: 'CHECKLIST_QUESTION', evidence: [] },
    ]
    const sent = withRules(rule('R1', checks[0]), rule('R2', { ...checks[1], anchor: null, fromDay: '' }), rule('R3', { type: 'CHECKLIST_QUESTION' }))
    const made = await ok(as('ada').post(path, sent))
    const seen = await ok(as('ada').get(`${path}/${made.id}`))
    expect([made.rules.map(({ check }: Json) => check), seen.rules]).toEqual([checks, made.rules])
    expect(seen.refs[input]).toMatchObject({ entity: 'inputitem' })
  })
  it('leaves its trace: what it was and is in the history, what it was in the past, what it is in a file', async () => {
    const made = await ok(as('ada').post(path, withRules(rule('R1', { type: 'PHI', days: 15 }))))
    now = new Date('2026-01-20T06:30:00Z')
    const same = await as('ada').patch(`${path}/${made.id}`, { rules: made.rules }, { 'if-match': '"1"' })
    expect([same.status, same.body.version]).toEqual([200, 1])
    const refused = await as('ada').patch(`${path}/${made.id}`, { rules: [rule('R1', { type: 'ROTATION', days: 15 })] }, { 'if-match': '"1"' })
    expect([refused.status, refused.body.fields.map((one: Json) => one.path).sort()]).toEqual([400, ['rules.0.check.days', 'rules.0.check.maxSeasons']])
    await ok(as('ada').patch(`${path}/${made.id}`, { rules: [rule('R1', { type: 'ROTATION', maxSeasons: 2 })] }, { 'if-match': '"1"' }))
    const [edited] = (await ok(as('ada').get(`${path}/${made.id}/history`))).items.filter(({ eventType }: Json) => eventType === 'EDITED')
    expect([edited.data.changes.rules.from[0].check, edited.data.changes.rules.to[0].check]).toEqual([
      { type: 'PHI', days: 15 },
      { type: 'ROTATION', maxSeasons: 2 },
    ])
    const past = await ok(as('ada').get(`${path}/${made.id}?knownAt=2026-01-16`))
    expect(past.rules[0].check).toEqual({ type: 'PHI', days: 15 })
    const file = await as('ada').get(`${path}/export?format=csv`)
    expect([file.status, String(file.body).includes('""type"":""ROTATION""')]).toEqual([200, true])
  })
})

describe('an answer of a submission', () => {
  const answers = (value: unknown) => ({ answers: [{ field: 'yield', value }] })
  it.each([
    ['a bare text', 'Ramesh', { path: 'answers.0.value', code: 'type' }],
    ['an unknown kind', { kind: 'SONG', text: 'la' }, { path: 'answers.0.value.kind', code: 'choice' }],
    ['a number as text', { kind: 'NUMBER', number: '12' }, { path: 'answers.0.value.number', code: 'type' }],
    ['a unit without its number', { kind: 'NUMBER', unit: 'kg' }, { path: 'answers.0.value.number', code: 'required' }],
    ['a day that is none', { kind: 'DATE', date: '2026-02-30' }, { path: 'answers.0.value.date', code: 'format' }],
    ['a text among yes and no', { kind: 'YES_NO', yes: true, text: 'yes' }, { path: 'answers.0.value.text', code: 'unknown' }],
  ])('is refused as %s (400)', async (_what, value, problem) => {
    const sent = { ...(await seeds.input(entityOf('submission'))), ...answers(value) }
    const answer = await world.as('fatima', 'OP1').post('/submission', sent)
    expect([answer.status, answer.body.fields]).toEqual([400, [expect.objectContaining(problem)]])
  })
  it('is stored by the kind of its question', async () => {
    const values = [
      { kind: 'TEXT', text: 'रमेश' },
      { kind: 'NUMBER', number: 12.5, unit: 'q' },
      { kind: 'CHOICE', code: 'RAINFED' },
      { kind: 'YES_NO', yes: false },
      { kind: 'DATE', date: '2026-01-10' },
      null,
    ]
    const made = await seeds.make(entityOf('submission'), { values: { answers: values.map((value, at) => ({ field: `q${at}`, value })) } })
    expect((await ok(world.as('ada', 'OP1').get(`/submission/${made.id}`))).answers.map(({ value }: Json) => value)).toEqual(values)
  })
})
