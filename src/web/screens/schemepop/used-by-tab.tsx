// Which crops a version of a scheme's rules judges, the worst score first; of a draft, those that it would judge.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { nameIn } from '#web/api/names.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { line } from '../record-line.ts'
import { useCropsUnder } from './queries.ts'

export function UsedByTab({ record: schemePop }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data, error, refetch } = useCropsUnder(schemePop.id)
  if (error) return <LoadError problem={error} title={t('The crops could not be loaded')} retry={() => void refetch()} />
  const items = data?.items ?? []
  const isDraft = schemePop.status === 'DRAFT'
  const reason = isDraft
    ? t('Published, it would judge no crop that grows now.')
    : schemePop.status === 'PUBLISHED'
      ? t('No crop that grows now is of an operator under this scheme and fits its crop type.')
      : t('It is no longer published and judges no crop.')
  return (
    <Panel
      title={t('Crops')}
      note={
        data
          ? [
              format.number(data.total),
              isDraft && data.total > 0 ? t('would be judged by it') : null,
              data.total > items.length ? t('Only the first {{number}} are shown.', { number: format.number(items.length) }) : null,
            ]
              .filter(Boolean)
              .join(' · ')
          : ''
      }
      flush
    >
      {data ? null : <ListSkeleton rows={5} columns={3} />}
      {data && items.length === 0 ? <EmptyState title={t('No crops')} reason={reason} /> : null}
      {items.length > 0 ? (
        <Box component="ul" aria-label={t('Crops')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map(({ crop, farmer, score }) => (
            <Box component="li" key={crop.id} sx={line}>
              <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'crop', id: crop.id }} search={{ tab: 'compliance' }}>
                  {nameIn(t, crop.title)}
                </TextLink>
                <Typography variant="caption" component="div" color="textSecondary">
                  {[farmer.title, crop.code].join(' · ')}
                </Typography>
              </Box>
              {isDraft ? null : (
                <Box
                  sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: score === null ? 400 : 600, color: score === null ? 'text.secondary' : 'text.primary' }}
                >
                  {score === null ? t('not judged yet') : t('{{score}} points', { score: format.number(score, 1) })}
                </Box>
              )}
            </Box>
          ))}
        </Box>
      ) : null}
    </Panel>
  )
}
