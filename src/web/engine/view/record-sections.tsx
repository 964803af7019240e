// The facts of a record in the declaration's sections; what was worked out stands apart from what was entered.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { layoutOf } from '#web/fields/field-layout.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { wordedValue } from '#web/fields/worded-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { type Property, PropertyList } from '#web/ui/property-list.tsx'
import { useSlots } from '../slots.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isWide = (field: Field): boolean => layoutOf(field).onPage === 'wide'

/** Shown on a map and not in words. */
const isBoundary = (field: Field | undefined): boolean => field !== undefined && Boolean(factsOf(field).isPlace && factsOf(field).isLarge)

export function RecordSections({ entity, record }: { entity: AnyEntity; record: RecordAnswer }) {
  const { t } = useTranslation()
  const fields = entity.fields as Record<string, Field>
  const sections = Object.entries(entity.form as Readonly<Record<string, readonly string[]>>)
  const shown = new Set(sections.flatMap(([, names]) => names))
  const isBare = (names: readonly string[]) => names.every((name) => isEmpty(record[name]) && !record.masked?.includes(name))
  const bare = sections.filter(([, names]) => isBare(names)).map(([title]) => t(title))
  const derived = Object.keys(fields).filter((name) => !shown.has(name) && !isBoundary(fields[name]) && !fields[name]?.internal && !isEmpty(record[name]))
  return (
    <>
      {sections
        .filter(([, names]) => !isBare(names))
        .map(([title, names]) => (
          <Section key={title} title={t(title)} names={names} entity={entity} record={record} />
        ))}
      {derived.length > 0 ? <Section title={t('Worked out')} note={t('from what was recorded')} names={derived} entity={entity} record={record} /> : null}
      {bare.length > 0 ? (
        <Box sx={{ px: 0.5 }}>
          <Remark label={t('Nothing filled in yet')} words={bare} />
        </Box>
      ) : null}
    </>
  )
}

function Section({ title, note, names, entity, record }: { title: string; note?: string; names: readonly string[]; entity: AnyEntity; record: RecordAnswer }) {
  const { t } = useTranslation()
  const { shows } = useSlots(entity.name)
  const fields = entity.fields as Record<string, Field>
  const known = names.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
  const hidden = known.filter(([name]) => record.masked?.includes(name))
  const missing = known.filter(([name]) => isEmpty(record[name]) && !record.masked?.includes(name))
  const filled = known.filter(([name]) => !isEmpty(record[name]))
  const properties = filled.map(([name, field], at): Property => {
    const Custom = shows?.[name]
    return {
      key: name,
      label: t(field.label),
      wide: isWide(field),
      isTitled: at === 0 && (filled.length === 1 || isWide(field)) && t(field.label) === title,
      value: Custom ? (
        <Suspense fallback={null}>
          <Custom name={name} field={field} value={record[name]} row={record as Row} refs={record.refs} />
        </Suspense>
      ) : (
        <ShowValue field={field} value={wordedValue(field, record[name], record, t)} refs={record.refs} />
      ),
    }
  })
  return (
    <Panel title={title} note={note}>
      {properties.length > 0 ? <PropertyList properties={properties} /> : null}
      {missing.length > 0 ? <Remark label={t('Not filled in')} words={missing.map(([, field]) => t(field.label))} /> : null}
      {hidden.length > 0 ? <Remark label={t('Hidden from your role')} words={hidden.map(([, field]) => t(field.label))} /> : null}
    </Panel>
  )
}

function Remark({ label, words }: { label: string; words: readonly string[] }) {
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, '* + &': { mt: 1.25 } }}>
      {label}: {words.join(', ')}
    </Typography>
  )
}

/** Where it came from: code, author, last change. */
export function RecordFacts({ record }: { record: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = (id: string | null) => (id ? record.refs?.[id]?.title : undefined)
  const lines = [
    t('Code {{code}}', { code: record.code }),
    [t('Registered {{when}}', { when: format.ago(record.createdAt) }), name(record.createdBy)].filter(Boolean).join(', '),
    ...(record.updatedAt === record.createdAt
      ? []
      : [[t('Changed {{when}}', { when: format.ago(record.updatedAt) }), name(record.updatedBy)].filter(Boolean).join(', ')]),
    t('Version {{version}}', { version: record.version }),
  ]
  return (
    <Box sx={{ px: 0.5 }}>
      {lines.map((line) => (
        <Typography key={line} variant="caption" component="div" color="textSecondary">
          {line}
        </Typography>
      ))}
    </Box>
  )
}
