// What figures are counted from, read without the code that counts them: the records that somebody may list, by the API, and what was recorded of them,
// from the table of events. Nothing here knows how the product adds up.
import { type RawBuilder, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
export type Row = any
export type Event = {
  id: string
  type: string
  subjectType: string
  subjectId: string
  /** Milliseconds. */
  at: number
  recordedAt: number
  recordedBy: string | null
  source: string
  data: Row
}
/** `get`: a page of a list as the reader sees it; null where the reader may not list it. `ask`: rows of a statement in the reader's programme. */
export type Source = { get(path: string): Promise<Row>; ask(query: RawBuilder<unknown>): Promise<Row[]> }

const listed = [
  'farmer',
  'landparcel',
  'crop',
  'croppingsystem',
  'productbatch',
  'planevent',
  'nonconformity',
  'scopecertificate',
  'transactioncertificate',
  'processingsystem',
] as const
/** Looked up whoever asks: they are no part of what is counted. */
const catalogue = ['season', 'croptype', 'product', 'scheme', 'schemepop', 'processor', 'user'] as const
type Table = (typeof listed)[number] | (typeof catalogue)[number]

export type Facts = {
  /** Rows with the columns of the table; only of records that the reader's lists show. */
  rows: Record<Table, Row[]>
  /** Of the whole programme, without what was taken back, by occurrence. */
  events: Event[]
  /** Kilograms that certificates of the programme name, by lot. */
  certified: { certificateId: string; lotId: string; kg: number; status: string }[]
  /** From what each lot was made, by the event that made it. */
  links: { eventId: string; outputId: string; inputId: string; inputKind: string; kg: number; claim: string | null }[]
}

export async function factsOf({ get, ask }: Source): Promise<Facts> {
  const rows = {} as Facts['rows']
  for (const table of listed) {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`/${table}?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
      if (!page) break
      ids.push(...page.items.map(({ id }: Row) => id))
      if (!page.next) break
      cursor = page.next
    }
    rows[table] = await ask(sql`select r.* from ${sql.table(table)} as r where r.id = any(${ids}::uuid[]) order by r.id`)
  }
  for (const table of catalogue) rows[table] = await ask(sql`select r.* from ${sql.table(table)} as r where r.deleted_at is null order by r.id`)
  const events =
    await ask(sql`select id, event_type as type, subject_type as "subjectType", subject_id as "subjectId", extract(epoch from occurred_at)::float8 * 1000 as at,
    extract(epoch from recorded_at)::float8 * 1000 as "recordedAt", recorded_by as "recordedBy", source, data from event where status = 'RECORDED'
    order by occurred_at, recorded_at, id`)
  const links = await ask(sql`select event_id as "eventId", output_id as "outputId", input_id as "inputId", input_kind as "inputKind", kg::float8 as kg, claim
    from lot_link where voided_at is null`)
  const certified = await ask(sql`select l.parent_id as "certificateId", l.batch_id as "lotId", l.certified_kg::float8 as kg, t.status
    from transactioncertificate_lines as l join transactioncertificate as t on t.id = l.parent_id where t.deleted_at is null`)
  return { rows, events: events as Event[], certified, links }
}

export const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
export const sum = <T>(list: readonly T[], of: (one: T) => unknown): number =>
  round(
    list.reduce((total, one) => total + Number(of(one) ?? 0), 0),
    6,
  )
export const count = <T>(list: readonly T[], is: (one: T) => unknown): number => list.filter(is).length
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  if (sorted.length === 0) return null
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? 0
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place - Math.floor(place))
}
/** Both programmes of the tests work in India: five and a half hours ahead. */
export const dayOf = (at: number): string => new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 10)
export const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
export const mondayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
}
/** A day that the month lacks is its last. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate()))).toISOString().slice(0, 10)
}
/** A date column, whatever the driver makes of it. */
export const asDay = (value: unknown): string | null =>
  value == null ? null : value instanceof Date ? value.toISOString().slice(0, 10) : String(value).slice(0, 10)
