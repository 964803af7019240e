// The meeting of the approval committee: every active member with what the decision needs, who needs attention first, a proposal for each to
// accept or to change, and one event that records what was chosen. Choices stay on this device until they are recorded.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useContext, useMemo, useState } from 'react'
import type { CommitteeMeeting } from '#domain/people/committee-answer.ts'
import { riskClasses } from '#domain/rules/risk.ts'
import type { EventAnswer, RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { breadcrumbsOf } from '#web/engine/breadcrumbs.tsx'
import { isRecordedLate } from '#web/engine/event/event-body.ts'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import { LoadError } from '#web/engine/problem-view.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import { useSeason } from '#web/engine/season.ts'
import type { EventFormProps } from '#web/engine/slots.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { fromWallClock } from '#web/format/zone.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useRemembered } from '#web/ui/device-memory.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { type Choice, type Choices, clearOnes, countsOf, decisionsOf, everybody, type Filter, lackOf, matching, stillPossible } from './committee-choices.ts'
import { CommitteeFoot } from './committee-foot.tsx'
import { CommitteeList } from './committee-list.tsx'
import { StateTabs } from './committee-states.tsx'

const nothing: Choices = {}

export function Committee({ entity, id }: EventFormProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const season = useSeason()
  const format = useFormat()
  const [day, setDay] = useState(format.today())
  const { data: group } = useOne('collective', id)
  const { data, error, refetch } = useQuery<CommitteeMeeting, ApiProblem>({
    queryKey: [operator, 'committee', season.id, day],
    queryFn: ({ signal }) =>
      call<CommitteeMeeting>(entityPath(operator, 'committee'), { signal, query: new URLSearchParams({ seasonId: season.id ?? '', day }) }),
    enabled: season.isReady && season.id !== null,
    refetchOnMount: 'always',
  })
  const header = (
    <PageHeader
      title={t('Approval committee')}
      note={season.title ?? undefined}
      breadcrumbs={group ? breadcrumbsOf(entity, [{ id, title: group.title }]) : []}
      actions={
        <TextField
          type="date"
          size="small"
          label={t('Day of the meeting')}
          value={day}
          onChange={({ target }) => target.value && setDay(target.value)}
          slotProps={{ htmlInput: { max: format.today() }, inputLabel: { shrink: true } }}
        />
      }
    />
  )
  return (
    <Box>
      {header}
      {season.isReady && season.id === null ? (
        <EmptyState title={t('Choose a season')} reason={t('The committee decides for one season: choose it at the top.')} />
      ) : error && !data ? (
        <LoadError problem={error} title={t('The members could not be loaded')} retry={() => void refetch()} />
      ) : !data || !group ? (
        <ListSkeleton />
      ) : (
        <Meeting key={data.seasonId} group={group} meeting={data} day={day} />
      )}
    </Box>
  )
}

function Meeting({ group, meeting, day }: { group: RecordAnswer; meeting: CommitteeMeeting; day: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { timezone: zone } = useContext(FormatSettings)
  const record = useRecordEvent('collective', group.id)
  const [remembered, remember] = useRemembered<Choices>(`committee:${operator}:${meeting.seasonId}`, nothing)
  const [filter, setFilter] = useState<Filter>(everybody)
  const [lateReason, setLateReason] = useState('')
  const [answer, setAnswer] = useState<EventAnswer | null>(null)
  const choices = useMemo(() => stillPossible(meeting, remembered), [meeting, remembered])
  const counts = countsOf(meeting, choices)
  const shown = useMemo(() => matching(meeting, filter, choices), [meeting, filter, choices])
  const correct = (refs: readonly string[]) => t('Correct {{refs}}.', { refs: format.list([...refs]) })
  const clear = clearOnes(meeting, choices, correct)
  const lacking = meeting.items.filter((member) => {
    const choice = choices[member.farmerId]
    return choice && lackOf(choice, member) !== null
  })
  const isLate = isRecordedLate(day, format)
  const put = (farmerId: string, choice: Choice | null) => {
    const { [farmerId]: _, ...rest } = choices
    remember(choice ? { ...rest, [farmerId]: choice } : rest)
  }
  const send = () => {
    const decisions = decisionsOf(meeting, choices)
    const occurredAt = day === format.today() ? new Date().toISOString() : (fromWallClock(`${day}T12:00`, zone) ?? `${day}T12:00:00Z`)
    record.mutate(
      { eventType: 'APPROVAL_COMMITTEE', occurredAt, data: { seasonId: meeting.seasonId, decisions }, ...(isLate ? { lateReason: lateReason.trim() } : {}) },
      {
        onSuccess: (recorded) => {
          const sent = new Set(decisions.map(({ farmerId }) => farmerId))
          remember(Object.fromEntries(Object.entries(choices).filter(([farmerId]) => !sent.has(farmerId))))
          if (recorded.findings.length > 0) return setAnswer(recorded)
          showToast({ severity: 'success', message: t('{{count}} decisions are recorded.', { count: decisions.length }) })
        },
      },
    )
  }
  const drawUp =
    meeting.stopped === null &&
    group.may.includes('LIST_DRAWN_UP') &&
    meeting.items.some(({ decision }) => decision?.result === 'APPROVED' || decision?.result === 'CONDITIONAL') ? (
      <LinkButton
        {...(counts.LEFT === 0 && counts.CHOSEN === 0 ? { variant: 'contained' as const } : { variant: 'outlined' as const, color: 'inherit' as const })}
        to="/private/farmbook/$operator/$entity/$id/create-event"
        params={{ operator, entity: 'collective', id: group.id }}
        search={{ type: 'LIST_DRAWN_UP', seasonId: meeting.seasonId } as never}
      >
        {t('Draw up the approved farmer list')}
      </LinkButton>
    ) : null
  if (meeting.members === 0) return <EmptyState title={t('No active member')} reason={t('Members are decided on once they are approved and active.')} />
  const isAllDecided = meeting.stopped === null && counts.LEFT === 0 && counts.CHOSEN === 0
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {record.error ? <Refusal problem={record.error} /> : null}
      {meeting.stopped ? <Stopped meeting={meeting} show={() => setFilter({ ...everybody, state: 'BLOCKED' })} /> : null}
      {isAllDecided ? (
        <Panel title={t('Every member is decided')} action={drawUp}>
          {t('What changes since shows here: a new non-conformity, an inspection, a sanction.')}
        </Panel>
      ) : null}
      <StateTabs counts={counts} chosen={filter.state} onChoose={(state) => setFilter({ ...filter, state })} />
      <FilterBar
        q={filter.q}
        onSearch={(q) => setFilter((now) => ({ ...now, q }))}
        placeholder={t('Name, number, village, inspector')}
        filters={[
          {
            id: 'risk',
            label: t('Risk'),
            active: filter.risk === 'ALL' ? null : t(riskClasses[filter.risk][0]),
            editor: <RiskEditor value={filter.risk} onChange={(risk) => setFilter({ ...filter, risk })} />,
            onRemove: () => setFilter({ ...filter, risk: 'ALL' }),
          },
        ]}
        onClear={() => setFilter({ ...filter, risk: 'ALL', q: '' })}
        end={isAllDecided ? undefined : drawUp}
      />
      <Panel flush>
        {shown.length === 0 ? (
          <EmptyState title={t('Nobody here')} reason={t('No member is in this part, or none fits the filters.')} sign="search" />
        ) : (
          <CommitteeList meeting={meeting} members={shown} choices={choices} put={put} correct={correct} />
        )}
      </Panel>
      {meeting.stopped ? null : (
        <CommitteeFoot
          counts={counts}
          clear={clear.length}
          lacking={lacking.length}
          isBusy={record.isPending}
          late={isLate ? { reason: lateReason, setReason: setLateReason } : null}
          onAccept={() => remember({ ...choices, ...Object.fromEntries(clear) })}
          onClear={() => remember(nothing)}
          onRecord={send}
        />
      )}
      <FindingsDialog answer={answer} label={t('Approval committee')} onClose={() => setAnswer(null)} />
    </Box>
  )
}

/** Why nobody can be decided yet, and whom that hangs on. */
function Stopped({ meeting, show }: { meeting: CommitteeMeeting; show: () => void }) {
  const { t } = useTranslation()
  const waiting = meeting.items.filter(({ blocked }) => blocked.some(({ ruleId }) => ruleId === 'BR-21')).length
  return (
    <Box role="alert" sx={{ p: 2, borderRadius: 1, border: '1px solid', borderColor: 'divider', bgcolor: 'tone.pending.soft' }}>
      <ToneText tone="pending" label={meeting.stopped ? t(meeting.stopped) : ''} />
      {waiting > 0 ? (
        <Button size="small" color="inherit" onClick={show}>
          {t('Show the {{count}} members', { count: waiting })}
        </Button>
      ) : null}
    </Box>
  )
}

function RiskEditor({ value, onChange }: { value: Filter['risk']; onChange: (risk: Filter['risk']) => void }) {
  const { t } = useTranslation()
  return (
    <TextField select fullWidth size="small" label={t('Risk')} value={value} onChange={({ target }) => onChange(target.value as Filter['risk'])}>
      <MenuItem value="ALL">{t('Any')}</MenuItem>
      {Object.entries(riskClasses).map(([risk, [label]]) => (
        <MenuItem key={risk} value={risk}>
          {t(label)}
        </MenuItem>
      ))}
    </TextField>
  )
}
