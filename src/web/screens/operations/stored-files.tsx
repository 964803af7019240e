// What the files of the programme take of its quota: by what they are and what names them, the largest first.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { findEntity } from '#domain/entities.ts'
import type { OperationsStorage } from '#domain/tenancy/operations-answer.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useStorage } from './queries.ts'
import { sizeOf } from './sizes.ts'

const kindNames: Readonly<Record<OperationsStorage['items'][number]['kind'], string>> = {
  PICTURE: /* i18n */ 'Photographs',
  DOCUMENT: /* i18n */ 'PDF documents',
  TABLE: /* i18n */ 'Tables',
  MAP: /* i18n */ 'Map files',
}
/** What is no record's. */
const ownerNames: Readonly<Record<string, string>> = {
  export: /* i18n */ 'Exports',
  report: /* i18n */ 'Stored reports',
  import: /* i18n */ 'Imports that wait or run',
  nothing: /* i18n */ 'Named by nothing',
}

export function StoredFiles() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useStorage()
  const most = Math.max(1, ...(data?.items ?? []).map(({ bytes }) => bytes))
  const ownerOf = (owner: string) => t(findEntity(owner)?.plural ?? ownerNames[owner] ?? owner)
  const note = data && t('{{used}} of {{total}} used', { used: sizeOf(data.usedBytes, format), total: sizeOf(data.quotaBytes, format) })
  return (
    <Panel title={t('Stored files')} {...(note ? { note } : {})}>
      {error && !data ? <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton variant="rounded" height={160} /> : null}
      {data?.items.length === 0 ? <Typography color="textSecondary">{t('Nothing is stored yet.')}</Typography> : null}
      {data && data.awaited > 0 ? (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {t('Announced and not sent yet: {{figure}}', { figure: format.number(data.awaited) })}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data?.items.map(({ kind, owner, files, bytes }) => (
          <Box
            component="li"
            key={`${kind} ${owner}`}
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto 76px', columnGap: 1.5, alignItems: 'baseline' }}
          >
            <Typography noWrap>{`${t(kindNames[kind])} · ${ownerOf(owner)}`}</Typography>
            <Typography variant="caption" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {t('Files: {{figure}}', { figure: format.number(files) })}
            </Typography>
            <Typography sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{sizeOf(bytes, format)}</Typography>
            <Box aria-hidden sx={{ gridColumn: '1 / -1', height: 4, borderRadius: 2, mt: 0.5, bgcolor: gaugeColours.track, overflow: 'hidden' }}>
              <Box sx={{ height: '100%', width: `${(bytes / most) * 100}%`, bgcolor: gaugeColours.delivered }} />
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
