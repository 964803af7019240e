// The scope: one plain object, first argument of everything on the server. It says in whose name,
// for which tenant, in which transaction and at what time something happens. No hidden storage.
import type { Kysely } from 'kysely'
import type { User } from '#domain/access.ts'

// biome-ignore lint/suspicious/noExplicitAny: tables follow from declarations at run time; the store is the only writer of SQL over them
export type Db = Kysely<any>

export type Tenant = {
  id: number
  subdomain: string
  name: string
  /** IANA zone; dates of events are days in this zone. */
  timezone: string
  country: string
  config: Record<string, unknown>
  theme: Record<string, unknown>
}

export type Scope = {
  readonly tenant: Tenant
  readonly user: User
  /** Operator chosen by the address; null = all of the tenant's ('-', administrators only) or a call outside operators. */
  readonly operator: { id: string; code: string; name: string } | null
  /** The open transaction, role and tenant already set. There is no other handle on the database in a request. */
  readonly db: Db
  readonly now: Date
  readonly source: 'WEB' | 'MOBILE' | 'IMPORT' | 'API' | 'PUBLIC' | 'SYSTEM'
  readonly requestId: string
  newId(): string
  /** Runs after the transaction has committed; never when it rolls back. */
  afterCommit(work: () => void): void
}
