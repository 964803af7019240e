// What is used of the limits of the plan (6.6): for administrators, where whoever runs the installation has set any.
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { PlanUse } from '#domain/tenancy/plan-limits.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { sizeOf } from '../operations/sizes.ts'
import { usePlanUse } from './queries.ts'

const labels: Readonly<Record<PlanUse['items'][number]['of'], string>> = {
  members: /* i18n */ 'Members',
  people: /* i18n */ 'People',
  groups: /* i18n */ 'Groups',
  storageBytes: /* i18n */ 'Stored files',
}

export function LimitsPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = usePlanUse(id)
  if (error && !data) return <LoadError problem={error} title={t('The limits could not be loaded')} retry={() => void refetch()} />
  if (!data?.items.length) return null
  return (
    <Panel title={t('Limits of the plan')} note={t('Set by whoever runs the installation')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {data.items.map(({ of, used, limit }) => {
          const figure = (value: number) => (of === 'storageBytes' ? sizeOf(value, format) : format.number(value))
          const words = `${figure(used)} / ${figure(limit)}`
          const share = limit > 0 ? Math.min(1, used / limit) : 1
          return (
            <li key={of}>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
                <Typography>{t(labels[of])}</Typography>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', columnGap: 1 }}>
                  {share >= 0.8 ? <ToneText tone={share >= 1 ? 'error' : 'pending'} label={share >= 1 ? t('Used up') : t('Nearly used up')} /> : null}
                  <Typography sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{words}</Typography>
                </Box>
              </Box>
              <LinearProgress
                variant="determinate"
                aria-label={t(labels[of])}
                aria-valuetext={words}
                color={share >= 1 ? 'error' : share >= 0.8 ? 'warning' : 'primary'}
                value={Math.floor(share * 100)}
              />
            </li>
          )
        })}
      </Box>
    </Panel>
  )
}
