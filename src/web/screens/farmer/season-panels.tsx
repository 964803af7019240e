// A farmer's season: the kilograms of each crop, and every crop with its stage and what comes next.
import Box from '@mui/material/Box'
import { can } from '#domain/access.ts'
import { crop as cropEntity } from '#domain/cropping/crop.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { KgGauge } from '#web/ui/kg-gauge.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { nextStep } from '../crop/next-step.ts'
import { StageBar } from '../crop/stage-bar.tsx'
import { YieldFigures } from '../yield-figures.tsx'
import { kilogramsByCrop } from './farmer-season.ts'

/** The crop that matters most in full, the others on a line each. */
export function KilogramsPanel({ crops, season }: { crops: readonly RecordAnswer[]; season: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [main, ...others] = kilogramsByCrop(crops, useTolerances())
  if (!main) return null
  const left = (kg: number) =>
    kg > 0 ? <ToneText tone="success" label={t('{{kg}} left to sell', { kg: format.kg(kg) })} /> : <ToneText label={t('nothing left to sell')} />
  return (
    <Panel title={main.name} note={season} action={left(main.leftKg)}>
      <YieldFigures kg={main.kg} />
      {others.length ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 1.5, borderTop: '1px solid', borderColor: 'divider' }}>
          {others.map(({ cropTypeId, name, kg, leftKg }) => (
            <Box
              component="li"
              key={cropTypeId}
              sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr auto', sm: '130px minmax(0, 1fr) auto auto' }, gap: 1.5, alignItems: 'center', pt: 1.25 }}
            >
              <Box sx={{ fontWeight: 500 }}>{name}</Box>
              <Box sx={{ order: { xs: 3, sm: 0 }, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
                <KgGauge
                  cap={kg.cap ?? Math.max(kg.estimate ?? 0, kg.harvested)}
                  harvested={kg.harvested}
                  delivered={kg.delivered}
                  estimate={kg.estimate ?? undefined}
                  height={8}
                />
              </Box>
              <Box sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums', display: { xs: 'none', sm: 'block' } }}>
                {t('{{kg}} harvested', { kg: format.kg(kg.harvested) })}
              </Box>
              {left(leftKg)}
            </Box>
          ))}
        </Box>
      ) : null}
    </Panel>
  )
}

export function CropsPanel({ crops, refs, season, farmerId }: { crops: readonly RecordAnswer[]; refs: Refs; season: string; farmerId: string }) {
  const { t } = useTranslation()
  const user = useUser()
  const operator = useOperator()
  return (
    <Panel
      title={t('Crops')}
      note={season}
      flush
      action={
        <Box sx={{ display: 'flex', columnGap: 2 }}>
          {can(user, 'planevent', 'L') && crops.some(({ popId }) => popId) ? (
            <TextLink
              to="/private/farmbook/$operator/$entity/list"
              params={{ operator, entity: 'planevent' }}
              search={{ 'filter[farmerId]': farmerId, mode: 'season' }}
            >
              {t('Calendar')}
            </TextLink>
          ) : null}
          <TextLink
            to="/private/farmbook/$operator/$entity/list"
            params={{ operator, entity: 'crop' }}
            search={{ 'filter[farmerId]': farmerId, 'filter[seasonId]': 'all' }}
          >
            {t('All seasons')}
          </TextLink>
        </Box>
      }
    >
      {crops.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('Nothing is planned or sown in this season.')}</Box> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {crops.map((crop) => (
          <CropLine key={crop.id} crop={crop} refs={refs} />
        ))}
      </Box>
    </Panel>
  )
}

function CropLine({ crop, refs }: { crop: RecordAnswer; refs: Refs }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const next = nextStep(crop, format.today())
  const parcel = typeof crop.parcelId === 'string' ? refs[crop.parcelId]?.title : undefined
  const ended = crop.status === 'FAILED' || crop.status === 'CANCELLED'
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(150px, 0.9fr) minmax(0, 1.7fr) minmax(140px, 0.8fr)' },
        gap: { xs: 0.75, sm: 2 },
        alignItems: 'center',
        px: 2,
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <TextLink
          to="/private/farmbook/$operator/$entity/$id"
          params={{ operator, entity: 'crop', id: crop.id }}
          sx={{ color: 'text.primary', fontWeight: 600 }}
        >
          {crop.title}
        </TextLink>
        <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{[parcel, format.ha(Number(crop.areaHa))].filter(Boolean).join(' · ')}</Box>
      </Box>
      <StageBar crop={crop} small />
      <Box sx={{ fontSize: 13, minWidth: 0 }}>
        {ended ? (
          <ToneText tone={crop.status === 'FAILED' ? 'error' : 'neutral'} label={t(cropEntity.states[crop.status as 'FAILED'].label)} />
        ) : next ? (
          <>
            <ToneText tone="progress" label={`${t(eventLabel(cropEntity, next.type))}${next.detail ? ` ${next.detail}` : ''}`} />
            <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{t(next.why, { date: next.date ? format.date(next.date) : '' })}</Box>
          </>
        ) : (
          <ToneText tone="success" label={t('Nothing due')} />
        )}
      </Box>
    </Box>
  )
}
