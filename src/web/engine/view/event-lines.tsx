// Events as lines of a timeline: what happened, when, by whom, with the facts that were recorded.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { type AnyEntity, type EventSpec, isRestorable } from '#domain/kernel/entity.ts'
import type { Field, Tone } from '#domain/kernel/field.ts'
import type { Changes, EventItem, RecordAnswer, Refs } from '#web/api/answers.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { layoutOf } from '#web/fields/field-layout.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { wordedValue } from '#web/fields/worded-value.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { TimelineEntry } from '#web/ui/timeline.tsx'
import { EventIcon } from '../event-icons.tsx'
import type { EventWords, EventWordsProps } from '../slots.ts'
import { isRows, type RowChange, rowChanges } from './row-changes.ts'

/** `worded`: what an event says, where its values are no words for a reader, and the record it happened to. */
export type EventTools = {
  entity: AnyEntity
  id: string
  operator: string
  refs: Refs
  t: TFunction
  format: Format
  worded?: { Part: EventWords; record: RecordAnswer } | undefined
  /** Beside other panels: of an edit what its person altered, not what was worked out from it, and the first few. */
  brief?: boolean
}
const auditLabels: Readonly<Record<string, string>> = {
  CREATED: /* i18n */ 'Registered',
  EDITED: /* i18n */ 'Edited',
  RETIRED: /* i18n */ 'Retired',
  EVENT_VOIDED: /* i18n */ 'Event voided',
}

export const eventLabel = (entity: AnyEntity, type: string): string => (entity.events as Record<string, EventSpec>)[type]?.label ?? auditLabels[type] ?? type

/** An edit that can be taken back, which other ones cannot: it has a page. */
export const isRestorableEdit = (entity: AnyEntity, { eventType, data }: Pick<EventItem, 'eventType' | 'data'>): boolean =>
  eventType === 'EDITED' && isRestorable(entity, Object.keys((data.changes as Changes | undefined) ?? {}))

const recordId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The id of an event or record that is no link (what caused it, what it made): a number for machines, no fact to read. */
export const isForMachines = (field: Field, value: unknown): boolean => field.kind === 'text' && typeof value === 'string' && recordId.test(value)

/** Records named in a line of a timeline. */
const namedInLine = 4

/** The facts of an event in one line, those with a value, the first few. */
export function formatFacts(
  fields: Readonly<Record<string, Field>>,
  data: Readonly<Record<string, unknown>>,
  { t, format, refs }: Pick<EventTools, 't' | 'format' | 'refs'>,
  most = 4,
): string {
  return Object.entries(fields)
    .filter(([name, field]) => layoutOf(field).inLine !== 'absent' && !field.internal && !isForMachines(field, data[name]))
    .flatMap(([name, field]) => {
      const value = data[name]
      // A training of a whole group: the first of them; its own page has all.
      const names: unknown[] = field.kind === 'references' && Array.isArray(value) ? value : []
      const hidden = Math.max(0, names.length - namedInLine)
      const shown = formatValue(field, hidden ? names.slice(0, namedInLine) : wordedValue(field, value, data, t), { t, format, refs })
      if (!shown) return []
      const words = hidden ? `${shown} ${t('… {{count}} more', { count: hidden })}` : shown
      return [layoutOf(field).inLine === 'bare' ? words : `${t(field.label)} ${words}`]
    })
    .slice(0, most)
    .join(' · ')
}

export function eventEntry(event: EventItem, tools: EventTools): TimelineEntry {
  const { entity, id, operator, refs, t, format, worded } = tools
  const spec = (entity.events as Record<string, EventSpec>)[event.eventType]
  const isTaken = event.status !== 'RECORDED'
  const by = event.recordedBy ? refs[event.recordedBy]?.title : event.source === 'SYSTEM' ? t('by itself') : undefined
  const state = event.statusAfter && event.statusAfter !== event.statusBefore ? entity.states[event.statusAfter] : undefined
  const changes = event.data.changes as Changes | undefined
  const tone: Tone = isTaken ? 'neutral' : (state?.tone ?? 'neutral')
  const label = t(eventLabel(entity, event.eventType))
  return {
    key: event.id,
    icon: <EventIcon type={event.eventType} icon={spec?.icon} />,
    tone,
    struck: isTaken,
    title:
      spec || isRestorableEdit(entity, event) ? (
        <TextLink
          to="/private/farmbook/$operator/$entity/$id/event/$eventId"
          params={{ operator, entity: entity.name, id, eventId: event.id }}
          sx={{ color: 'inherit' }}
        >
          {label}
        </TextLink>
      ) : (
        label
      ),
    note: [format.time(event.occurredAt), by, isTaken ? (event.status === 'SUPERSEDED' ? t('corrected') : t('taken back')) : ''].filter(Boolean).join(' · '),
    body: (
      <>
        {spec ? (
          <WordedEvent Part={worded?.Part} record={worded?.record} event={event} inLine>
            {({ data }) => <Facts words={formatFacts(spec.fields, data, tools)} />}
          </WordedEvent>
        ) : null}
        {event.notes ? <Facts words={event.notes} /> : null}
        {changes && event.eventType !== 'CREATED' ? <ChangeLines entity={entity} changes={changes} tools={tools} /> : null}
        {state && !isTaken ? (
          <Box sx={{ mt: 0.5 }}>
            <StatusChip label={t(state.label)} tone={state.tone} />
          </Box>
        ) : null}
      </>
    ),
  }
}

type WordedProps = Omit<EventWordsProps, 'record' | 'inLine'> & { Part: EventWords | undefined; record: RecordAnswer | undefined; inLine?: boolean }
/** An event as its reader is to read it. */
export const WordedEvent = ({ Part, record, event, inLine = false, children }: WordedProps) =>
  Part && record ? (
    <Suspense fallback={null}>
      <Part record={record} event={event} inLine={inLine}>
        {children}
      </Part>
    </Suspense>
  ) : (
    children(event)
  )

export const Facts = ({ words }: { words: string }) =>
  words ? (
    <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {words}
    </Typography>
  ) : null

/** What became of the rows of a list, and of their columns. */
const RowLines = ({ changes }: { changes: readonly RowChange[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
    {changes.map(({ key, sentence, columns }) => (
      <li key={key}>
        {sentence}
        {columns.length > 0 ? (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {columns.map(({ name, label, from, to }) => (
              <li key={name}>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {label}:{' '}
                </Box>
                <Box component="s" sx={{ color: 'text.secondary' }}>
                  {from}
                </Box>{' '}
                → {to}
              </li>
            ))}
          </Box>
        ) : null}
      </li>
    ))}
  </Box>
)

/** Changes of fields named in a brief line. */
const changesInLine = 4

function ChangeLines({ entity, changes, tools: { t, format, refs, brief = false } }: { entity: AnyEntity; changes: Changes; tools: EventTools }) {
  const all = Object.entries(changes).flatMap(([name, change]) => {
    const field = fieldOf(entity, name)
    return field ? [{ name, field, ...change }] : []
  })
  const typed = all.filter(({ field }) => field.by !== 'system')
  const shown = brief ? (typed.length > 0 ? typed : all).slice(0, changesInLine) : all
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13.5 }}>
      {shown.map(({ name, field, from, to, masked }) => {
        const formatted = (value: unknown) => formatValue(field, value, { t, format, refs }) || t('empty')
        return (
          <li key={name}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t(field.label)}:{' '}
            </Box>
            {masked ? (
              t('hidden from you')
            ) : isRows(field) ? (
              <RowLines changes={rowChanges(field, from, to, { t, format, refs })} />
            ) : (
              <>
                <Box component="s" sx={{ color: 'text.secondary' }}>
                  {formatted(from)}
                </Box>{' '}
                → {formatted(to)}
              </>
            )}
          </li>
        )
      })}
      {brief && typed.length > shown.length ? <li>{t('… {{count}} more', { count: typed.length - shown.length })}</li> : null}
    </Box>
  )
}
