// A crop in summary: how far it is, what to do next, the season's diary, the kilograms, the plot it stands on.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { claims } from '#domain/kernel/terms.ts'
import { croppingsystem } from '#domain/land/croppingsystem.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useEvents, useList, useOne } from '#web/api/queries.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel, formatFacts } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ArrowIcon } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { CropPlan, DueStep, useDueStep } from './crop-plan.tsx'
import { diaryOf } from './diary.ts'
import { nextStep } from './next-step.ts'
import { SeasonDiary } from './season-diary.tsx'
import { StageBar } from './stage-bar.tsx'
import { YieldPanel } from './yield-panel.tsx'

export function CropOverview({ entity, record: crop }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const next = nextStep(crop, format.today())
  const due = useDueStep(crop)
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <StageBar crop={crop} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2.2fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 2, lg: 1 } }}>
          <CropPlan crop={crop} />
          <Diary entity={entity} crop={crop} next={next?.type ?? null} />
          <YieldPanel crop={crop} />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 1, lg: 2 } }}>
          {due ? <DueStep crop={crop} step={due} /> : null}
          {!due && next && crop.may.includes(next.type) ? (
            <Card sx={{ p: 2, borderColor: 'primary.light', background: 'linear-gradient(to bottom, #FEF4E8, #fff 60%)' }}>
              <Typography variant="subtitle2" sx={{ color: 'brand.text' }}>
                {t('Next')}
              </Typography>
              <Typography variant="h2" sx={{ mt: 0.25 }}>
                {t(eventLabel(entity, next.type))}
                {next.detail ? ` ${next.detail}` : ''}
              </Typography>
              <Typography sx={{ mt: 0.5, mb: 1.5 }} color="text.secondary">
                {t(next.why, { date: next.date ? format.date(next.date) : '' })}
              </Typography>
              <LinkButton
                fullWidth
                variant="contained"
                sx={{ display: { xs: 'none', sm: 'flex' } }}
                endIcon={<ArrowIcon />}
                to="/private/farmbook/$operator/$entity/$id/create-event"
                params={{ operator, entity: 'crop', id: crop.id }}
                search={{ type: next.type, ...next.prefill }}
              >
                {t('Record {{event}}', { event: t(eventLabel(entity, next.type)).toLocaleLowerCase(format.language) })}
              </LinkButton>
            </Card>
          ) : null}
          <WaitingPanel crop={crop} />
          <PlacePanel crop={crop} />
          <KilogramChain of={{ subject: 'crop', id: crop.id }} version={crop.version} />
          <LotsPanel crop={crop} />
        </Box>
      </Box>
    </Box>
  )
}

function Diary({ entity, crop, next }: { entity: PanelProps['entity']; crop: RecordAnswer; next: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const own = useEvents('crop', crop.id)
  const systemId = String(crop.croppingSystemId)
  const plot = useEvents('croppingsystem', systemId)
  const refs = { ...own.refs, ...plot.refs }
  const treated = own.events
    .filter((event) => event.eventType === 'PLANT_PROTECTION' && event.status === 'RECORDED')
    .map((event) => format.dayOf(event.occurredAt))
    .sort()
    .at(-1)
  const until = crop.harvestNotBefore as string | null
  const diary = diaryOf({
    isOver: ['HARVESTED', 'CLOSED', 'FAILED', 'CANCELLED'].includes(crop.status),
    events: [
      ...own.events
        .filter(({ eventType }) => eventType !== 'PACKAGE_ASSIGNED')
        .map((event) => ({
          event,
          day: format.dayOf(event.occurredAt),
          words: formatFacts((entity.events as Record<string, EventSpec>)[event.eventType]?.fields ?? {}, event.data, { t, format, refs }, 3),
        })),
      ...plot.events
        .filter((event) => !['STARTED', 'ENDED', 'CANCELLED'].includes(event.eventType))
        .map((event) => ({
          event,
          day: format.dayOf(event.occurredAt),
          words: formatFacts((croppingsystem.events as Record<string, EventSpec>)[event.eventType]?.fields ?? {}, event.data, { t, format, refs }, 3),
          isOnPlot: true,
        })),
    ],
    plannedSowing: String(crop.plannedSowing),
    today: format.today(),
    expected: ['SOWING', 'GERMINATION_COUNT', 'YIELD_ESTIMATE', 'HARVEST', 'CROP_CLOSE'],
    waiting: treated && until && until > treated ? { from: treated, to: until } : null,
  })
  const open = (eventId: string, isOnPlot: boolean) =>
    void navigate({
      to: '/private/farmbook/$operator/$entity/$id/event/$eventId',
      params: { operator, entity: isOnPlot ? 'croppingsystem' : 'crop', id: isOnPlot ? systemId : crop.id, eventId },
    })
  const weeks = Math.max(1, Math.round((Date.parse(diary.to) - Date.parse(diary.from)) / (7 * 86_400_000)))
  return (
    <Panel
      title={t('Season diary')}
      note={t('{{count}} weeks', { count: weeks })}
      action={
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 2, fontSize: 12.5, color: 'text.secondary' }}>
          <Mark shape="circle" label={t('on this crop')} />
          <Mark shape="square" label={t('on the plot')} />
          <Mark shape="bar" label={t('waiting period')} />
        </Box>
      }
    >
      <SeasonDiary
        diary={diary}
        today={format.today()}
        plannedSowing={String(crop.plannedSowing)}
        next={next}
        labelOf={(key) => t(key in entity.events ? eventLabel(entity, key) : eventLabel(croppingsystem, key))}
        onOpen={open}
      />
    </Panel>
  )
}

function Mark({ shape, label }: { shape: 'circle' | 'square' | 'bar'; label: string }) {
  const looks = {
    circle: { width: 9, height: 9, borderRadius: '50%', bgcolor: '#2B7A4B' },
    square: { width: 8, height: 8, borderRadius: '1px', bgcolor: '#2B7A4B' },
    bar: { width: 16, height: 7, borderRadius: '3px', bgcolor: '#E3C35A' },
  }[shape]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Box aria-hidden sx={looks} />
      {label}
    </Box>
  )
}

function WaitingPanel({ crop }: { crop: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const until = crop.harvestNotBefore as string | null
  if (!until) return null
  const isOver = format.today() >= until
  return (
    <Panel
      title={t('Waiting period')}
      action={
        isOver ? (
          <StatusChip tone="success" label={t('Clear to pick')} />
        ) : (
          <StatusChip tone="pending" label={t('{{count}} days to go', { count: format.daysFromToday(until) })} />
        )
      }
    >
      <Box sx={{ fontSize: 13.5, color: 'text.secondary' }}>
        {isOver
          ? t('Over since {{date}}.', { date: format.dateWithin(until) })
          : t('Nothing may be picked before {{date}}.', { date: format.dateWithin(until) })}
      </Box>
    </Panel>
  )
}

function PlacePanel({ crop }: { crop: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data: parcel } = useOne('landparcel', String(crop.parcelId))
  const claim = crop.claimStatus as keyof typeof claims | null
  const link = (entity: string, id: unknown) =>
    typeof id === 'string' && crop.refs?.[id] ? (
      <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id }}>
        {crop.refs[id].title}
      </TextLink>
    ) : (
      '–'
    )
  const rows: FigureRow[] = [
    {
      key: 'claim',
      label: t('Claim'),
      note: claim ? t('frozen at sowing') : t('decided at sowing'),
      value: claim ? <StatusChip tone={claims[claim][1]} label={t(claims[claim][0])} /> : '–',
    },
    { key: 'parcel', label: t('Plot'), value: link('landparcel', crop.parcelId) },
    { key: 'farmer', label: t('Farmer'), value: link('farmer', crop.farmerId) },
    {
      key: 'area',
      label: t('Area'),
      note: parcel?.mappedAreaHa ? t('of {{area}}', { area: format.ha(Number(parcel.mappedAreaHa)) }) : '',
      value: format.ha(Number(crop.areaHa)),
    },
    ...(typeof crop.excludedHa === 'number' ? [{ key: 'excluded', label: t('Border rows excluded'), value: format.ha(crop.excludedHa) }] : []),
    {
      key: 'seed',
      label: t('Seed'),
      note: String(crop.seedLotNo ?? ''),
      value: crop.nonGmProofKind ? (
        <ToneText tone="success" label={t('non-GM proof')} />
      ) : crop.nonGmProof ? (
        <ToneText tone="pending" label={t('kind not stated')} />
      ) : (
        <ToneText tone="pending" label={t('no proof')} />
      ),
    },
    { key: 'system', label: t('Plan'), value: link('croppingsystem', crop.croppingSystemId) },
  ]
  return (
    <Panel title={t('Plot and claim')}>
      <FigureRows rows={rows} />
    </Panel>
  )
}

function LotsPanel({ crop }: { crop: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { items } = useList('productbatch', { filters: { cropId: [crop.id] } }, { limit: 10 })
  if (items.length === 0) return null
  return (
    <Panel title={t('Farm lot')}>
      <FigureRows
        rows={items.map((lot) => ({
          key: lot.id,
          label: (
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'productbatch', id: lot.id }}>
              {lot.title}
            </TextLink>
          ),
          value: t('{{kg}} on hand', { kg: format.kg(Number(lot.onHandKg ?? 0)) }),
        }))}
      />
    </Panel>
  )
}
