// The declared entities as a document: how they refer to each other, and for each its fields, states and events.
import type { AnyEntity, EventSpec, State } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'

const preface = `# Data model

Written by \`npm run generate\` from the declarations in \`src/domain\`; do not edit.
Every record also has \`id operatorId code title version status source tags createdAt createdBy updatedAt updatedBy\`.
A field in *italics* is derived or set by events and refused in any body; **bold** is required.
`

/** Markdown, the same for the same declarations. */
export function dataModel(entities: readonly AnyEntity[]): string {
  return [preface, '## How they refer to each other\n', diagram(entities), ...entities.map(section), ''].join('\n')
}

function diagram(entities: readonly AnyEntity[]): string {
  const arrows = entities.flatMap((entity) =>
    Object.entries(entity.fields as Fields)
      .filter(([, field]) => field.target && field.kind !== 'attachments')
      .map(([name, field]) => `  ${entity.name} ${field.kind === 'references' ? '}o--o{' : field.required ? '}o--||' : '}o--o|'} ${field.target} : ${name}`),
  )
  return ['```mermaid', 'erDiagram', ...arrows, '```'].join('\n')
}

function section(entity: AnyEntity): string {
  const states = Object.entries(entity.states as Record<string, State>)
  const parts = [
    `\n## ${entity.label} (\`${entity.name}\`)\n\n${entity.about}`,
    `Belongs to ${entity.owner === 'operator' ? 'one operator' : 'the whole programme'}. Codes begin with ${entity.codePrefix}-.${entity.readOnly ? ' Made by events only.' : ''}`,
    fieldTable(entity.fields),
    `States: ${states.map(([name, state]) => `\`${name}\` ${state.label}${entity.final?.includes(name) ? ' (final)' : ''}`).join(' · ')}`,
  ]
  if (entity.unique?.length)
    parts.push(
      `Unique together${entity.uniqueIn ? `, while ${entity.uniqueIn.join(' or ')}` : ''}: ${entity.unique.map((set) => set.map((name) => `\`${String(name)}\``).join(' + ')).join('; ')}`,
    )
  const events = Object.entries(entity.events as Record<string, EventSpec>)
  if (events.length) parts.push(eventTable(entity, events))
  return parts.join('\n\n')
}

function fieldTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, field]) => `| ${styled(name, field)} | ${field.label} | ${kindOf(field)} | ${boundsOf(field)} |`)
  return ['| Field | Label | Kind | Values |', '|---|---|---|---|', ...rows].join('\n')
}

function styled(name: string, field: Field): string {
  if (field.by === 'system') return `*\`${name}\`*`
  return field.required ? `**\`${name}\`**` : `\`${name}\``
}

function kindOf(field: Field): string {
  if (field.cases)
    return `one of ${Object.entries(field.cases)
      .map(([name, fields]) => caseOf(name, fields))
      .join(', ')}`
  if (field.kind === 'attachments') return ['files', field.personal ? 'personal' : ''].filter(Boolean).join(', ')
  const kind = field.target ? `→ \`${field.target}\`${field.kind === 'references' ? ' (several)' : ''}` : field.kind
  return [kind, field.unit, field.personal ? 'personal' : ''].filter(Boolean).join(', ')
}

/** `PHI` (**`days`** integer, days) */
function caseOf(name: string, fields: Fields): string {
  const own = Object.entries(fields).map(([inner, part]) => `${styled(inner, part)} ${kindOf(part)}`)
  return own.length > 0 ? `\`${name}\` (${own.join('; ')})` : `\`${name}\``
}

function boundsOf(field: Field): string {
  if (field.choices) return field.choices.map(({ value, label }) => `\`${value}\` ${label}`).join(' · ')
  if (field.cases) return `\`${field.on}\` says which`
  if (field.fields)
    return Object.entries(field.fields)
      .map(([name, part]) => `${styled(name, part)} ${kindOf(part)}`)
      .join(' · ')
  const [low, high] = [field.min, field.max]
  if (low !== undefined && high !== undefined) return low === high ? `exactly ${low}` : `${low} to ${high}`
  if (high !== undefined) return `at most ${high}`
  return low === undefined ? '' : `at least ${low}`
}

function eventTable(entity: AnyEntity, events: [string, EventSpec][]): string {
  const any = Object.keys(entity.states).filter((state) => !entity.final?.includes(state))
  const rows = events.map(([type, event]) => {
    const from = event.from ?? any
    const move = `${from.length === any.length ? 'any open state' : from.map((state) => `\`${state}\``).join(', ')}${event.to ? ` → \`${event.to}\`` : ''}`
    const data = Object.entries(event.fields).map(([name, field]) => `${styled(name, field)} ${kindOf(field)}`)
    return `| \`${type}\` | ${event.label} | ${move} | ${data.join(' · ')} |`
  })
  return ['| Event | | When | Data |', '|---|---|---|---|', ...rows].join('\n')
}
