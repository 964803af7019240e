// Before a version of rules is published: who would newly fail by it. Crops are judged set by set while this is read.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { nameIn } from '#web/api/names.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useImpact } from './queries.ts'

/** More are counted, and not listed. */
const listed = 100

export function ImpactPanel({ record: schemePop }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { error, judged, newlyFailing, isDone } = useImpact(schemePop.id)
  if (error) return <LoadError problem={error} title={t('The crops could not be judged')} />
  const farmers = new Set(newlyFailing.map(({ farmer }) => farmer.id)).size
  return (
    <Box sx={{ mb: 1.5 }} aria-live="polite">
      <Panel
        title={t('What publishing changes')}
        note={isDone ? t('Crops judged: {{count}}', { count: judged }) : t('Crops judged so far: {{count}}', { count: judged })}
        action={isDone ? <StatusChip tone={farmers > 0 ? 'error' : 'success'} label={t('Farmers who newly fail: {{count}}', { count: farmers })} /> : null}
      >
        {newlyFailing.length === 0 ? (
          <Typography color="textSecondary">{isDone ? t('No crop that passes today would fail.') : t('The crops are being judged.')}</Typography>
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
            {newlyFailing.slice(0, listed).map(({ crop, farmer, score, failing }) => (
              <Box key={crop.id} component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
                <Box sx={{ fontWeight: 600 }}>{farmer.title}</Box>
                <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'crop', id: crop.id }}>
                  {`${nameIn(t, crop.title)}, ${crop.code}`}
                </TextLink>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {[score === null ? '' : format.number(score, 1), ...failing].filter(Boolean).join(' · ')}
                </Box>
              </Box>
            ))}
            {newlyFailing.length > listed ? <li>{t('More: {{count}}', { count: newlyFailing.length - listed })}</li> : null}
          </Box>
        )}
      </Panel>
    </Box>
  )
}
