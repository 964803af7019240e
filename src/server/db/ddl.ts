// The declared schema as SQL text: roles and the tenant function, the fixed tables, then one table per
// entity with forced row security. Migration 0001 is this text; later ones are its differences.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { appRole, platformRole } from './connection.ts'
import { literal, quoted } from './names.ts'
import { linesTablesOf, type Table, tableOf } from './schema.ts'
import { fixedTables } from './tables/all.ts'
import { changesAreAppendOnly } from './tables/brand.ts'
import { ledgerIsAppendOnly } from './tables/chain.ts'
import { filesStayAsSent } from './tables/files.ts'
import { enqueueJob } from './tables/jobs.ts'
import { answersStay, liesElsewhere, questionsLeft, sharedRatio } from './tables/map.ts'
import { erasePersons, eventIsAppendOnly } from './tables/record-keeping.ts'
import { scheduleChangesAreAppendOnly } from './tables/reports.ts'

/** Roles are of the whole cluster and may exist already. */
export const rolesOfServer = `
do $$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin nosuperuser nobypassrls; end if;
  if not exists (select from pg_roles where rolname = '${platformRole}') then create role ${platformRole} nologin nosuperuser nobypassrls; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
end $$;
do $$ begin
  if not pg_has_role(current_user, '${appRole}', 'member') then execute format('grant ${appRole} to %I', current_user); end if;
  if not pg_has_role(current_user, '${platformRole}', 'member') then execute format('grant ${platformRole} to %I', current_user); end if;
end $$;`.trim()

/** The schema `app` is of this database. */
export const foundation = `
${rolesOfServer}
create schema app;
grant usage on schema app, public to ${appRole}, ${platformRole};
-- Raises when no tenant was entered: a forgotten scope is an error, not an empty page.
create function app.current_tenant() returns integer language sql stable parallel safe as $$ select current_setting('app.tenant_id')::integer $$;
grant execute on function app.current_tenant() to ${appRole};
`.trim()

/**
 * Row security and grants of one tenant table. A plain '=' is put together with the statement's own `tenant_id = $1`: the planner expects the rows of one tenant, and the row
 * security is one test per statement. Any other form counts the tenant twice. Statistics count the largest tenant and take the others for equal:
 * one that is newer than the last analysis would else be taken for one without rows (docs/decisions/0131).
 */
export const guard = (table: string): string =>
  `
alter table ${quoted(table)} enable row level security, force row level security, alter column tenant_id set statistics 1;
create policy tenant on ${quoted(table)} using (tenant_id = app.current_tenant()) with check (tenant_id = app.current_tenant());
grant select, insert, update, delete on ${quoted(table)} to ${appRole};`.trim()

/** One entity's table with its keys, checks and indexes; references come after all tables (they may be circular). */
export function createTable(table: Table): string {
  const columns = table.columns.map(
    ({ name, type, isNullable, initial, check }) =>
      `  ${quoted(name)} ${type}${isNullable ? '' : ' not null'}${initial ? ` default ${initial}` : ''}${check ? ` constraint ${quoted(`${table.name}__${name}__check`)} check (${check})` : ''}`,
  )
  return [
    `create table ${quoted(table.name)} (\n${columns.join(',\n')},\n  constraint ${quoted(`${table.name}__pkey`)} primary key (tenant_id, ${table.key.map(quoted).join(', ')})\n);`,
    // Only live records must differ; what was taken back does not stand in the way of a new one.
    ...table.uniques.map(
      ({ name, columns: own, states }) =>
        `create unique index ${quoted(name)} on ${quoted(table.name)} (tenant_id, ${own.map(quoted).join(', ')}) where deleted_at is null${states ? ` and status in (${states.map(literal).join(', ')})` : ''};`,
    ),
    ...table.indexes.map((index) => `create index ${quoted(index.name)} on ${quoted(table.name)} (${index.keys.join(', ')});`),
  ].join('\n')
}

export const addReferences = (table: Table): string[] =>
  table.foreignKeys.map(
    (key) =>
      `alter table ${quoted(table.name)} add constraint ${quoted(key.name)} foreign key (tenant_id, ${quoted(key.column)}) references ${quoted(key.target)} (tenant_id, id);`,
  )

/** The whole declared schema. */
export function declaredSchema(entities: readonly AnyEntity[]): string {
  const declared = new Set(entities.map(({ name }) => name))
  const tables = entities.flatMap((entity) => [tableOf(entity, declared), ...linesTablesOf(entity, declared)])
  const fixed = fixedTables(declared)
  return [
    foundation,
    ...fixed.map(({ sql }) => sql.trim()),
    ...tables.map(createTable),
    ...fixed.flatMap(({ references = [] }) => references),
    ...tables.flatMap(addReferences),
    // Last: adding a reference looks at the rows, which a forced policy would keep even from the owner.
    ...fixed.flatMap(({ guarded }) => guarded).map(guard),
    ...tables.map(({ name }) => guard(name)),
    eventIsAppendOnly,
    ledgerIsAppendOnly,
    changesAreAppendOnly,
    scheduleChangesAreAppendOnly,
    filesStayAsSent,
    enqueueJob,
    answersStay,
    sharedRatio,
    questionsLeft,
    liesElsewhere,
    erasePersons,
  ].join('\n\n')
}
