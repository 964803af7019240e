// The panels beside a plot's map: its status with the clock to organic, its area declared and mapped, tests, and the
// boundaries it has had.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { conversionOf } from '#domain/chain/claim.ts'
import type { claims } from '#domain/kernel/terms.ts'
import { boundaryMethods } from '#domain/land/landparcel-events.ts'
import type { BoundaryVersion } from '#domain/land/map-answers.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useEvents } from '#web/api/queries.ts'
import type { PastDay } from '#web/engine/past/past-day.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { conversionLine } from './conversion.ts'
import { ConversionBar, useNextStep } from './conversion-bar.tsx'
import { OrganicStatusChip } from './organic-status-chip.tsx'
import { useBoundaries } from './queries.ts'

export function OrganicStatusPanel({ parcel }: { parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const line = conversionLine(conversionOf(parcel), format.today())
  const next = useNextStep(line)
  const claim = (line?.now ?? parcel.organicStatus ?? 'CONVENTIONAL') as keyof typeof claims
  return (
    <Panel title={t('Conversion')} note={next} action={<OrganicStatusChip claim={claim} status={parcel.status} />}>
      {line ? (
        <ConversionBar line={line} />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t('This plot is in no scheme. “Enter the scheme” starts the clock.')}</Box>
      )}
    </Panel>
  )
}

export function AreaPanel({ parcel }: { parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const difference = parcel.areaDifference as number | null
  const method = parcel.boundaryMethod as keyof typeof boundaryMethods | null
  const rows: FigureRow[] = [
    { key: 'declared', label: t('Declared'), value: format.ha(Number(parcel.declaredAreaHa)) },
    ...(parcel.mappedAreaHa === null || parcel.mappedAreaHa === undefined
      ? []
      : [{ key: 'mapped', label: t('Mapped'), note: method ? t(boundaryMethods[method]) : undefined, value: format.ha(Number(parcel.mappedAreaHa)) }]),
    ...(difference === null || difference === undefined
      ? []
      : [
          {
            key: 'difference',
            label: t('Difference'),
            value:
              Math.abs(difference) > 0.25 ? (
                <ToneText tone="error" label={signed(difference, format)} />
              ) : Math.abs(difference) > 0.1 ? (
                <ToneText tone="pending" label={signed(difference, format)} />
              ) : (
                signed(difference, format)
              ),
          },
        ]),
    ...(parcel.perimeterM ? [{ key: 'perimeter', label: t('Perimeter'), value: format.quantity(Number(parcel.perimeterM), 'm', 0), strong: false }] : []),
    ...(parcel.gpsAccuracyM ? [{ key: 'accuracy', label: t('GPS accuracy'), value: format.quantity(Number(parcel.gpsAccuracyM), 'm', 1), strong: false }] : []),
  ]
  return (
    <Panel title={t('Area')}>
      <FigureRows rows={rows} />
    </Panel>
  )
}

const signed = (ratio: number, format: ReturnType<typeof useFormat>): string => `${ratio > 0 ? '+' : ratio < 0 ? '−' : ''}${format.share(Math.abs(ratio))}`

export function TestsPanel({ parcel }: { parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { events } = useEvents('landparcel', parcel.id)
  const tests = events.filter((event) => event.status === 'RECORDED' && (event.eventType === 'SOIL_TEST' || event.eventType === 'WATER_TEST')).slice(0, 4)
  if (tests.length === 0) return null
  const words = (data: Record<string, unknown>) =>
    [
      data.ph ? `pH ${format.number(Number(data.ph), 1)}` : '',
      data.organicCarbonPct ? `OC ${format.number(Number(data.organicCarbonPct), 2)} %` : '',
      data.ecDsPerM ? `EC ${format.number(Number(data.ecDsPerM), 2)} dS/m` : '',
      data.sar ? `SAR ${format.number(Number(data.sar), 1)}` : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Panel title={t('Tests')}>
      <FigureRows
        rows={tests.map(({ id, eventType, occurredAt, data }) => ({
          key: id,
          label: eventType === 'SOIL_TEST' ? t('Soil') : t('Water'),
          note: `${format.date(format.dayOf(occurredAt))} ${String(data.laboratory ?? data.waterSource ?? '')}`,
          value: words(data) || '–',
        }))}
      />
    </Panel>
  )
}

/** Of a line of versions. */
const row = { gap: 1, px: 1.5, py: 0.75 } as const
type VersionsProps = {
  parcel: RecordAnswer
  picked?: string | null
  /** Absent: there is no map to show one on. */
  onPick?: (version: BoundaryVersion | null) => void
  past?: PastDay | undefined
}
/** Picking a version lays it over the map. */
export function VersionsPanel({ parcel, picked = null, onPick, past }: VersionsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useBoundaries(parcel.id, past)
  const versions = data?.items ?? []
  if (versions.length === 0) return null
  return (
    <Panel title={t('Boundary versions')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0.5 }}>
        {versions.map((version, index) => {
          const isPicked = version.eventId === picked
          const how = version.method && version.method in boundaryMethods ? t(boundaryMethods[version.method as keyof typeof boundaryMethods]) : ''
          const worst = Math.max(0, ...(version.vertexAccuracyM ?? []).flatMap((metres) => metres ?? []))
          const accuracy = [
            version.gpsAccuracyM ? format.quantity(version.gpsAccuracyM, 'm', 1) : '',
            worst > 0 ? t('at worst {{accuracy}}', { accuracy: format.quantity(worst, 'm', 1) }) : '',
          ]
          const line = (
            <>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontWeight: index === 0 ? 600 : 400 }}>
                  {[t('Version {{version}}', { version: versions.length - index }), version.polygon ? format.ha(version.areaHa) : t('taken off the map')].join(
                    ', ',
                  )}
                </Box>
                <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{[how, ...accuracy].filter(Boolean).join(', ')}</Box>
              </Box>
              <Box sx={{ fontSize: 12.5, color: 'text.secondary', textAlign: 'right' }}>
                {format.date(format.dayOf(version.occurredAt))}
                <br />
                {version.recordedBy ? data?.refs?.[version.recordedBy]?.title : ''}
              </Box>
            </>
          )
          return (
            <li key={version.eventId}>
              {onPick ? (
                <ButtonBase
                  onClick={() => onPick(isPicked ? null : version)}
                  aria-pressed={isPicked}
                  sx={{
                    ...row,
                    width: '100%',
                    justifyContent: 'flex-start',
                    textAlign: 'left',
                    borderRadius: 1,
                    font: 'inherit',
                    bgcolor: isPicked ? 'tone.progress.soft' : 'transparent',
                    '&:hover': { bgcolor: isPicked ? 'tone.progress.soft' : 'background.default' },
                  }}
                >
                  {line}
                </ButtonBase>
              ) : (
                <Box sx={{ ...row, display: 'flex', alignItems: 'center' }}>{line}</Box>
              )}
            </li>
          )
        })}
      </Box>
    </Panel>
  )
}
