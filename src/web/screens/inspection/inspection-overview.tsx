// An inspection as one works on it: who and where, how far it is, the questions of one section at a time, then result and signatures.
// Whoever does not carry it out reads the same answers; a manager reviews it or returns it.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { type Lacking, lackingOf, type Question } from '#domain/certification/inspection-projection.ts'
import { auditNotices } from '#domain/kernel/audits.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOne } from '#web/api/queries.ts'
import { position } from '#web/engine/event/position.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { PlayArrowOutlined as Play } from '#web/icons/play-arrow-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PhoneAction } from '#web/ui/phone-action.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { Progress } from './progress.tsx'
import { QuestionCard } from './question-card.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { SignPanel } from './sign-panel.tsx'
import { useAnswers } from './use-answers.ts'
import { usePhotos } from './use-photos.ts'

const none: readonly Question[] = []
const goTo = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'start', behavior: 'smooth' })

export function InspectionOverview(props: PanelProps) {
  const { t } = useTranslation()
  const { record } = props
  const checklist = useOne('checklist', String(record.checklistId))
  if (checklist.error) return <LoadError title={t('The checklist could not be loaded.')} problem={checklist.error} retry={() => void checklist.refetch()} />
  if (!checklist.data) return <ListSkeleton />
  return <Work {...props} questions={(checklist.data.questions as Question[] | undefined) ?? none} />
}

function Work({ entity, record, questions }: PanelProps & { questions: readonly Question[] }) {
  const { t } = useTranslation()
  const user = useUser()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const isMine = record.inspectorId === user.id
  const isWorking = record.status === 'IN_PROGRESS' && isMine
  const answers = useAnswers(record, questions, entity.name, isWorking)
  const photos = usePhotos(answers.addPhoto)
  const unsentNo = questions.findIndex(({ code }) => photos.open.has(code)) + 1
  const sections = [...new Set(questions.map(({ section }) => section))]
  const lacking = lackingOf(questions, answers.lines)
  const isOpen = (section: string) => lacking.some(({ question }) => questions.find(({ code }) => code === question)?.section === section)
  const [chosen, setSection] = useState<string | null>(null)
  const section = chosen ?? sections.find(isOpen) ?? sections[0]
  const [next] = lacking.filter(({ what }) => what === 'answer')
  const nextNo = questions.findIndex(({ code }) => code === next?.question) + 1
  const advance = () => {
    const question = questions[nextNo - 1]
    if (!question) return goTo('sign')
    setSection(question.section)
    requestAnimationFrame(() => goTo(`question-${question.code}`))
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        {record.status === 'PLANNED' ? (
          <Begin entity={entity.name} record={record} />
        ) : (
          <>
            <Progress questions={questions} lines={answers.lines} lacking={lacking} waiting={answers.waiting + photos.open.size} />
            {answers.problem ? <Refusal problem={answers.problem} /> : null}
            {answers.problem ? <Button onClick={answers.again}>{t('Send again')}</Button> : null}
            <Box role="group" aria-label={t('Sections')} sx={{ display: 'flex', gap: 1, overflowX: 'auto', pb: 0.5 }}>
              {sections.map((one) => {
                const own = questions.filter((question) => question.section === one)
                const done = own.filter(({ code }) => answers.lines.some(({ question }) => question === code)).length
                return (
                  <Chip
                    key={one}
                    label={done === own.length ? `✓ ${one}` : `${one} ${done}/${own.length}`}
                    onClick={() => setSection(one)}
                    {...(one === section ? { color: 'secondary' as const, 'aria-current': 'true' as const } : { variant: 'outlined' as const })}
                    sx={{ minHeight: 40, borderRadius: 5, fontWeight: one === section ? 600 : 400 }}
                  />
                )
              })}
            </Box>
            {questions.map((question, at) =>
              question.section === section ? (
                <QuestionCard
                  key={question.code}
                  no={at + 1}
                  question={question}
                  sent={answers.sentOf(question.code)}
                  lacking={
                    isWorking
                      ? lackingAt(
                          lacking,
                          question.code,
                          answers.lines.some((line) => line.question === question.code),
                        )
                      : []
                  }
                  readOnly={!isWorking}
                  photos={photos}
                  onChange={answers.put}
                />
              ) : null,
            )}
            {isWorking ? (
              <SignPanel
                entity={entity.name}
                record={record}
                lines={answers.lines}
                isReady={lacking.length === 0 && answers.waiting === 0}
                unsentNo={unsentNo}
              />
            ) : null}
            {record.status === 'SUBMITTED' ? <ReviewPanel entity={entity} record={record} /> : null}
          </>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <About record={record} />
        <LatestEvents entity={entity} record={record} />
      </Box>
      {isPhone && isWorking ? (
        <PhoneAction>
          <Button fullWidth variant="contained" onClick={advance}>
            {next ? t('Next question, {{no}}', { no: nextNo }) : t('Result and signatures')}
          </Button>
        </PhoneAction>
      ) : null}
    </Box>
  )
}

/** What is missing at a question is said once it has an answer. */
const lackingAt = (lacking: readonly Lacking[], code: string, isAnswered: boolean): Lacking[] =>
  lacking.filter(({ question, what }) => question === code && (isAnswered || what !== 'answer'))

function About({ record }: { record: PanelProps['record'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = (value: unknown) => (typeof value === 'string' ? format.fullDate(value) : '–')
  const link = (id: unknown) => (typeof id === 'string' ? <RefLink id={id} refs={record.refs} /> : '–')
  const ofFarmer = [
    { key: 'farmer', label: t('Farmer'), value: link(record.farmerId) },
    { key: 'village', label: t('Village'), value: String(record.village ?? '–') },
    ...(record.parcelId ? [{ key: 'parcel', label: t('Land parcel'), value: link(record.parcelId) }] : []),
    { key: 'season', label: t('Season'), value: link(record.seasonId) },
    { key: 'round', label: t('Round'), value: format.number(Number(record.round)) },
  ]
  const ofCompany = [
    { key: 'company', label: t('Company'), value: link(record.processorId) },
    ...(record.processingSystemId ? [{ key: 'unit', label: t('Unit'), value: link(record.processingSystemId) }] : []),
    { key: 'kind', label: t('Kind'), value: t(auditNotices[record.kind as keyof typeof auditNotices] ?? '') },
    { key: 'body', label: t('Certification body'), value: link(record.certificationBodyId) },
    ...(record.nextDueOn ? [{ key: 'next', label: t('Next audit by'), value: day(record.nextDueOn) }] : []),
  ]
  return (
    <Panel title={t('The visit')}>
      <FigureRows
        rows={[
          ...(record.processorId ? ofCompany : ofFarmer),
          { key: 'inspector', label: record.processorId ? t('Auditor') : t('Inspector'), value: link(record.inspectorId) },
          { key: 'planned', label: t('Planned for'), value: day(record.plannedOn) },
          ...(record.startedOn ? [{ key: 'started', label: t('Carried out on'), value: day(record.startedOn) }] : []),
          ...(record.score === null || record.score === undefined ? [] : [{ key: 'score', label: t('Score'), value: format.share(Number(record.score)) }]),
          { key: 'checklist', label: t('Checklist'), value: link(record.checklistId) },
          ...(record.note ? [{ key: 'note', label: t('Note for the inspector'), value: String(record.note) }] : []),
        ]}
      />
    </Panel>
  )
}

/** Begins it here and now, with the place where the device knows it. */
function Begin({ entity, record }: { entity: string; record: PanelProps['record'] }) {
  const { t } = useTranslation()
  const user = useUser()
  const send = useRecordEvent(entity, record.id)
  if (!record.may.includes('STARTED') || record.inspectorId !== user.id)
    return <Panel>{t('Nobody has been there yet. It is begun by the inspector who is assigned.')}</Panel>
  const begin = async () => {
    const gps = await position()
    send.mutate({ eventType: 'STARTED', occurredAt: new Date().toISOString(), data: {}, ...(gps ? { gps } : {}) })
  }
  return (
    <Panel title={t('Ready to begin')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {send.error ? <Refusal problem={send.error} /> : null}
        <Box sx={{ color: 'text.secondary' }}>{t('{{count}} questions', { count: Number(record.questionCount ?? 0) })}</Box>
        <Button variant="contained" size="large" startIcon={<Play />} disabled={send.isPending} onClick={() => void begin()} sx={{ minHeight: 48 }}>
          {t('Begin the inspection')}
        </Button>
      </Box>
    </Panel>
  )
}
