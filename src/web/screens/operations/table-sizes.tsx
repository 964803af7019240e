// What takes room: the largest tables of this programme, counted when the page asks.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { findEntity } from '#domain/entities.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useTableSizes } from './queries.ts'
import { sizeOf } from './sizes.ts'

/** Tables that are no record's; every other shows the name of its records, or its own. */
const tableNames: Readonly<Record<string, string>> = {
  event: /* i18n */ 'Events',
  search_token: /* i18n */ 'Words for the search',
  ledger_entry: /* i18n */ 'Movements of lots',
  lot_link: /* i18n */ 'Links between lots',
  lot_origin: /* i18n */ 'Origins of lots',
  flag: /* i18n */ 'Findings',
  idempotency: /* i18n */ 'Answers stored for repeated calls',
  file_content: /* i18n */ 'Bytes of files',
  file: /* i18n */ 'Files',
  file_use: /* i18n */ 'Uses of files',
  awaited_file: /* i18n */ 'Files that devices have announced',
  lot_unit: /* i18n */ 'Numbers of bales',
  parcel_cell: /* i18n */ 'Plots on the map',
  parcel_count: /* i18n */ 'Plots on the map, counted',
  picture: /* i18n */ 'Pictures',
  session_token: /* i18n */ 'Open sessions',
  tenant_change: /* i18n */ 'Changes of the settings',
  import_job: /* i18n */ 'Imports',
  import_line: /* i18n */ 'Rows of imports',
  import_part: /* i18n */ 'Files of imports',
  import_set: /* i18n */ 'Steps of imports',
  export_job: /* i18n */ 'Exports',
  report_run: /* i18n */ 'Stored reports',
  report_schedule: /* i18n */ 'Scheduled reports',
  report_schedule_change: /* i18n */ 'Changes of scheduled reports',
  outbox: /* i18n */ 'Occasions of messages',
  delivery: /* i18n */ 'Messages',
  notification_setting: /* i18n */ 'Settings of notifications',
  known_device: /* i18n */ 'Devices people signed in on',
  api_key: /* i18n */ 'API keys',
  push_subscription: /* i18n */ 'Browsers that are notified',
  push_key: /* i18n */ 'Key of notifications',
  mail: /* i18n */ 'Mail',
  clock_failure: /* i18n */ 'What the clock will try again',
  counter: /* i18n */ 'Counters',
}

export function TableSizes() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useTableSizes()
  const most = Math.max(1, ...(data?.items ?? []).map(({ bytes }) => bytes))
  return (
    <Panel title={t('Rows')} note={t('The largest tables of this programme; sizes are about right')}>
      {error && !data ? <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton variant="rounded" height={160} /> : null}
      {data?.items.length === 0 ? <Typography color="textSecondary">{t('Nothing is stored yet.')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data?.items.map(({ table, rows, bytes }) => {
          const entity = findEntity(table)
          return (
            <Box component="li" key={table} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto 76px', columnGap: 1.5, alignItems: 'baseline' }}>
              <Typography noWrap>{entity ? t(entity.plural) : tableNames[table] ? t(tableNames[table]) : table}</Typography>
              <Typography variant="caption" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {t('{{figure}} rows', { figure: format.number(rows) })}
              </Typography>
              <Typography sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{bytes > 0 ? sizeOf(bytes, format) : '–'}</Typography>
              <Box aria-hidden sx={{ gridColumn: '1 / -1', height: 4, borderRadius: 2, mt: 0.5, bgcolor: gaugeColours.track, overflow: 'hidden' }}>
                <Box sx={{ height: '100%', width: `${(bytes / most) * 100}%`, bgcolor: gaugeColours.delivered }} />
              </Box>
            </Box>
          )
        })}
      </Box>
    </Panel>
  )
}
