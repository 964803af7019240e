// The rights of the application's two roles, made good at start. Roles are of a server and not of a database, so a copy made by the
// server's own tools into another server arrives without them, without their grants and without the policy that names one.
import { sql } from 'kysely'
import { entities } from '#domain/entities.ts'
import { codeOf } from '#domain/kernel/error-code.ts'
import { appRole, platformRole } from './connection.ts'
import type { Database } from './database.ts'
import { declaredSchema, rolesOfServer } from './ddl.ts'
import { literal } from './names.ts'

/** Statements of the declared schema that give, take or presuppose rights, in their order. */
const grants = (schema: string): string[] => schema.match(/^(grant|revoke) [^;]+;/gm) ?? []
const policies = (schema: string): string[] => (schema.match(/^create policy [^;]+;/gm) ?? []).filter((text) => text.includes(` to ${appRole} `))

/** The message is a sentence for the person at the terminal. */
export class NoRights extends Error {
  constructor(cause: unknown) {
    super(
      `The database lacks the roles ${appRole} and ${platformRole} or their rights, and the role of DATABASE_URL may not make them. The server's administrator can: create role ${appRole}; create role ${platformRole}; grant ${appRole}, ${platformRole} to <the role of DATABASE_URL>.`,
      { cause },
    )
    this.name = 'NoRights'
  }
}

/** Answers whether something was missing. Extra rights are not looked for; where something is missing all are set as declared. */
export async function repairRights(database: Database): Promise<boolean> {
  const schema = declaredSchema(entities)
  if (await isComplete(database, schema)) return false
  const again = policies(schema).flatMap((text) => {
    const [, name, table] = /^create policy (\S+) on (\S+)/.exec(text) ?? []
    return [`drop policy if exists ${name} on ${table};`, text]
  })
  const text = [
    'begin;',
    rolesOfServer,
    `revoke all on all tables in schema public from ${appRole}, ${platformRole};`,
    // The list of migrations is the owner's alone.
    ...grants(schema),
    ...again,
    'commit;',
  ].join('\n')
  await database.script(text).catch((error: unknown) => {
    throw codeOf(error) === '42501' ? new NoRights(error) : error
  })
  return true
}

async function isComplete(database: Database, schema: string): Promise<boolean> {
  const isThere = await database.script(`select count(*)::integer as n from pg_roles where rolname in (${literal(appRole)}, ${literal(platformRole)})`)
  if (isThere[0]?.n !== 2) return false
  return database.owner(async (db) => {
    const tables = [...schema.matchAll(new RegExp(`^grant select[^;]* on ("?\\w+"?) to ${appRole};`, 'gm'))].map(([, name = '']) => name.replaceAll('"', ''))
    const named = policies(schema).length
    const { rows } = await sql<{ isComplete: boolean }>`
      select pg_has_role(current_user, ${appRole}, 'member') and pg_has_role(current_user, ${platformRole}, 'member')
        and has_schema_privilege(${appRole}, 'app', 'usage') and has_function_privilege(${appRole}, 'app.current_tenant()', 'execute')
        and has_function_privilege(${appRole}, 'app.enqueue_job(text, jsonb, timestamptz)', 'execute')
        and has_function_privilege(${appRole}, 'app.lies_elsewhere(uuid, bigint[])', 'execute')
        and has_table_privilege(${platformRole}, 'public.tenant', 'insert')
        and (select count(*) from pg_policy p join pg_roles r on r.oid = any(p.polroles) where r.rolname = ${appRole}) >= ${named}
        and not exists (select from unnest(${tables}::text[]) t (name) where not has_table_privilege(${appRole}, format('public.%I', t.name), 'select')) as "isComplete"`.execute(
      db,
    )
    return rows[0]?.isComplete === true
  })
}
