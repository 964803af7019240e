// The list of plots as their open overlaps: which two, how much ground, how far it has come, whose word is missing and since when. Each leads to the
// case on the map. What the list is narrowed to narrows it, too.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { OpenOverlap } from '#domain/land/overlap-answer.ts'
import { caseStates } from '#domain/land/overlap-case.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { useOpenOverlaps } from './queries.ts'

/** A search is applied by its ids; beyond this many all cases are shown, as the map shows all plots. */
const mostFiltered = 200

export function OverlapList({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const { items: all, error, isAll, retry } = useOpenOverlaps()
  const isNarrowed = query.q !== '' || Object.keys(query.filters).length > 0
  const found = useList(entity.name, query, { limit: mostFiltered, enabled: isNarrowed })
  if (error && !all) return <LoadError problem={error} title={t('The overlaps could not be loaded')} retry={retry} />
  if (!all || (isNarrowed && found.isPending)) return <ListSkeleton rows={5} columns={5} cards={isPhone} />
  const ids = isNarrowed && !found.hasNextPage ? new Set(found.items.map(({ id }) => id)) : null
  const items = ids ? all.filter(({ own, other }) => ids.has(own.id) || (other.id !== null && ids.has(other.id))) : all
  return (
    <Panel flush={items.length > 0}>
      {items.length === 0 && !isAll ? null : items.length === 0 ? (
        <EmptyState
          title={t('No open overlap')}
          reason={ids ? t('None of the plots found lies over another one.') : t('No two plots claim more than 5 % of the same ground.')}
          {...(ids ? { sign: 'search' as const } : {})}
        />
      ) : isPhone ? (
        <Cards items={items} />
      ) : (
        <Rows items={items} />
      )}
      {isAll ? null : error ? (
        <LoadError problem={error} title={t('The overlaps could not be loaded')} retry={retry} />
      ) : (
        <ListSkeleton rows={2} columns={5} cards={isPhone} />
      )}
    </Panel>
  )
}

function Rows({ items }: { items: readonly OpenOverlap[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Table size="small" aria-label={t('Overlaps')} sx={{ '& tr:last-of-type > td': { borderBottom: 0 }, '& td, & th': { px: 2 } }}>
      <TableHead>
        <TableRow>
          <TableCell>{t('Plots')}</TableCell>
          <TableCell align="right">{t('Overlap')}</TableCell>
          <TableCell>{t('Status')}</TableCell>
          <TableCell>{t('Whose turn')}</TableCell>
          <TableCell>{t('Open since')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((one) => (
          <TableRow key={keyOf(one)} sx={{ height: 56 }}>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              <Plots one={one} />
            </TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {format.ha(one.sharedM2 / 10_000)}
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{format.share(one.ratio)}</Box>
            </TableCell>
            <TableCell>
              <StateChip one={one} />
            </TableCell>
            <TableCell>
              <Turn one={one} />
            </TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              <Since one={one} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Cards({ items }: { items: readonly OpenOverlap[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box component="ul" aria-label={t('Overlaps')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map((one) => (
        <Box
          component="li"
          key={keyOf(one)}
          sx={{
            p: 2,
            display: 'grid',
            gap: 1,
            borderBottom: '1px solid',
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
            overflowWrap: 'anywhere',
          }}
        >
          <Plots one={one} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <StateChip one={one} />
            <Turn one={one} />
          </Box>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 13, color: 'text.secondary' }}>
            <span>{t('{{area}}, {{share}} of the smaller plot', { area: format.ha(one.sharedM2 / 10_000), share: format.share(one.ratio) })}</span>
            <Since one={one} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const keyOf = ({ own, other }: OpenOverlap): string => `${own.code} ${other.code}`

/** Fields of two growers are often called alike: the codes say which. The link opens the case, with both plots on the map. */
function Plots({ one: { own, other } }: { one: OpenOverlap }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const name = ({ title, code }: { title: string | null; code: string }) => (title && title !== code ? `${title} (${code})` : code)
  return (
    <Box>
      <TextLink
        to="/private/farmbook/$operator/$entity/$id"
        params={{ operator, entity: 'landparcel', id: own.id }}
        search={{ tab: 'overlaps' } as never}
        sx={{ fontWeight: 600, py: { xs: 0.75, md: 0 }, display: 'inline-block' }}
      >
        {name(own)}
      </TextLink>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {t('with {{name}}', { name: name(other) })}
        {other.operator ? ` · ${other.operator}` : ''}
      </Box>
    </Box>
  )
}

function StateChip({ one }: { one: OpenOverlap }) {
  const { t } = useTranslation()
  const [label, tone] = caseStates[one.state]
  return <StatusChip label={t(label)} tone={tone} />
}

function Turn({ one: { isYours, turn, own } }: { one: OpenOverlap }) {
  const { t } = useTranslation()
  if (isYours) return <ToneText tone="error" label={t('Your turn')} />
  return <ToneText label={turn === 'BOTH' ? t('Both sides') : turn === 'OTHER' ? t('The other side') : own.code} />
}

function Since({ one: { since } }: { one: OpenOverlap }) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = format.dayOf(since)
  const days = -format.daysFromToday(day)
  return <span title={format.fullDate(day)}>{days > 0 ? t('{{count}} days', { count: days }) : t('Today')}</span>
}
