// How well the internal control of a season works: what inspections find of what there is, who finds less or more than others at the same risk, and
// whom to look at again. For the manager and the certification body.
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { InspectionQuality } from '#domain/reports/inspection-quality-answer.ts'
import { secondLooks } from '#domain/reports/second-looks.ts'
import { scoreParts } from '#domain/rules/ics-score.ts'
import { riskClasses } from '#domain/rules/risk.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useSeason } from '#web/engine/season.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { InspectorFunnel } from './inspector-funnel.tsx'

export function InternalControl({ record }: PanelProps) {
  const { t } = useTranslation()
  // At the programme's address ('-') it is this operator's all the same.
  const address = useOperator()
  const operator = address === '-' ? record.code : address
  const season = useSeason()
  const { data, error, refetch } = useQuery<InspectionQuality, ApiProblem>({
    queryKey: [operator, 'reports', 'inspection-quality', season.id],
    queryFn: ({ signal }) =>
      call<InspectionQuality>(entityPath(operator, 'reports', 'inspection-quality'), { signal, query: new URLSearchParams({ seasonId: season.id ?? '' }) }),
    enabled: season.isReady && season.id !== null,
    refetchOnMount: 'always',
  })
  if (season.isReady && season.id === null)
    return <EmptyState title={t('Choose a season')} reason={t('The internal control is that of one season: choose it at the top.')} />
  if (error && !data) return <LoadError problem={error} title={t('The statistics could not be loaded')} retry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.4fr) minmax(0, 1fr)' }, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <InspectorFunnel quality={data} />
        <TwiceLooked quality={data} operator={operator} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <ScorePanel quality={data} season={season.title} />
        <DetectionPanel quality={data} />
        <ByRisk quality={data} />
        <SamplePanel quality={data} operator={operator} />
      </Box>
    </Box>
  )
}

function ScorePanel({ quality: { score }, season }: { quality: InspectionQuality; season: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('Risk and score of the internal control')} note={season ?? ''}>
      {score.score === null || score.risk === null ? (
        <Box sx={{ color: 'text.secondary', mb: 1 }}>{t('No score yet: at least two of these must be measured.')}</Box>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1 }}>
          <Box sx={{ fontSize: 28, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{t('{{score}} of 100', { score: format.number(score.score) })}</Box>
          <StatusChip tone={riskClasses[score.risk][1]} label={t(riskClasses[score.risk][0])} />
        </Box>
      )}
      <FigureRows
        rows={score.parts.map(({ part, done, of, share }) => ({
          key: part,
          label: t(scoreParts[part]),
          note: of === 0 ? t('nothing to measure yet') : t('{{done}} of {{all}}', { done: format.number(done, 1), all: format.number(of) }),
          value: share === null ? '–' : format.wholeShare(share),
        }))}
      />
      <Box sx={{ color: 'text.secondary', fontSize: 12.5, mt: 1.5 }}>{t('The mean of what is measured, each as heavy as the others.')}</Box>
    </Panel>
  )
}

function DetectionPanel({ quality: { detection } }: { quality: InspectionQuality }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rate, interval, recaptured } = detection
  return (
    <Panel title={t('Detection rate')}>
      {rate === null || interval === null ? (
        <Box sx={{ color: 'text.secondary' }}>{t('Nothing to compare yet: it needs members at whom a second person found or confirmed something.')}</Box>
      ) : (
        <>
          <Box sx={{ fontSize: 28, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.wholeShare(rate)}</Box>
          <Box sx={{ color: 'text.secondary', fontSize: 13.5, mb: 1.5 }}>
            {t('with 95 % confidence between {{low}} and {{high}}', { low: format.wholeShare(interval.low), high: format.wholeShare(interval.high) })}
          </Box>
        </>
      )}
      <FigureRows
        rows={[
          { key: 'holdings', label: t('Members looked at by two people'), value: format.number(detection.holdings) },
          { key: 'first', label: t('Non-conformities found by the first'), value: format.number(detection.byFirst) },
          { key: 'second', label: t('Found by the second'), value: format.number(detection.bySecond) },
          { key: 'both', label: t('Found by both'), value: format.number(detection.byBoth) },
          { key: 'either', label: t('Found by either'), value: format.number(detection.byEither) },
          ...(recaptured === null ? [] : [{ key: 'recaptured', label: t('Of the second’s, found by the first'), value: format.wholeShare(recaptured) }]),
        ]}
      />
      <Box sx={{ color: 'text.secondary', fontSize: 12.5, mt: 1.5 }}>
        {t('Found by the first, of all that either found. What both overlooked is unknown: the true rate is lower.')}
      </Box>
    </Panel>
  )
}

function TwiceLooked({ quality: { detection }, operator }: { quality: InspectionQuality; operator: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (detection.items.length === 0) return null
  const foundIn = ({ found, unnamed }: { found: readonly string[]; unnamed: boolean }) =>
    found.length > 0 ? format.list(found) : unnamed ? t('Not approved, without a non-conformity') : t('Nothing found')
  return (
    <Panel title={t('Members looked at by two people')} note={format.number(detection.items.length)} flush>
      <Box
        component="ul"
        aria-label={t('Members looked at by two people')}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 480, overflowY: 'auto' }}
        tabIndex={0}
      >
        {detection.items.map(({ farmerId, name, kind, first, second, missed }) => (
          <Box
            component="li"
            key={farmerId}
            sx={{ px: 2, py: 1, borderTop: '1px solid', borderColor: 'divider', fontSize: 13.5, overflowWrap: 'anywhere', '&:first-of-type': { borderTop: 0 } }}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmer', id: farmerId }}>
                {name}
              </TextLink>
              {missed > 0 ? <Box sx={{ ml: 'auto', color: 'tone.error.ink' }}>{t('Missed: {{number}}', { number: format.number(missed) })}</Box> : null}
            </Box>
            <Box sx={{ color: 'text.secondary' }}>{[format.date(first.on), first.by, foundIn(first)].filter(Boolean).join(' · ')}</Box>
            <Box sx={{ color: 'text.secondary' }}>{[format.date(second.on), t(secondLooks[kind]), second.by, foundIn(second)].filter(Boolean).join(' · ')}</Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

function ByRisk({ quality: { classes } }: { quality: InspectionQuality }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('Found by risk')}>
      <FigureRows
        rows={classes.map(({ riskClass, members, visited, found }) => ({
          key: riskClass,
          label: t(riskClasses[riskClass][0]),
          note: t('{{found}} of {{visited}} visited, {{members}} members', {
            found: format.number(found),
            visited: format.number(visited),
            members: format.number(members),
          }),
          value: visited === 0 ? '–' : format.wholeShare(found / visited),
        }))}
      />
      <Box sx={{ color: 'text.secondary', fontSize: 12.5, mt: 1.5 }}>
        {t('Risk without the points of earlier findings, which inspections themselves make.')}
      </Box>
    </Panel>
  )
}

function SamplePanel({ quality: { sample }, operator }: { quality: InspectionQuality; operator: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('Whom to look at again')}>
      <FigureRows
        rows={[
          { key: 'body', label: t('Certification body, at least'), value: format.number(sample.certificationBody) },
          { key: 'high', label: t('All of high risk'), value: format.number(sample.high.length) },
          { key: 'others', label: t('Others, drawn by lot'), value: format.number(sample.others) },
          ...sample.toDetect.map(({ prevalence, sample: size }) => ({
            key: String(prevalence),
            label: t('To find one when {{share}} of members do not conform', { share: format.wholeShare(prevalence) }),
            value: format.number(size),
          })),
        ]}
      />
      {sample.high.length > 0 ? (
        <Box
          component="ul"
          aria-label={t('All of high risk')}
          sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, maxHeight: 220, overflowY: 'auto', fontSize: 13.5 }}
          tabIndex={0}
        >
          {sample.high.map(({ farmerId, name }) => (
            <Box component="li" key={farmerId}>
              <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmer', id: farmerId }}>
                {name}
              </TextLink>
            </Box>
          ))}
        </Box>
      ) : null}
      <Box sx={{ color: 'text.secondary', fontSize: 12.5, mt: 1.5 }}>{t('With 95 % confidence, of {{count}} active members.', { count: sample.members })}</Box>
    </Panel>
  )
}
