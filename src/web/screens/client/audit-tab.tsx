// Who changed which setting of the programme when, newest first.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { toleranceFields } from '#domain/chain/tolerance-settings.ts'
import type { ToleranceName } from '#domain/rules/tolerances.ts'
import { settingFields, type TenantSettings } from '#domain/tenancy/settings.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useClientHistory } from './queries.ts'

/** Settings with a page of their own. */
const others: Readonly<Record<string, string>> = { submissionPolicy: /* i18n */ 'Automatic approval' }

export function AuditTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useClientHistory(id, true)
  if (error && !data) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={t('History')}>
      {data ? null : <Skeleton variant="rounded" height={48} />}
      {data?.items.length === 0 ? <Typography color="textSecondary">{t('Nothing was changed yet.')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data?.items.map(({ version, changedAt, changedBy, changes }) => (
          <li key={version}>
            <Typography>
              {(Object.keys(changes) as (keyof TenantSettings)[])
                .map((name) => t(settingFields[name]?.label ?? toleranceFields[name as never as ToleranceName]?.label ?? others[name] ?? name))
                .join(', ')}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {format.time(changedAt)} · {changedBy.name}
            </Typography>
          </li>
        ))}
      </Box>
    </Panel>
  )
}
