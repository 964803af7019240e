// report(): one declaration of a report, from which its API, its screen, its files and its place in the list of reports follow
// (docs/decisions/0043-reports.md). Where its rows come from stands in src/server/reports/declared/, under the same name.

import type { States } from '../kernel/entity.ts'
import type { Field, FieldOptions, Fields, StoredOf } from '../kernel/field.ts'
import type { ChoiceTable } from '../kernel/kinds.ts'
import type { Role } from '../kernel/terms.ts'
import type { Language } from '../messages/languages.ts'

export const reportFormats = { pdf: 'PDF', xlsx: 'Excel (XLSX)', csv: 'CSV', json: 'JSON', geojson: 'GeoJSON', zip: 'ZIP' } as const
export type ReportFormat = keyof typeof reportFormats

/** In the order in which people see them. */
export const reportGroups = ['Farm', 'Inspections', 'Trade and stock', 'Certificates', 'Records'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** A column is a field without a record: what it holds, its unit, and whether it is personal follow from its kind. */
export type ReportColumn = Field & {
  /** The entity whose personal field this is; its rights say from whom the column is hidden. */
  readonly of?: string
}
export type ReportColumns = Readonly<Record<string, ReportColumn>>

/** Bars: the sum of one column by the values of another, largest first. */
export type ReportChart<Name extends string = string> = { title: string; by: Name; sum: Name }

export type ReportSpec<P extends Fields, C extends ReportColumns> = {
  /** Its number in the domain dictionary, section 10. */
  code: string
  title: string
  /** A sentence or two: which question it answers, and what it leaves out. */
  about: string
  group: ReportGroup
  /** The entity whose records it lists: only those that the reader may list. */
  on: string
  /** Who may run it, of those who may list such records. */
  roles: readonly Role[]
  /** Only these of them may take it away as a file; absent: all of them. */
  fileRoles?: readonly Role[]
  parameters: P
  /** Values of parameters that nobody chose. `today`: a day of the programme. */
  initial?: (today: string) => Readonly<Record<string, unknown>>
  columns: C
  /** Columns of numbers that are summed below the table. */
  totals?: readonly (keyof C & string)[]
  charts?: readonly ReportChart<keyof C & string>[]
  /** Of a report that is worked out (`rows`): whether its rows, with these values of its parameters, may be added up, or have neither totals nor charts, as one kilogram is in several of them. Absent: always. */
  addsUp?: (values: Readonly<Record<string, unknown>>) => boolean
  /** A column of positions that its paper shows as a map, north up and to scale. */
  map?: keyof C & string
  /** Its paper says everything in both languages, whoever prints it: for people who read it at home. */
  paperIn?: readonly [Language, Language]
  formats: readonly ReportFormat[]
  /** Of a pack: the reports that a ZIP of it holds, each as PDF and as a workbook, in this order. */
  packs?: readonly AnyReport[]
  /** Who signs its paper: lines for name, signature and day below the table, which stay on one page. */
  signedBy?: readonly string[]
  /** What is signed, or filed with a register outside: its paper states hectares, whatever unit the programme reads areas in. */
  isInHectares?: true
  /** Its JSON is a document of a standard (JSON-LD) instead of its rows. */
  isLinkedData?: true
}
export type Report<P extends Fields = Fields, C extends ReportColumns = ReportColumns> = Readonly<ReportSpec<P, C>> & { readonly id: string }
/** A declaration with its own types erased. */
export type AnyReport = Report

/** `id`: in addresses and names of files, `kebab-case`. */
export const report = <P extends Fields, C extends ReportColumns>(id: string, spec: ReportSpec<P, C>): Report<P, C> => ({ id, ...spec })

/** A field of an entity as a column: whoever may not see the field there does not see the column. */
export const columnOf = <F extends Fields, Name extends keyof F & string>(
  entity: { name: string; fields: F },
  name: Name,
): F[Name] & { readonly of: string } => ({
  ...entity.fields[name],
  of: entity.name,
})

export type ReportValues<R> = R extends Report<infer P, ReportColumns> ? StoredOf<P> : never
/** One row: null where there is nothing, or where it is hidden from the reader. */
export type ReportRow<R> = R extends Report<Fields, infer C> ? { [Name in keyof C]: StoredOf<C>[Name] | null } : never

export type ReportAnswer<R extends AnyReport = AnyReport> = {
  report: string
  /** As they were used: those that nobody chose have their initial values. */
  parameters: ReportValues<R>
  /** Titles of the records that parameters name, by their ids. */
  names: Record<string, string>
  /** The first ones. */
  rows: ReportRow<R>[]
  /** How many there are in all. */
  count: number
  /** There are more than a report may have: neither count nor totals speak of all. */
  isCapped: boolean
  totals: Partial<Record<string, number>>
  charts: { title: string; points: { label: string; value: number }[] }[]
  /** Columns hidden from this reader, everywhere or in some rows. */
  masked: string[]
  /** What this reader may save. */
  formats: ReportFormat[]
  /** Those of them whose files need a purpose: this reader sees personal data in them (BR-35). */
  needPurpose: ReportFormat[]
  ranAt: string
  /** Of all rows (`hash` in the decision record); null while there are more than are shown. */
  sha256: string | null
}

/** Rows shown before somebody saves a file. */
export const previewRows = 200
/** Files of so many rows are made while one waits: paper is set line by line. */
const rowsWhileOneWaits = { pdf: 1000, xlsx: 10_000, csv: 20_000, json: 20_000, geojson: 20_000, zip: 0 } as const satisfies Record<ReportFormat, number>
/** Zero: it is made in the background alone. */
export const directRowsOf = (format: ReportFormat): number => rowsWhileOneWaits[format]
/** Longer ones are made in the background, in these formats. */
export const backgroundFormats = ['pdf', 'xlsx', 'csv', 'zip'] as const satisfies readonly ReportFormat[]
/** Whether it is ever made in the background: one that is short in every format is not. */
export const isMadeInBackground = ({ formats }: Pick<AnyReport, 'formats'>): boolean => backgroundFormats.some((one) => formats.includes(one))
/** More rows than this are a part of the database, not a report: its parameters narrow it. */
export const mostRows = 100_000
/** Pages beyond these nobody prints. */
export const mostPdfRows = 20_000
export const runDays = 30

export const isPersonal = ({ personal, readableBy }: Pick<FieldOptions, 'personal' | 'readableBy'>): boolean => personal === true || readableBy !== undefined

/** Whether somebody with these grants is offered it at all; which rows they see is decided on the server. */
export const isOffered = (one: Pick<AnyReport, 'roles'>, grants: readonly { role: Role }[]): boolean => grants.some(({ role }) => one.roles.includes(role))
export const formatsFor = ({ formats, fileRoles }: Pick<AnyReport, 'formats' | 'fileRoles'>, grants: readonly { role: Role }[]): ReportFormat[] =>
  !fileRoles || grants.some(({ role }) => fileRoles.includes(role)) ? [...formats] : []

/** How the name of a file ends: a document of a standard says that it is linked data. */
export const endingOf = ({ isLinkedData }: Pick<AnyReport, 'isLinkedData'>, format: ReportFormat): string =>
  isLinkedData && format === 'json' ? 'jsonld' : format

/** The states of an entity as the choices of a field. */
export const statesOf = ({ states }: { states: States }): ChoiceTable =>
  Object.fromEntries(Object.entries(states).map(([value, { label, tone }]) => [value, [label, tone] as const]))

export const runStates = {
  QUEUED: ['Waiting', 'pending'],
  RUNNING: ['Being made', 'progress'],
  DONE: ['Ready', 'success'],
  FAILED: ['Failed', 'error'],
  CANCELLED: ['Cancelled', 'neutral'],
  EXPIRED: ['Expired', 'neutral'],
} as const satisfies ChoiceTable
export type RunState = keyof typeof runStates
