// Every kind of field through every layer: what it refuses, and a value on its way from a form over the API into a row, out of it
// again as an answer, into a file and back. Over the list of kinds: a kind without a specimen does not compile.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equalityOf, readCell, writeCell } from '#domain/exchange/cells.ts'
import { entity, type Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf, fieldKinds } from '#domain/kernel/field-kinds.ts'
import { schemaOf, shape } from '#domain/kernel/field-schemas.ts'
import {
  attachments,
  choice,
  choices,
  country,
  date,
  derived,
  email,
  flag,
  integer,
  kilograms,
  lines,
  longText,
  money,
  optional,
  phone,
  point,
  polygon,
  quantity,
  record,
  reference,
  references,
  rows,
  share,
  text,
  time,
  variant,
  words,
} from '#domain/kernel/kinds.ts'
import { anyTable } from '#server/db/any-table.ts'
import { addReferences, createTable } from '#server/db/ddl.ts'
import type { PgliteDatabase } from '#server/db/pglite.ts'
import { linesTablesOf, tableOf } from '#server/db/schema.ts'
import { fieldSchema } from '#server/http/openapi-schemas.ts'
import type { Db, Scope } from '#server/scope.ts'
import { allColumns, isSame, toColumns, toRow } from '#server/store/columns.ts'
import { insertLines, updateLines } from '#server/store/lines.ts'
import { searchKinds } from '#server/store/search-kinds.ts'
import { fromFormValue, toFormValue } from '#web/fields/form-values.ts'
import { emptyInMemory } from '../harness/database.ts'
import { polygonAt, wrongValuesOf } from '../samples.ts'

const [one, other] = ['0190a0a0-0000-7000-8000-000000000001', '0190a0a0-0000-7000-8000-000000000002']
/** Shared by two cases of a variant. */
const note = optional(text('Note'))
const what = variant('Variant', {
  on: 'type',
  choice: choice('Type', { RATE: 'Rate', WAIT: 'Wait', NONE: 'None' }),
  cases: {
    RATE: { farmerId: reference('Farmer', 'farmer'), kg: kilograms('Weight'), paid: optional(money('Paid')), note },
    WAIT: { days: integer('Days'), note },
    NONE: {},
  },
})
type Specimen = { field: Field; values: readonly unknown[] }

const specimens: Readonly<Record<FieldKind, Specimen>> = {
  text: { field: text('Text'), values: ['Ramesh; son of “Mohan”, 7', 'रमेश', '=1+1'] },
  longText: { field: longText('Long text'), values: ['First line\nsecond line'] },
  words: { field: words('Words'), values: [['Khargone', 'Bhikangaon'], []] },
  phone: { field: phone('Phone'), values: ['+919826012345', '+4915112345678'] },
  email: { field: email('E-mail'), values: ['name@example.org'] },
  country: { field: country('Country'), values: ['IN', 'DE'] },
  integer: { field: integer('Integer', { min: -5 }), values: [0, -5, 999_999] },
  quantity: { field: quantity('Quantity', 'kg', { min: -1 }), values: [0, 1234.567, -0.5] },
  share: { field: share('Share'), values: [0, 0.085, 1] },
  money: { field: money('Money'), values: [0, 1, 6_750_05, 100_000_000_00] },
  choice: { field: choice('Choice', { A: 'First', B_2: 'Second' }), values: ['A', 'B_2'] },
  choices: { field: choices('Choices', { A: 'First', B_2: 'Second' }, { min: 0 }), values: [['B_2', 'A'], []] },
  flag: { field: flag('Flag'), values: [true, false] },
  date: { field: date('Date'), values: ['2024-02-29', '1900-01-01'] },
  time: { field: time('Time'), values: ['2025-06-15T09:30:00.000Z'] },
  reference: { field: reference('Reference', 'farmer'), values: [one] },
  references: { field: references('References', 'farmer'), values: [[one, other], []] },
  attachments: { field: attachments(), values: [[one, other], []] },
  polygon: { field: polygon('Polygon'), values: [polygonAt(3)] },
  point: { field: point('Point'), values: [{ type: 'Point', coordinates: [75.6123456, 21.9] }] },
  rows: {
    field: rows('Rows', { farmerId: reference('Farmer', 'farmer'), kg: kilograms('Weight'), paid: optional(money('Paid')), on: optional(date('On')) }),
    values: [
      [
        { farmerId: one, kg: 0.001, paid: 5_50, on: '2025-01-31' },
        { farmerId: other, kg: 12 },
      ],
      [],
    ],
  },
  lines: {
    field: lines('Lines', {
      farmerId: reference('Farmer', 'farmer'),
      kg: kilograms('Weight'),
      at: optional(time('At')),
      on: optional(date('On')),
      paid: optional(money('Paid')),
      tags: words('Tags'),
      done: flag('Done'),
      what: optional(what),
    }),
    values: [
      [
        {
          farmerId: one,
          kg: 1234.5,
          at: '2025-06-15T09:30:00.000Z',
          on: '2025-01-31',
          paid: 5_50,
          tags: ['A', 'B'],
          done: true,
          what: { type: 'WAIT', days: 3, note: 'a' },
        },
        { farmerId: other, kg: 12, tags: [], done: false },
      ],
      [],
    ],
  },
  record: {
    field: record('Record', { village: text('Village'), country: country('Country'), at: optional(point('Place')) }),
    values: [{ village: 'Bedia', country: 'IN', at: { type: 'Point', coordinates: [75.5, 22] } }],
  },
  variant: {
    field: what,
    values: [{ type: 'RATE', farmerId: one, kg: 1234.5, paid: 5_50, note: 'रमेश; “7”' }, { type: 'WAIT', days: 0 }, { type: 'NONE' }],
  },
}
const each = Object.entries(specimens) as [FieldKind, Specimen][]

const specimen = entity('specimen', {
  label: 'Specimen',
  plural: 'Specimens',
  group: 'Tests',
  about: 'One field of each kind.',
  belongsTo: {},
  codePrefix: 'SPC',
  fields: Object.fromEntries(each.map(([kind, { field }]) => [kind, optional(field)])),
  title: () => 'Specimen',
  list: [],
  form: {},
  states: { NEW: { label: 'New', tone: 'neutral' } },
  events: {},
})

let database: PgliteDatabase
beforeAll(async () => {
  database = await emptyInMemory()
  const tables = [tableOf(specimen, new Set(['specimen'])), ...linesTablesOf(specimen, new Set(['specimen']))]
  await database.script([...tables.map(createTable), ...tables.flatMap(addReferences)].join('\n'))
})
afterAll(() => database.close())

const now = '2025-01-01T00:00:00.000Z'
const rowOf = (id: number, values: Record<string, unknown>): Row => ({
  ...Object.fromEntries(each.map(([kind]) => [kind, null])),
  id: `0190a0a0-0000-7000-8000-${String(id).padStart(12, '0')}`,
  operatorId: null,
  code: `SPC-${id}`,
  title: 'Specimen',
  version: 1,
  status: 'NEW',
  source: 'API',
  tags: [],
  createdAt: now,
  createdBy: null,
  updatedAt: now,
  updatedBy: null,
  ...values,
})
/** What the store needs of a scope to write the rows of a record. */
const scopeOn = (db: Db): Scope => ({ db, tenant: { id: 1 } }) as unknown as Scope
const readRow = async (db: Db, { id }: Row): Promise<Row> => {
  const { rows } = await sql<Record<string, unknown>>`select ${allColumns(specimen)} from specimen as r where r.tenant_id = 1 and r.id = ${id}::uuid`.execute(
    db,
  )
  return toRow(specimen, rows[0] ?? {})
}

/** A row with this value, written and read as records are. */
const throughRow = (id: number, name: string, value: unknown): Promise<unknown> =>
  database.owner(async (db) => {
    const row = rowOf(id, { [name]: value })
    await anyTable(db)
      .insertInto('specimen')
      .values({ tenant_id: 1, ...toColumns(specimen, row) })
      .execute()
    insertLines(scopeOn(db), specimen, [row])
    return (await readRow(db, row))[name as 'id']
  })
const accepted = (field: Field, value: unknown): unknown => schemaOf(field).parse(value)
const withoutNulls = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (_key, one) => (one === null ? undefined : one)))

let next = 0
describe.each(each)('a field of kind %s', (kind, { field, values }) => {
  it('refuses what is none, in calls and in files', () => {
    const wrong = wrongValuesOf(field)
    expect(wrong.length).toBeGreaterThan(1)
    for (const value of wrong) expect(schemaOf(field).safeParse(value).success, JSON.stringify(value)).toBe(false)
    // A cell of other things is refused as it is read, or by the schema, or nobody bears that name.
    if (!['text', 'longText', 'words'].includes(kind)) {
      const reading = readCell(kind, field, 'no such; value', 'Asia/Kolkata', kind)
      expect('problem' in reading || reading.lookups.length > 0 || !schemaOf(field).safeParse(reading.value).success).toBe(true)
    }
  })
  it('is not taken from a person when the product derives it, and may be empty when it is optional', () => {
    expect(shape({ field: derived(field) }).safeParse({ field: values[0] }).success).toBe(false)
    for (const empty of [null, ''] as const) expect(shape({ field: optional(field) }).parse({ field: empty })).toEqual({ field: null })
    expect(shape({ field: optional(field) }).parse({})).toEqual({})
  })
  it.each(values.map((value) => [JSON.stringify(value).slice(0, 60), value]))(
    'brings %s through form, API, row, answer and file unchanged',
    async (_name, value) => {
      // From the form to the API. An empty list is sent where it may be empty.
      const typed = fromFormValue(field, toFormValue(field, value, 'Asia/Kolkata'), 'Asia/Kolkata')
      const sent = accepted(field, kind === 'time' ? new Date(String(typed)).toISOString() : typed)
      expect(withoutNulls(sent)).toEqual(withoutNulls(value))
      // Into the row and out of it as an answer, in the form that the API document says.
      const stored = await throughRow(++next, kind, sent)
      // A list of lines that may be missing is null while it has no line.
      expect(isSame(stored, factsOf(field).hasTable && (sent as unknown[]).length === 0 ? null : sent)).toBe(true)
      const { type, anyOf, enum: listed } = fieldSchema(field) as { type?: string; anyOf?: unknown; enum?: unknown[] }
      if (!anyOf && !listed && stored !== null) expect(typeOf(stored)).toContain(type)
      // Out into a file and in again; what is named there is looked up under its place.
      const cell = writeCell(field, stored, (id) => id)
      if (stored === null || (Array.isArray(value) && value.length === 0 && !factsOf(field).isNested)) expect(cell).toBe('')
      else {
        const reading = readCell(kind, field, cell, 'Asia/Kolkata', kind)
        if ('problem' in reading) throw new Error(String(reading.problem.message))
        expect(reading.lookups).toEqual([])
        const read = accepted(field, reading.value)
        expect(equalityOf(field)?.(value, read) ?? isSame(withoutNulls(value), withoutNulls(read)), JSON.stringify(read)).toBe(true)
      }
    },
  )
})

/** JSON Schema types that a value has. */
function typeOf(value: unknown): string[] {
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

describe('lines', () => {
  const line = (n: number) => ({
    farmerId: one,
    kg: n,
    at: null,
    on: null,
    paid: null,
    tags: [],
    done: n % 2 === 0,
    what: n === 2 ? null : { type: 'WAIT', days: n },
  })
  it('are written by their difference: what is equal stays as it is, what is over goes', async () => {
    await database.owner(async (db) => {
      const row = rowOf(++next, { lines: [line(1), line(2), line(3)] })
      await anyTable(db)
        .insertInto('specimen')
        .values({ tenant_id: 1, ...toColumns(specimen, row) })
        .execute()
      insertLines(scopeOn(db), specimen, [row])
      const versions = () =>
        sql<{
          xmin: string
        }>`select l.xmin::text || ':' || l.ctid::text as xmin from specimen_lines as l where l.parent_id = ${row.id}::uuid order by l.line_no`
          .execute(db)
          .then(({ rows }) => rows.map(({ xmin }) => xmin))
      const before = await versions()
      const changed = { ...row, lines: [line(1), line(7)] }
      expect(updateLines(scopeOn(db), specimen, row, changed)).toEqual({ lines: changed.lines })
      expect((await readRow(db, row)) as Record<string, unknown>).toMatchObject({ lines: changed.lines })
      const after = await versions()
      expect([after.length, after[0] === before[0], after[1] === before[1]]).toEqual([2, true, false])
      expect(updateLines(scopeOn(db), specimen, changed, { ...changed })).toEqual({})
      expect(updateLines(scopeOn(db), specimen, changed, { ...row, lines: [] } as Row)).toEqual({ lines: [] })
      expect((await readRow(db, row)) as Record<string, unknown>).toMatchObject({ lines: null })
    })
  })
  it('cannot be those of a record that is not there', async () => {
    const orphan = rowOf(999_999, { lines: [line(1)] })
    await expect(
      database.owner(async (db) => {
        insertLines(scopeOn(db), specimen, [orphan])
        await sql`select 1`.execute(db)
      }),
    ).rejects.toMatchObject({ code: '23503' })
  })
})

describe('a variant', () => {
  it('is one object for each case in the API document, distinguished by its discriminator', () => {
    expect(fieldSchema(specimens.variant.field)).toMatchObject({
      discriminator: { propertyName: 'type' },
      oneOf: [
        { title: 'RATE', required: ['type', 'farmerId', 'kg'], properties: { type: { const: 'RATE' }, kg: { type: 'number' } }, additionalProperties: false },
        { title: 'WAIT', required: ['type', 'days'], properties: { type: { const: 'WAIT' }, note: {} } },
        { title: 'NONE', required: ['type'], properties: { type: { const: 'NONE' } } },
      ],
    })
  })
  it('is found by the label of its case and what was written in it, not by its codes', () => {
    const found = searchKinds.variant.text?.(specimens.variant.field, { type: 'RATE', farmerId: one, kg: 5, note: 'रमेश' })
    expect(found).toBe('Rate रमेश')
  })
  it('stands in files with names in place of ids, whichever its case', () => {
    const { field } = specimens.variant
    const cell = writeCell(field, { type: 'RATE', farmerId: one, kg: 5 }, () => 'OP1-0001')
    expect(JSON.parse(cell)).toEqual({ type: 'RATE', farmerId: 'OP1-0001', kg: 5 })
    expect(readCell('rule', field, cell, 'Asia/Kolkata', 'rule')).toMatchObject({
      lookups: [{ path: ['rule', 'farmerId'], lookup: { target: 'farmer', text: 'OP1-0001' } }],
    })
  })
})

describe('references in nested fields', () => {
  it('stand in files as names, and are looked up at their place', () => {
    const { field, values } = specimens.rows
    const cell = writeCell(field, values[0], (id) => (id === one ? 'OP1-0001' : 'OP1-0002'))
    expect(cell).not.toContain(one)
    const reading = readCell('rows', field, cell, 'Asia/Kolkata', 'rows')
    expect(reading).toMatchObject({
      lookups: [
        { path: ['rows', 0, 'farmerId'], lookup: { target: 'farmer', text: 'OP1-0001' } },
        { path: ['rows', 1, 'farmerId'], lookup: { target: 'farmer', text: 'OP1-0002' } },
      ],
    })
  })
})

it('has a specimen of every kind', () => expect(Object.keys(specimens).sort()).toEqual(Object.keys(fieldKinds).sort()))
