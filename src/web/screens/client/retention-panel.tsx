// Whose personal data is erased next (6.6): for administrators, ninety days ahead, with what still needs it.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useRetention } from './queries.ts'

export function RetentionPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data, error, refetch } = useRetention(id)
  if (error && !data) return <LoadError problem={error} title={t('Who is erased next could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={t('Erased in the coming 90 days')} note={data ? t('{{count}} members erased so far', { count: data.erased }) : undefined}>
      {data ? null : <Skeleton variant="rounded" height={48} />}
      {data?.items.length === 0 ? <Typography color="textSecondary">{t('Nobody’s time is over in the coming 90 days.')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data?.items.map((one) => (
          <Box component="li" key={one.id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmer', id: one.id } as never}>
              {one.title}
            </TextLink>
            <Typography variant="caption" color="textSecondary" component="div">
              {[
                one.memberNo,
                one.operator,
                t('left on {{date}}', { date: format.fullDate(one.leftOn) }),
                t('erased from {{date}} on', { date: format.fullDate(one.erasedFrom) }),
              ].join(' · ')}
            </Typography>
            {one.retainedBy.length > 0 ? (
              <Typography variant="caption" component="div">
                {t('Still needed by {{what}}', { what: format.list(one.retainedBy) })}
              </Typography>
            ) : null}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
