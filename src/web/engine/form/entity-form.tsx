// Creating and editing any record: the declaration's sections, drafts that survive, the server's word on each field.
import Box from '@mui/material/Box'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { changedByRequest, isEditable } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { type Field, type Fields, refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useSave, useSubmitKey } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { problemOfItem } from '#web/api/outbox/outcome.ts'
import type { OutboxItem } from '#web/api/outbox/store.ts'
import { useOne } from '#web/api/queries.ts'
import { type EditorProps, FormContext } from '#web/fields/form-context.ts'
import { type FormValues, initialFormValues, toFormValues } from '#web/fields/form-values.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { breadcrumbsOf } from '../breadcrumbs.tsx'
import { useFixed } from '../here.ts'
import { listAddress } from '../list-address.ts'
import { StoredNotice } from '../outbox/stored-notice.tsx'
import { useFormer } from '../outbox/use-former.ts'
import { useProvisional } from '../outbox/use-provisional.ts'
import { useStoring } from '../outbox/use-storing.ts'
import { part } from '../part.ts'
import { LoadError } from '../problem-view.tsx'
import { useSeason } from '../season.ts'
import { useSlots } from '../slots.ts'
import { ToListButton } from '../to-list.tsx'
import { RecordNotice } from '../view/record-notice.tsx'
import { Conflict } from './conflict.tsx'
import { copyOf } from './copy-of.ts'
import { FormFrame } from './form-frame.tsx'
import { formRules } from './form-rules.ts'
import { FormSections } from './form-sections.tsx'
import { asErrors, formResolver } from './resolver.ts'
import { useDraft } from './use-draft.ts'

const RequestChange = part(() => import('./request-change.tsx'), 'RequestChange')

/** `preset`: what the form begins with where the address says nothing. */
export function CreateForm({ entity, preset = {} }: { entity: AnyEntity; preset?: Readonly<FormValues> }) {
  const requested = useSearch({ strict: false }) as FlatSearch
  const fixed = useFixed()
  const search: FlatSearch = { ...requested, ...fixed }
  // One that was stored and is corrected stays in the form while it is sent.
  const found = useFormer(search.stored)
  const opened = useRef<OutboxItem | null>(null)
  if (found && opened.current?.id !== found.id) opened.current = found
  const former = search.stored ? (opened.current ?? found) : null
  const [round, setRound] = useState(0)
  const operator = useOperator()
  const season = useSeason()
  const operators = useAccess()?.operators ?? []
  // "Add a parcel" on a farmer's page arrives with ?farmerId=…; the season and operator at the top are the default unless another is chosen.
  const presets: Record<string, string | null | undefined> = {
    season: season.id,
    collective: operators.find(({ id, code }) => id === operator || code === operator)?.id,
  }
  const known = Object.fromEntries(
    Object.entries(entity.fields as Fields).flatMap(([name, field]) => {
      const value = search[name] ?? preset[name] ?? (refersToOne(field) && field.by === 'person' ? presets[field.target ?? ''] : undefined)
      return value ? [[name, value]] : []
    }),
  )
  if (entity.duplicable && search.duplicate_from_id) return <CopyForm entity={entity} id={search.duplicate_from_id} known={known} />
  if (former === undefined) return <FormSkeleton />
  if (former) return <EntityForm key={former.id} entity={entity} record={null} known={former.body} former={former} />
  return <EntityForm key={`${entity.name}:${round}`} entity={entity} record={null} known={known} onAgain={() => setRound(round + 1)} />
}

/** A new record that begins as a copy; what the address says besides counts more. */
function CopyForm({ entity, id, known }: { entity: AnyEntity; id: string; known: Readonly<FormValues> }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data, error, refetch } = useOne(entity.name, id)
  // What a person began with stays, whatever is fetched in the background meanwhile.
  const initial = useRef<{ source: RecordAnswer; known: Readonly<FormValues> } | null>(null)
  if (data && initial.current?.source.id !== data.id)
    initial.current = { source: data, known: { ...copyOf(entity, data, (name) => t('Copy of {{name}}', { name })), ...known } }
  if (error && !initial.current)
    return (
      <LoadError
        isPage
        problem={error}
        title={t('What this was to be a copy of could not be loaded')}
        retry={() => void refetch()}
        actions={
          <LinkButton to="/private/farmbook/$operator/$entity/create" params={{ operator, entity: entity.name }}>
            {t('Begin with an empty form')}
          </LinkButton>
        }
      />
    )
  if (!initial.current) return <FormSkeleton />
  return <EntityForm key={`copy:${id}`} entity={entity} record={null} known={initial.current.known} source={initial.current.source} />
}

export function EditForm({ entity, id }: { entity: AnyEntity; id: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useOne(entity.name, id)
  // The version the person began with stays, whatever is fetched in the background meanwhile.
  const initial = useRef<RecordAnswer | null>(null)
  if (data && initial.current?.id !== id) initial.current = data
  const [round, setRound] = useState(0)
  const operator = useOperator()
  if (error && !initial.current)
    return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} actions={<ToListButton entity={entity} />} />
  if (!initial.current || initial.current.id !== id) return <FormSkeleton />
  if (!initial.current.may.includes('edit'))
    return (
      <EmptyState
        isPage
        title={t('“{{title}}” cannot be changed', { title: initial.current.title })}
        reason={
          isEditable(entity, initial.current.status)
            ? t('Your role does not change it.')
            : t('It is {{state}}: what was published, sent or ended stays as it was.', {
                state: inSentence(t(entity.states[initial.current.status]?.label ?? ''), i18n.language),
              })
        }
        actions={
          <LinkButton to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id }} variant="contained">
            {t('Back to {{title}}', { title: initial.current.title })}
          </LinkButton>
        }
      />
    )
  const restart = (fresh: RecordAnswer) => {
    initial.current = fresh
    setRound(round + 1)
  }
  return <EntityForm key={`${id}:${round}`} entity={entity} record={initial.current} known={{}} onRestart={restart} />
}

type EntityFormProps = {
  entity: AnyEntity
  record: RecordAnswer | null
  known: Readonly<FormValues>
  /** What this begins as a copy of. */
  source?: RecordAnswer
  onRestart?: (fresh: RecordAnswer) => void
  /** What was stored on this device and is corrected now. */
  former?: OutboxItem
  /** Begins a new one after this was stored. */
  onAgain?: () => void
}

function EntityForm({ entity, record, known, source, onRestart, former, onAgain }: EntityFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const operator = useOperator()
  const navigate = useNavigate()
  const slots = useSlots(entity.name)
  const submitKey = useSubmitKey()
  const [newId] = useState(() => former?.id ?? crypto.randomUUID())
  const user = useAccess()?.user ?? null
  const rules = useMemo(() => formRules(entity, record, operator, user), [entity, record, operator, user])
  const { fields } = rules
  const defaultValues = useMemo(() => (record ? toFormValues(fields, record, zone) : initialFormValues(fields, known, zone)), [record, fields, known, zone])
  const resolver = useMemo(() => formResolver({ ...rules, zone }, t, format), [rules, zone, t, format])
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onTouched' })
  const fresh = source ? `copy:${source.id}` : JSON.stringify(known)
  const draft = useDraft(form, record ? `${entity.name}:${record.id}` : `${entity.name}:new:${operator}:${fresh}`, record?.version ?? null)
  const name = t(entity.label)
  const storing = useStoring(record === null && slots.isSentIn === true, draft, former)
  const { isDone } = storing
  useEffect(() => {
    // Events of what this stores may be entered before there is a network again.
    if (storing.isOn) void import('../event/event-pages.tsx').catch(() => undefined)
  }, [storing.isOn])
  const save = useSave(
    entity.name,
    submitKey,
    storing.isOn
      ? (body, send) =>
          storing.attempt({ id: newId, entity: entity.name, subject: null, title: newTitle(entity, body) || name, body, key: submitKey(body) }, send)
      : undefined,
  )
  // What would be refused to this person is requested instead, and somebody else decides.
  const factsIn = (names: readonly string[]) => (record && user ? changedByRequest(user, entity, record as Row, names) : [])
  const [requested, setRequested] = useState<FormValues | null>(null)
  const asks = factsIn(Object.keys(form.formState.dirtyFields)).length > 0

  const send = (values: FormValues, version = record?.version) => {
    // No operator chosen is an answer too; leaving it out would mean the one of the address.
    const entered = 'operatorId' in fields ? { operatorId: null, ...values } : values
    // Of what may be stored here the id is made here: it is the same record however often it is sent, and others may name it before.
    const body = record ? changed(fields, record, values) : storing.isOn ? { ...entered, id: newId } : entered
    if (factsIn(Object.keys(body)).length > 0) return setRequested(body)
    save.mutate(record && version !== undefined ? { values: body, edit: { id: record.id, version } } : { values: body }, {
      onSuccess: (saved) => {
        isDone.current = true
        draft.forget()
        showToast({ severity: 'success', message: t('Saved: {{title}}', { title: saved.title }) })
        void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: entity.name, id: saved.id }, replace: true })
      },
      onError: (problem) => {
        if (isDone.current) return
        for (const [path, error] of Object.entries(
          asErrors(
            problem.fields.filter(({ path }) => path in fields || path.includes('.')),
            fields,
            t,
            format,
          ),
        ))
          form.setError(path, error)
        scrollTo({ top: 0, behavior: 'smooth' })
      },
    })
  }
  const problem = save.error ? storing.shown(save.error) : former ? problemOfItem(former) : null
  const sent = (request: RecordAnswer) => {
    isDone.current = true
    draft.forget()
    void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'submission', id: request.id }, replace: true })
  }
  const leave = () =>
    void (record
      ? navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: entity.name, id: record.id } })
      : navigate({ to: listAddress(operator, entity.name) }))
  const isStale = save.error?.code === 'STALE_VERSION' && record !== null
  const provisional = useProvisional(storing.isOn, newId)
  const isShown = (_field: string, field: Field) => field.by === 'person'
  const formContext = useMemo(
    () => ({
      record,
      refs: { ...(record ?? source)?.refs, ...provisional.refs },
      provisional: provisional.records,
      filesOf: storing.filesOf,
      editors: (slots.editors ?? {}) as Readonly<Record<string, ComponentType<EditorProps>>>,
      entity,
    }),
    [record, source, slots.editors, entity, provisional, storing.filesOf],
  )
  if (storing.stored) return <StoredNotice entity={entity} item={storing.stored} {...(onAgain ? { onAgain } : {})} />
  return (
    <Box sx={{ maxWidth: 860 }}>
      <PageHeader
        title={record ? t('Edit {{title}}', { title: record.title }) : t('New {{thing}}', { thing: inSentence(name, format.language) })}
        note={record ? record.code : source ? t('Begins as a copy of {{title}}', { title: source.title }) : t(entity.about)}
        breadcrumbs={breadcrumbsOf(entity, record ? [record] : [])}
      />
      <RecordNotice entity={entity} />
      <FormContext value={formContext}>
        <FormFrame
          form={form}
          fields={fields}
          draft={draft}
          problem={problem}
          submit={asks ? t('Request a change') : record ? t('Save changes') : t('Save')}
          busy={save.isPending}
          isDone={() => isDone.current}
          onSubmit={(values) => send(values)}
          onCancel={leave}
          {...(isStale && record
            ? {
                conflict: (
                  <Conflict
                    entity={entity}
                    mine={form.getValues()}
                    began={record}
                    zone={zone}
                    onOverwrite={(fresh) => void form.handleSubmit((values) => send(values, fresh.version))()}
                    onTake={(fresh) => {
                      draft.forget()
                      onRestart?.(fresh)
                    }}
                  />
                ),
              }
            : {})}
        >
          <FormSections sections={rules.sections} fields={fields} isShown={isShown} />
          {slots.belowForm ? (
            <Box sx={{ mt: 1.5 }}>
              <Suspense fallback={null}>
                <slots.belowForm record={record} />
              </Suspense>
            </Box>
          ) : null}
        </FormFrame>
      </FormContext>
      {requested && record ? (
        <Suspense fallback={null}>
          <RequestChange entity={entity} record={record} values={requested} onSent={sent} onCancel={() => setRequested(null)} />
        </Suspense>
      ) : null}
    </Box>
  )
}

/** What a new record will be called, as far as its form says; empty where its name is made of what only the server knows. */
function newTitle(entity: AnyEntity, body: Readonly<FormValues>): string {
  const title = entity.title(body as never)
  return typeof title === 'string' && !/undefined|null/.test(title) ? title.trim() : ''
}

/** Only what differs from the stored record; what was emptied is sent as null. */
export function changed(fields: Fields, record: Readonly<FormValues>, values: Readonly<FormValues>): FormValues {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.by === 'person')
      .flatMap(([name]) => {
        const [before, after] = [record[name] ?? null, values[name] ?? null]
        return canonical(orNull(before)) === canonical(orNull(after)) ? [] : [[name, after]]
      }),
  )
}
/** A list without anything in it is as good as none. */
const orNull = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : value)
/** Order of keys, the spelling of a moment (Z or +00:00), and how a part of a row is empty are no differences. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(inner)) return new Date(inner).toISOString()
    if (inner && typeof inner === 'object' && !Array.isArray(inner))
      return Object.fromEntries(
        Object.entries(inner)
          .filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0))
          .sort(([a], [b]) => a.localeCompare(b)),
      )
    return inner
  })
