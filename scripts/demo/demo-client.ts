// Speaking to the product as the people of the demo programme, in this process and by its own addresses: the
// same requests as from a browser or a script, so that nothing is in the books that could not have been entered.
import type { Hono } from 'hono'
import type { RoleGrant } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Fields } from '#domain/kernel/field.ts'
import type { Authenticate } from '#server/http/endpoint.ts'
import type { Staff } from './staff.ts'

/** The header names a person; only the loader's own app listens to it, which no socket reaches. */
const personHeader = 'x-demo-person'

export const asDemoPeople: Authenticate = async (request, tenant, db) => {
  const email = request.headers.get(personHeader) ?? ''
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'roles'])
    .where('tenant_id', '=', tenant.id)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id as string, name: row.name as string, email: row.email as string, grants: row.roles as RoleGrant[], farmerId: null } : null
}

export type ImportSummary = {
  created: number
  changed: number
  unchanged: number
  flagged: number
  rejected: number
  state: string
  message: string | null
  ignoredColumns: string[]
  problems: { row: number; outcome: string; column: string; message: string; ruleId?: string }[]
}
// biome-ignore lint/suspicious/noExplicitAny: the loader reads a few fields of many kinds of answers
type Json = any

export class DemoClient {
  readonly #app: Hono
  readonly #host: string
  /** Marks this loading: the same request sent again after an interruption is answered as the first time. */
  readonly #mark: string

  constructor(app: Hono, host: string, mark: string) {
    this.#app = app
    this.#host = host
    this.#mark = mark
  }

  /** Sends a request; throws with the product's own words when it is refused. */
  async send(who: Pick<Staff, 'email'>, operator: string, path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Json> {
    const response = await this.#app.request(`http://${this.#host}/api/operators/${operator}${path}`, {
      ...init,
      headers: { host: this.#host, [personHeader]: who.email, ...init.headers },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} as ${who.email} at ${operator}: ${response.status} ${text.slice(0, 600)}`)
    return text ? JSON.parse(text) : undefined
  }

  /** Creates a record, once; fields left out have what the form would suggest. */
  async create(who: Pick<Staff, 'email'>, operator: string, entity: string, body: Record<string, unknown>, key: string): Promise<string> {
    const suggested = Object.entries(entityOf(entity).fields as Fields)
      .filter(([, field]) => field.by === 'person' && field.required && field.initial !== undefined)
      .map(([name, field]) => [name, field.initial])
    return (await this.post(who, operator, `/${entity}`, { ...Object.fromEntries(suggested), ...body }, `${entity}:${key}`)).id
  }

  /** Sends what is to be done once: `key` names it. */
  async post(who: Pick<Staff, 'email'>, operator: string, path: string, body: unknown, key: string): Promise<Json> {
    return this.send(who, operator, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': `${this.#mark}:${key}` },
    })
  }

  /** Records an event with the reason why it comes late: the season's registers are entered at once. */
  async record(
    who: Pick<Staff, 'email'>,
    operator: string,
    entity: string,
    id: string,
    eventType: string,
    occurredAt: string,
    data: Record<string, unknown> = {},
  ): Promise<Json> {
    return this.post(
      who,
      operator,
      `/${entity}/${id}/events`,
      { eventType, occurredAt, data, lateReason: 'Entered from the registers of the season' },
      `${entity}:${id}:${eventType}:${occurredAt}`,
    )
  }

  /** Imports a table and waits for its end. */
  async import(who: Pick<Staff, 'email'>, operator: string, entity: string, kind: string, name: string, text: string): Promise<ImportSummary> {
    const started: Json = await this.send(who, operator, `/${entity}/import?kind=${kind}&name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/csv', prefer: 'wait=100' },
    })
    let job: ImportSummary & { state: string } = started
    while (job.state === 'QUEUED' || job.state === 'RUNNING')
      job = await this.send(who, operator, `/${entity}/imports/${started.importId}`, { headers: { prefer: 'wait=100' } })
    return job
  }

  /** Imports a table; throws when a row comes back, because none should. */
  async load(who: Pick<Staff, 'email'>, operator: string, entity: string, kind: string, name: string, text: string): Promise<ImportSummary> {
    const job = await this.import(who, operator, entity, kind, name, text)
    if (job.ignoredColumns.length) throw new Error(`${name} (${kind}): ${job.ignoredColumns.join(', ')} are no columns of the product`)
    if (job.state !== 'DONE' || job.rejected > 0) {
      const problemsFound = job.problems
        .filter(({ outcome }) => outcome === 'REJECTED')
        .slice(0, 5)
        .map(({ row, column, message }) => `row ${row} ${column}: ${message}`)
      throw new Error(`${name} (${kind}) for ${operator}: ${job.state}, ${job.rejected} rows came back. ${job.message ?? ''} ${problemsFound.join(' | ')}`)
    }
    return job
  }

  /** Ids by code of all records of an entity. */
  async idsByCode(who: Pick<Staff, 'email'>, operator: string, entity: string, by = 'code'): Promise<Map<string, string>> {
    const ids = new Map<string, string>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Json = await this.send(who, operator, `/${entity}?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
      for (const item of page.items) ids.set(item[by], item.id)
      cursor = page.next
    }
    return ids
  }
}
