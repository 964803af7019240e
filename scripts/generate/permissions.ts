// The access table as a document: roles × entities, and who may record each event that asks for more than the ordinary right.
import { roles } from '#domain/access.ts'
import { type access, otherPermissions } from '#domain/access-table.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import { type Fields, settersOf } from '#domain/kernel/field.ts'

const preface = `# Who may do what

Written by \`npm run generate\` from \`src/domain/access-table.ts\` and the declarations; do not edit.

**Letters.** L list · V view · C create · E edit · A approve or change standing · R record events · X export · I import.
**Reach.** t whole programme · o own operators · a own operators, assigned villages · p own processors · c the own certification body and its clients (certificates: of that body alone) · i issued to own processors · b what was shared · s oneself.
**(m)**: personal fields are masked. A comma separates rights that reach differently far. An empty cell: nothing at all, and the address answers as if it were not there.
`

/** Markdown, the same for the same declarations. */
export function permissions(entities: readonly AnyEntity[], table: typeof access): string {
  const keys = Object.keys(roles) as (keyof typeof roles)[]
  const head = `| Entity | ${keys.map((key) => `${key}<br>${roles[key]}`).join(' | ')} |\n|---|${keys.map(() => '---').join('|')}|`
  const rows = entities.map((entity) => `| \`${entity.name}\` | ${keys.map((key) => table[entity.name]?.[key] ?? '').join(' | ')} |`)
  const others = Object.entries(otherPermissions).map(([name, row]) => `| ${name} | ${keys.map((key) => row[key] ?? '').join(' | ')} |`)
  return [
    preface,
    '## Entities\n',
    [head, ...rows].join('\n'),
    '\n## Beside them\n',
    [head, ...others].join('\n'),
    '\n## Events\n',
    events(entities),
    '\n## Fields\n',
    fields(entities),
    '',
  ].join('\n')
}

/** Events for which R is not enough, or not everybody's. */
function events(entities: readonly AnyEntity[]): string {
  const special = entities.flatMap((entity) =>
    Object.entries(entity.events as Record<string, EventSpec>)
      .filter(([, event]) => event.system || event.right === 'approve' || event.roles || event.excludesActorOf)
      .map(
        ([type, event]) =>
          `| \`${entity.name}\` | \`${type}\` | ${event.label} | ${right(event)} | ${(event.excludesActorOf ?? []).map((one) => `\`${one}\``).join(', ')} |`,
      ),
  )
  const head = '| Entity | Event | | Right | Not by the person of |\n|---|---|---|---|---|'
  return `An event that names its roles is recorded by those of them who hold R or A. Any other needs A for a decision, and for an ordinary fact R beside C or E.\n\n${[head, ...special].join('\n')}`
}

/** Fields that not everybody who may create or edit the record may set, or who sees it may see. */
function fields(entities: readonly AnyEntity[]): string {
  const special = entities.flatMap((entity) =>
    Object.entries(entity.fields as Fields).flatMap(([name, field]) => {
      if (!field.writableBy && !field.readableBy) return []
      const [creating, editing] = (['C', 'E'] as const).map((action) => settersOf(field, action)?.join(', ') ?? '')
      return [`| \`${entity.name}\` | \`${name}\` | ${field.label} | ${creating} | ${editing} | ${(field.readableBy ?? []).join(', ')} |`]
    }),
  )
  return [
    'Only these roles set them, at creation or later; empty: whoever may write the record. Where roles that see them are named, to others they are hidden.\n',
    '| Entity | Field | | Set at creation by | Later by | Seen by |\n|---|---|---|---|---|---|',
    ...special,
  ].join('\n')
}

function right(event: EventSpec): string {
  if (event.system) return 'the product itself'
  if (event.roles) return event.roles.join(', ')
  return event.right === 'approve' ? 'A' : 'R'
}
