// A valid example of any declaration, made from its fields alone, and wrong values for any field. What only
// one entity's rules ask for is in `special`: as little as possible, because every line is one more thing to know.
import { randomUUIDv7 } from 'node:crypto'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { inputSchema } from '#domain/kernel/schemas.ts'
import { fieldsOfCase } from '#domain/kernel/variants.ts'

export type Refer = (target: string, values?: Record<string, unknown>) => string

export type SampleOptions = {
  /** Optional fields too. */
  full?: boolean
  /** The id of a record of this entity to refer to, with these values, where the reference does not take every record. */
  refer?: Refer
  /** Values instead of made ones. */
  values?: Record<string, unknown>
}

let made = 0
const day = 86_400_000
const today = (days = 0) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
/** 1 → A, 27 → AA: for names that may hold letters only. */
const letters = (n: number): string => (n < 26 ? String.fromCharCode(65 + n) : letters(Math.floor(n / 26) - 1) + letters(n % 26))

/** A body that POST accepts, unique at each call. Optional fields are added one by one where the declaration's checks ask for them. */
export function sampleOf(entity: AnyEntity, { full = false, refer = () => randomUUIDv7(), values = {} }: SampleOptions = {}): Record<string, unknown> {
  const n = ++made
  const fields = Object.entries(entity.fields as Fields).filter(([, field]) => field.by === 'person')
  const own = { ...special[entity.name]?.(n, refer), ...values }
  const body: Record<string, unknown> = { ...own }
  for (const [name, field] of fields.filter(
    ([name, field]) => !(name in own) && (full ? field.kind !== 'polygon' && !isOfRole(field) && !field.fills : field.required),
  ))
    body[name] = sampleValue(field, n, (target) => refer(target, wantedOf(field, body)))
  for (let attempt = 0; attempt < 10; attempt++) {
    const parsed = inputSchema(entity).parse(body)
    const row = { ...Object.fromEntries(Object.keys(entity.fields).map((name) => [name, null])), ...parsed } as unknown as Row
    const failing = (entity.checks ?? []).find((check) => check.fails(row))
    if (!failing) return body
    const field = (entity.fields as Fields)[failing.path] as Field
    if (failing.path in body && !(failing.path in values) && full) delete body[failing.path]
    else body[failing.path] = sampleValue(field, n, refer)
  }
  throw new Error(`No valid sample of ${entity.name} follows from its fields; add it to special in tests/samples.ts`)
}

/** What fills others is left out (`fills`): the others are there, and would have to say the same. Of people with a role, which is given at an operator. */
const isOfRole = ({ choosable = [] }: Field): boolean => choosable.some(({ field }) => field === 'heldRoles')

/** The data of an event of this type, valid by its fields. */
export function dataOf(fields: Fields, refer: Refer = () => randomUUIDv7(), subjectId?: string): Record<string, unknown> {
  const n = ++made
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.by === 'person' && field.required)
      .map(([name, field]) => [name, sampleValue(field, n, (target) => refer(target, wantedOf(field, { 'subject.id': subjectId })))]),
  )
}

/** Values of a record that this reference takes, as the declaration says; its state is left as it comes. */
function wantedOf({ choosable = [] }: Field, siblings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    choosable.flatMap((rule) => {
      const value = 'is' in rule ? rule.is[0] : 'same' in rule ? siblings[rule.same] : rule.of[String(siblings[rule.by])]?.[0]
      return rule.field === 'status' || rule.field === 'id' || rule.isRefusedElsewhere || typeof value !== 'string' ? [] : [[rule.field, value]]
    }),
  )
}

/** What a single entity's checks and rules need beyond its fields. */
const special: Record<string, (n: number, refer: Refer) => Record<string, unknown>> = {
  season: () => ({ startDate: today(-60), endDate: today(200) }),
  croppingsystem: () => ({ plannedSowing: today(), plannedEnd: today(150), systemType: 'SOLE' }),
  croptype: () => ({ daysMin: 100, daysMax: 200 }),
  user: (n) => ({ roles: [{ role: 'ADMIN' }], email: `person${n}@cotton.example` }),
  product: () => ({ sellable: true, kind: 'SEMI' }),
  // A plot of 1 ha has room for two.
  crop: () => ({ areaHa: 0.4 }),
  // Plots of the samples lie in Nimar; where an operator works decides whether they are plausible (BR-01).
  collective: () => ({ country: 'IN' }),
  // A farm lot comes from a harvest only.
  productbatch: () => ({ unitType: 'HEAP' }),
  // Active without a scope certificate (4.1).
  processor: () => ({ isConventional: true }),
  processingsystem: (_, refer) => ({ processorId: refer('processor') }),
  scopecertificate: (_, refer) => ({ collectiveId: refer('collective'), processorId: null, validFrom: today(-30), validTo: today(300) }),
  // The seller's scope certificate is the seller's own; nobody made one for the buyer.
  transactioncertificate: (n, refer) => ({
    collectiveId: refer('collective'),
    processorId: null,
    inputCertificates: [{ externalNo: `TC-${n}`, kgUsed: 1 }],
    buyerScopeId: null,
  }),
  pop: () => ({ durationDays: 200 }),
  // Months before are recognised where nothing prohibited was used.
  landparcel: () => ({ lastProhibitedInputOn: null }),
  // One of a company is that company’s alone, and its certification body’s to enter.
  nonconformity: () => ({ processorId: null, processingSystemId: null, productBatchId: null }),
  // Only a published package is followed.
  poultrybatch: () => ({ popId: null }),
  // Without evidence it is closed without files.
  task: (n) => ({ team: `Team ${n}`, evidence: [] }),
  aquacrop: (n) => ({
    popId: null,
    species: [
      {
        faoAlpha3: 'FCP',
        scientificName: `Cyprinus carpio ${n}`,
        share: 1,
        broodstockSource: 'DOMESTIC',
        stage: 'FINGERLING',
        hatchery: 'Indore',
        spfCertified: false,
      },
    ],
  }),
  // One animal has no head count.
  goat: () => ({ females: null, males: null, young: null }),
  sheep: () => ({ females: null, males: null, young: null }),
  productionsystem: () => ({ systemType: 'MIXED' }),
  // The one kind of unit that any animal may be in.
  housingunit: () => ({ unitType: 'QUARANTINE' }),
}

/** Strings for fields with a pattern of their own, most particular first. */
const patterned = (n: number): string[] => [
  letters(n),
  `IN`,
  String(100000 + (n % 900000)),
  String(1000 + (n % 9000)),
  withCheckDigit(String(1000000 + n)),
  withCheckDigit(String(890000000000 + n)),
  `23ABCDE${String(1000 + (n % 9000))}F1Z5`,
  '4:2',
  String(360_000_000_000 + n),
  String(356_000_000_000_000 + n),
  `IN${String(7_000_000_000 + n)}`,
  'FCP',
  `L${n}`,
  `KH-${2000 + (n % 100)}`,
  `https://example.org/${n}`,
  n.toString(16).padStart(64, '0'),
  `SBIN0${String(100_000 + (n % 900_000))}`,
]

/** GS1: weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

type Sample = (field: Field, n: number, refer: Refer) => unknown
/** Numbers of papers as they are stored. */
const sampleText: Sample = (field, n) =>
  [`${field.label} ${n}`.slice(0, field.max ?? 80), `${field.label} ${letters(n)}`, ...patterned(n)]
    .map((text) => (field.isNumber ? text.toUpperCase() : text))
    .find((text) => schemaOf(field).safeParse(text).success) ?? unsampled(field)
const sampleNumber: Sample = (field) =>
  [Math.max(field.min ?? 1, Math.min(1, field.max ?? 1)), field.min].find((value) => schemaOf(field).safeParse(value).success) ?? unsampled(field)

const sampleRows: Sample = (field, n, refer) => Array.from({ length: field.min ?? 0 }, () => record(field.fields ?? {}, n, refer))

const samples: Readonly<Record<FieldKind, Sample>> = {
  text: sampleText,
  longText: sampleText,
  // What may be empty names nothing that would have to be there.
  words: (field, n) => (field.min ? [`Word ${n}`] : []),
  phone: (_field, n) => `+9198${String(10_000_000 + n)}`,
  email: (_field, n) => `sample${n}@example.org`,
  country: () => 'IN',
  integer: sampleNumber,
  quantity: sampleNumber,
  share: sampleNumber,
  money: sampleNumber,
  choice: ({ choices }) => choices?.[0]?.value,
  choices: ({ choices }) => [choices?.[0]?.value],
  flag: () => false,
  date: () => today(-1),
  time: () => new Date(Date.now() - day).toISOString(),
  reference: ({ target }, _n, refer) => refer(target as string),
  references: ({ min, target }, _n, refer) => (min ? [refer(target as string)] : []),
  attachments: () => [],
  point: () => ({ type: 'Point', coordinates: [75.6, 21.9] }),
  polygon: (_field, n) => polygonAt(n),
  rows: sampleRows,
  lines: sampleRows,
  record: (field, n, refer) => record(field.fields ?? {}, n, refer),
  variant: (field, n, refer) => {
    const [name = ''] = Object.keys(field.cases ?? {})
    return { [field.on ?? '']: name, ...record(fieldsOfCase(field, name), n, refer) }
  },
}

/** A valid value of one field. */
export const sampleValue = (field: Field, n: number, refer: Refer): unknown => samples[field.kind](field, n, refer)

const record = (fields: Fields, n: number, refer: Refer) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, inner]) => inner.required && inner.by === 'person')
      .map(([name, inner]) => [name, sampleValue(inner, n, refer)]),
  )
const unsampled = (field: Field): never => {
  throw new Error(`No sample value fits “${field.label}” (${field.kind}); extend tests/samples.ts`)
}

/** A square of about 1 ha in Nimar, each `n` on its own ground. */
export function polygonAt(n: number): unknown {
  const [west, south] = [75.6 + (n % 100) * 0.002, 21.9 + (Math.floor(n / 100) % 100) * 0.002]
  const [east, north] = [west + 0.00097, south + 0.0009]
  const round = (value: number) => Math.round(value * 1e7) / 1e7
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ].map((position) => position.map(round)),
    ],
  }
}

type Wrong = (field: Field) => unknown[]
const wrongText: Wrong = ({ required, max = 2000 }) => [7, true, ['x'], 'x'.repeat(max * 4 + 1), 'a\u0007b', ...(required ? ['', '   '] : [])]
const wrongAmount: Wrong = ({ min = 0, max = 0 }) => ['7', max * 2 + 1, min - 1, -1e300, 1e300, true]
const wrongInteger: Wrong = ({ min = 0, max = 0 }) => ['7', 1.5, max + 1, min - 1, 1e300, true]
const openRing = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 1],
    ],
  ],
}

const wrongRows: Wrong = ({ max = 50 }) => ['x', [7], [{ noSuchField: 1 }], new Array(max + 1).fill({})]

const wrongs: Readonly<Record<FieldKind, Wrong>> = {
  text: wrongText,
  longText: wrongText,
  words: () => ['word', [7], [''], ['a\u0007b']],
  phone: () => [7, 'no number', '+0123456789', '1'.repeat(40)],
  email: () => [7, 'nobody', 'a@b', `${'x'.repeat(8001)}@example.org`],
  country: () => [7, 'in', 'IND', 'India', 'XX', ['IN']],
  integer: wrongInteger,
  quantity: wrongAmount,
  share: wrongAmount,
  money: wrongInteger,
  choice: ({ required }) => ['NO_SUCH_CHOICE', 7, 'constructor', '__proto__', ...(required ? [''] : [])],
  choices: () => ['NO_SUCH_CHOICE', ['NO_SUCH_CHOICE'], [7]],
  flag: () => ['true', 1],
  date: () => ['9999-01-01', '1899-12-31', '2025-02-30', '2025-1-1', 20250101, '2025-01-01T00:00:00Z', 'today'],
  time: () => ['2025-01-01', '9999-01-01T00:00:00Z', '2025-01-01T25:00:00Z', 1735689600],
  reference: () => ['not-an-id', 7, ['x']],
  references: () => ['not-an-id', ['not-an-id'], [7]],
  attachments: () => ['not-an-id', ['not-an-id'], [7], Array.from({ length: 11 }, () => randomUUIDv7())],
  point: () => [{ type: 'Point', coordinates: [181, 0] }, { type: 'Point', coordinates: [0] }, { type: 'Point', coordinates: ['0', '0'] }, [75, 21]],
  polygon: () => [{ type: 'Polygon', coordinates: [] }, openRing, { type: 'MultiPolygon', coordinates: [] }, 'POLYGON((0 0,1 0,1 1,0 0))'],
  rows: wrongRows,
  lines: wrongRows,
  record: () => [7, 'x', [], { noSuchField: 1 }],
  variant: ({ on = '', cases = {} }) => [
    7,
    'x',
    [],
    { [on]: 'NO_SUCH_CASE' },
    { [on]: null },
    { [on]: 'constructor' },
    ...Object.keys(cases).map((name) => ({ [on]: name, noSuchField: 1 })),
  ],
}

/** Values that a field must refuse, whatever its options: wrong types, out of bounds, control characters. Optional fields also take null and ''. */
export const wrongValuesOf = (field: Field): unknown[] => [...(field.required ? [null] : []), ...(mayBeBare(field) ? [] : [{}]), ...wrongs[field.kind](field)]
/** A small record of which every field may be left out is right without any. */
const mayBeBare = ({ kind, fields = {} }: Field): boolean => kind === 'record' && Object.values(fields).every(({ required }) => !required)
