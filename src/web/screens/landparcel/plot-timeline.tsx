// The claim of a plot through time (BR-04, BR-14): a line for annual and one for perennial crops with today on it, below them what moved the claim and what comes next.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PlotTimeline } from '#domain/chain/plot-timeline-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { PastDay } from '#web/engine/past/past-day.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { type ClaimAxis, claimAxis, claimFills, claimNames, nextStep, placed } from './claim-axis.ts'
import { useCauseEntries } from './claim-causes.tsx'
import { useClaimTimeline } from './queries.ts'

const lifecycles = { ANNUAL: /* i18n */ 'Annual crops', PERENNIAL: /* i18n */ 'Perennial crops' } as const

export function PlotTimelinePanel({ parcel, past }: { parcel: RecordAnswer; past?: PastDay | undefined }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useClaimTimeline(parcel.id, parcel.version, past)
  const title = t('Claim through time')
  if (error && !data)
    return (
      <Panel title={title}>
        <LoadError problem={error} title={t('The claim through time could not be loaded')} retry={() => void refetch()} />
      </Panel>
    )
  if (!data)
    return (
      <Panel title={title}>
        <ListSkeleton rows={3} columns={2} />
      </Panel>
    )
  return (
    <Panel title={title} note={t('and what moved it')}>
      <TimelineOf timeline={data} isPast={past !== undefined} isRetired={parcel.status === 'RETIRED'} />
    </Panel>
  )
}

/** On the page of a past day: that day's. */
export const TimelineOnDay = ({ record, past }: PanelProps) => <PlotTimelinePanel parcel={record} past={past} />

/** A retired plot is on its way to no claim any more. */
function TimelineOf({ timeline, isPast, isRetired }: { timeline: PlotTimeline; isPast: boolean; isRetired: boolean }) {
  const { t } = useTranslation()
  const axis = claimAxis(timeline)
  const { known, next } = useCauseEntries(timeline)
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {axis ? (
        <Tracks timeline={timeline} axis={axis} isPast={isPast} isRetired={isRetired} />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t('This plot is in no scheme. “Enter the scheme” starts the clock.')}</Box>
      )}
      <Entries title={t('Next steps')} entries={isRetired ? [] : next} />
      <Entries title={t('What moved the claim')} entries={known} />
    </Box>
  )
}

function Entries({ title, entries }: { title: string; entries: React.ComponentProps<typeof Timeline>['entries'] }) {
  if (entries.length === 0) return null
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1, color: 'text.secondary' }}>
        {title}
      </Typography>
      <Timeline entries={entries} />
    </Box>
  )
}

function Tracks({ timeline, axis, isPast, isRetired }: { timeline: PlotTimeline; axis: ClaimAxis; isPast: boolean; isRetired: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { day, tracks, causes } = timeline
  const resets = causes.filter(({ kind, counts, on }) => counts && (kind === 'RESET' || kind === 'PROHIBITED_INPUT') && on >= axis.from && on <= day)
  return (
    <Box sx={{ position: 'relative', pt: 2.75, pb: 2.5 }}>
      {(['ANNUAL', 'PERENNIAL'] as const).map((lifecycle) => (
        <Track key={lifecycle} title={t(lifecycles[lifecycle])} segments={placed(tracks[lifecycle], axis)} day={day} hasNext={!isRetired} />
      ))}
      {axis.years.map(({ label, at }) => (
        <Box
          key={label}
          aria-hidden
          sx={{
            position: 'absolute',
            bottom: 0,
            left: `${at * 100}%`,
            pl: 0.5,
            borderLeft: '1px solid',
            borderColor: 'edge',
            fontSize: 12,
            lineHeight: '16px',
            color: 'text.secondary',
          }}
        >
          {at < 0.93 ? label : ''}
        </Box>
      ))}
      {resets.map(({ on, kind, eventId }) => (
        <Box
          key={`${kind}${on}${eventId}`}
          aria-hidden
          title={format.fullDate(on)}
          sx={{ ...mark, left: `${axis.place(on) * 100}%`, top: 22, bgcolor: 'tone.error.ink' }}
        />
      ))}
      <Box aria-hidden data-mark="today" style={{ left: `${axis.today * 100}%` }} sx={{ ...mark, top: 18, bgcolor: 'text.primary' }} />
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          top: 0,
          left: `${axis.today * 100}%`,
          transform: `translateX(-${Math.round(axis.today * 100)}%)`,
          fontSize: 12.5,
          fontWeight: 600,
          whiteSpace: 'nowrap',
        }}
      >
        {isPast ? format.fullDate(day) : t('today')}
      </Box>
    </Box>
  )
}
const mark = { position: 'absolute', bottom: 18, width: '2px', marginLeft: '-1px' } as const

function Track({ title, segments, day, hasNext }: { title: string; segments: ReturnType<typeof placed>; day: string; hasNext: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const next = hasNext ? nextStep(segments, day) : null
  return (
    <Box component="section" aria-label={title} sx={{ mb: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', fontSize: 12.5, lineHeight: '20px' }}>
        <Box sx={{ fontWeight: 600 }}>{title}</Box>
        <Box sx={{ color: 'text.secondary', bgcolor: 'background.paper', zIndex: 1, textAlign: 'right' }}>
          {next ? t('{{count}} days to {{step}}', { count: next.days, step: t(claimNames[next.claim]) }) : ''}
        </Box>
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, position: 'relative', height: 34 }}>
        {segments.map(({ claim, from, to, left, width, passed, isRecognised }) => {
          const fill = claimFills[claim]
          const share = Math.round(passed * 100)
          const is =
            to === null ? t('since {{day}}', { day: format.fullDate(from) }) : t('{{from}} to {{to}}', { from: format.fullDate(from), to: format.fullDate(to) })
          const says = `${t(claimNames[claim])}, ${from > day ? format.fullDate(from) : is}${isRecognised ? ` (${t('recognised')})` : ''}`
          return (
            <Box
              component="li"
              key={from}
              aria-label={says}
              title={says}
              aria-current={passed > 0 && from <= day && (to === null || day < to) ? 'date' : undefined}
              style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
              sx={{ position: 'absolute', top: 0, minWidth: 3, pr: '2px', overflow: 'hidden' }}
            >
              <Box
                sx={{
                  height: 14,
                  borderRadius: '4px',
                  ...(from <= day
                    ? { background: `linear-gradient(to right, ${fill} ${share}%, color-mix(in srgb, ${fill} 28%, white) ${share}%)` }
                    : { border: '1px dashed', borderColor: fill }),
                  ...(isRecognised ? { opacity: 0.6 } : {}),
                }}
              />
              <Box aria-hidden sx={{ fontSize: 12, lineHeight: '18px', whiteSpace: 'nowrap', visibility: width > 0.05 ? 'visible' : 'hidden' }}>
                {t(claimNames[claim])}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
