// From two catalogues to the SQL that turns the first into the second: the draft of the next migration. A
// person reads it before it is committed: what loses data or needs old rows filled is marked.
import type { Catalogue, Thing, ThingKind } from './catalogue.ts'
import { quoted } from './names.ts'

/** What only one of them has or says differently, as `- kind on.name: definition` and `+ …`. Empty = alike. */
export function differences(from: Catalogue, to: Catalogue): string[] {
  const lines: string[] = []
  for (const key of [...new Set([...from.keys(), ...to.keys()])].sort()) {
    const [old, fresh] = [from.get(key), to.get(key)]
    if (old?.definition === fresh?.definition) continue
    if (old) lines.push(`- ${key}: ${old.definition}`)
    if (fresh) lines.push(`+ ${key}: ${fresh.definition}`)
  }
  return lines
}

/** Statements in an order that works: take away, make, change, and bind together last. */
export function migrationBetween(from: Catalogue, to: Catalogue): string {
  const changed = (kind: ThingKind) => {
    const gone = [...from.values()].filter((thing) => thing.kind === kind && to.get(keyOf(thing))?.definition !== thing.definition)
    const fresh = [...to.values()].filter((thing) => thing.kind === kind && from.get(keyOf(thing))?.definition !== thing.definition)
    return { gone, fresh }
  }
  const newTables = new Set(changed('table').fresh.map(({ on }) => on))
  const goneTables = new Set(changed('table').gone.map(({ on }) => on))
  const stays = ({ on }: Thing) => !goneTables.has(on)
  const isForeign = ({ definition }: Thing) => definition.startsWith('FOREIGN KEY')
  const [constraints, columns, indexes, policies] = [changed('constraint'), changed('column'), changed('index'), changed('policy')]
  const columnsOf = (table: string) => [...to.values()].filter(({ kind, on }) => kind === 'column' && on === table)
  const alter = (table: string, change: string) => `alter table ${quoted(table)} ${change};`
  return [
    ...policies.gone.filter(stays).map(({ on, name }) => `drop policy ${quoted(name)} on ${quoted(on)};`),
    ...constraints.gone
      .filter((thing) => stays(thing) || isForeign(thing))
      .sort((a, b) => Number(isForeign(b)) - Number(isForeign(a)))
      .map(({ on, name }) => alter(on, `drop constraint ${quoted(name)}`)),
    ...indexes.gone.filter(stays).map(({ name }) => `drop index ${quoted(name)};`),
    ...columns.gone
      .filter((thing) => stays(thing) && !to.has(keyOf(thing)))
      .map(({ on, name }) => `${alter(on, `drop column ${quoted(name)}`)} -- READ: loses what is in it`),
    ...[...goneTables].map((table) => `drop table ${quoted(table)}; -- READ: loses what is in it`),
    ...[...newTables].map(
      (table) =>
        `create table ${quoted(table)} (\n${columnsOf(table)
          .map(({ name, definition }) => `  ${quoted(name)} ${definition}`)
          .join(',\n')}\n);`,
    ),
    ...columns.fresh
      .filter((thing) => !newTables.has(thing.on) && !from.has(keyOf(thing)))
      .map(
        ({ on, name, definition }) =>
          `${alter(on, `add column ${quoted(name)} ${definition}`)}${needsValues(definition) ? ' -- READ: fails where there are rows; fill them first' : ''}`,
      ),
    ...columns.fresh.flatMap((thing) => {
      const former = from.get(keyOf(thing))
      return former ? alterColumn(former, thing) : []
    }),
    ...constraints.fresh
      .filter((thing) => !isForeign(thing))
      .sort(primaryFirst)
      .map(({ on, name, definition }) => alter(on, `add constraint ${quoted(name)} ${definition}`)),
    ...indexes.fresh.map(({ definition }) => `${definition};`),
    ...constraints.fresh.filter(isForeign).map(({ on, name, definition }) => alter(on, `add constraint ${quoted(name)} ${definition}`)),
    ...changed('security')
      .fresh.filter(({ on, definition }) => !newTables.has(on) || !definition.startsWith('disable'))
      .map(({ on, definition }) => alter(on, definition)),
    ...policies.fresh.map(({ on, name, definition }) => `create policy ${quoted(name)} on ${quoted(on)} ${definition};`),
    ...changed('grant')
      .gone.filter(stays)
      .map(({ on, name }) => `revoke all on ${quoted(on)} from ${quoted(name)};`),
    ...changed('grant').fresh.map(({ on, name, definition }) => `grant ${definition} on ${quoted(on)} to ${quoted(name)};`),
    ...changed('function').fresh.map(({ definition }) => `${definition.trim()};`),
  ].join('\n')
}

const keyOf = ({ kind, on, name }: Thing): string => `${kind} ${on}.${name}`
const needsValues = (definition: string): boolean => definition.includes('not null') && !definition.includes(' default ') && !definition.includes('generated')
const primaryFirst = (a: Thing, b: Thing): number => Number(b.definition.startsWith('PRIMARY KEY')) - Number(a.definition.startsWith('PRIMARY KEY'))

/** Type, default and null of one column, each only when it differs. */
function alterColumn(old: Thing, fresh: Thing): string[] {
  const parts = ({ definition }: Thing) => /^(?<type>.*?)(?: default (?<initial>.*?))?(?<required> not null)?$/.exec(definition)?.groups ?? {}
  const [before, after] = [parts(old), parts(fresh)]
  const change = (text: string, note = '') => `alter table ${quoted(fresh.on)} alter column ${quoted(fresh.name)} ${text};${note}`
  return [
    ...(before.type === after.type
      ? []
      : [change(`type ${after.type} using ${quoted(fresh.name)}::${after.type}`, ' -- READ: every value must be readable as the new type')]),
    ...(before.initial === after.initial ? [] : [change(after.initial === undefined ? 'drop default' : `set default ${after.initial}`)]),
    ...(before.required === after.required
      ? []
      : [change(after.required ? 'set not null' : 'drop not null', after.required ? ' -- READ: fails where it is empty; fill it first' : '')]),
  ]
}
