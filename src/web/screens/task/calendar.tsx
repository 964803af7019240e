// The list of tasks by the days they are due, a month or a week at a time. The day chosen is in the address; its tasks are under the calendar, which on a
// phone has room for their number alone.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useListState } from '#web/engine/list/list-state.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { CheckOutlined as Check } from '#web/icons/check-outlined.ts'
import { ChevronLeftOutlined as Back } from '#web/icons/chevron-left-outlined.ts'
import { ChevronRightOutlined as On } from '#web/icons/chevron-right-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { isOver } from '../due.tsx'
import { isDay, type Span, steppedBy, weeksOf } from './calendar-days.ts'
import { narrowedTo } from './narrowed.ts'
import { TaskLine } from './task-line.tsx'

const atOnce = 200
/** Names of tasks in the cell of a day; the others are under the calendar. */
const namesIn: Record<Span, number> = { month: 3, week: 12 }
const none: readonly RecordAnswer[] = []

export function TaskCalendar({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { shown } = useListState(entity)
  const today = format.today()
  const day = isDay(shown.at) ? shown.at : today
  const span: Span = shown.span === 'week' ? 'week' : 'month'
  const weeks = weeksOf(day, span)
  const days = weeks.flat()
  const narrowed = narrowedTo(query, { from: days[0] ?? day, until: days.at(-1) ?? day })
  const list = useList(entity.name, { ...(narrowed ?? query), sort: 'dueDate' }, { limit: atOnce, enabled: narrowed !== null })
  const rows = narrowed ? list.items : none
  const byDay = Map.groupBy(rows, (row) => String(row.dueDate).slice(0, 10))
  const show = (change: { at?: string; span?: Span }) =>
    void navigate({ to: '.', replace: true, search: ((search: Record<string, string>) => ({ ...search, ...change })) as never })
  const isLate = (row: RecordAnswer) => !isOver(row.status) && String(row.dueDate).slice(0, 10) < today
  const ofDay = byDay.get(day) ?? none
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: 'short', timeZone: 'UTC' })
  const step = (times: number) => show({ at: steppedBy(day, span, times) })
  const lastShown = String(rows.at(-1)?.dueDate ?? '').slice(0, 10)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label={t('Earlier')} onClick={() => step(-1)}>
          <Back />
        </IconButton>
        <IconButton aria-label={t('Later')} onClick={() => step(1)}>
          <On />
        </IconButton>
        <Typography variant="h2" aria-live="polite" sx={{ fontSize: 18, flex: 1, minWidth: 140, m: 0 }}>
          {span === 'month' ? format.month(day) : `${format.dayOfMonth(days[0] ?? day)} – ${format.fullDate(days[6] ?? day)}`}
        </Typography>
        <Button variant="outlined" color="inherit" size="small" disabled={day === today} onClick={() => show({ at: today })}>
          {t('Today')}
        </Button>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={span}
          aria-label={t('Span')}
          onChange={(_event, next: Span | null) => {
            if (next) show({ span: next })
          }}
          sx={{ '& .MuiToggleButton-root': { py: '3px', px: 1.25, minHeight: { xs: 44, sm: 32 } } }}
        >
          <ToggleButton value="month">{t('Month')}</ToggleButton>
          <ToggleButton value="week">{t('Week')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {list.error && rows.length === 0 ? (
        <LoadError problem={list.error} title={t('The list could not be loaded')} retry={() => void list.refetch()} />
      ) : (
        <Card component="table" aria-label={t('Calendar')} aria-busy={list.isPending} sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' }}>
          <thead>
            <tr>
              {(weeks[0] ?? []).map((one) => (
                <Box component="th" scope="col" key={one} sx={{ py: 0.75, fontSize: 12.5, fontWeight: 500, color: 'text.secondary' }}>
                  {weekday.format(new Date(`${one}T00:00Z`))}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((one) => (
                  <DayCell
                    key={one}
                    day={one}
                    rows={byDay.get(one) ?? none}
                    isLate={isLate}
                    isToday={one === today}
                    isChosen={one === day}
                    isAside={span === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
                    most={namesIn[span]}
                    onChoose={() => show({ at: one })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </Card>
      )}
      {list.hasNextPage && narrowed ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography role="status">
            {t('{{shown}} of {{total}} tasks are shown, those due until {{day}}.', {
              shown: format.number(rows.length),
              total: format.number(list.total ?? rows.length),
              day: format.dateWithin(lastShown),
            })}
          </Typography>
          <Button variant="outlined" color="inherit" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </Box>
      ) : null}
      <Card component="section" aria-label={format.longDay(day)}>
        <Typography variant="h3" sx={{ fontSize: 15, px: 2, pt: 1.5, pb: 0.5, m: 0 }}>
          {format.longDay(day)}
        </Typography>
        {ofDay.length === 0 ? (
          <Typography color="textSecondary" sx={{ px: 2, pb: 1.5 }}>
            {list.isPending && narrowed ? t('Loading') : t('Nothing is due on this day.')}
          </Typography>
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: '1px solid', borderColor: 'divider' } }}>
            {ofDay.map((row) => (
              <li key={row.id}>
                <TaskLine row={row} refs={list.refs} />
              </li>
            ))}
          </Box>
        )}
      </Card>
    </Box>
  )
}

type DayProps = {
  day: string
  rows: readonly RecordAnswer[]
  isLate: (row: RecordAnswer) => boolean
  isToday: boolean
  isChosen: boolean
  isAside: boolean
  most: number
  onChoose: () => void
}

function DayCell({ day, rows, isLate, isToday, isChosen, isAside, most, onChoose }: DayProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const late = rows.filter(isLate).length
  const words = [format.longDay(day), t('{{count}} tasks', { count: rows.length }), late > 0 ? t('{{count}} overdue', { count: late }) : '']
  return (
    <Box
      component="td"
      sx={{
        p: 0,
        verticalAlign: 'top',
        border: '1px solid',
        borderColor: 'divider',
        height: { xs: 56, sm: 96 },
        bgcolor: isChosen ? 'tone.progress.soft' : isAside ? 'background.default' : 'background.paper',
      }}
    >
      <ButtonBase
        onClick={onChoose}
        aria-pressed={isChosen}
        aria-label={words.filter(Boolean).join(', ')}
        {...(isToday ? { 'aria-current': 'date' as const } : {})}
        sx={{
          width: '100%',
          minHeight: { xs: 56, sm: 30 },
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          justifyContent: { xs: 'center', sm: 'space-between' },
          gap: 0.25,
          px: { xs: 0, sm: 1 },
          font: 'inherit',
          fontSize: 13,
          fontWeight: isToday ? 700 : 400,
          color: isAside ? 'text.secondary' : 'text.primary',
        }}
      >
        <Box component="span" sx={isToday ? { px: 0.75, borderRadius: '10px', bgcolor: 'primary.main', color: 'primary.contrastText' } : {}}>
          {format.number(Number(day.slice(8)))}
        </Box>
        {rows.length > 0 ? (
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.25,
              px: 0.75,
              borderRadius: '10px',
              fontSize: 12,
              lineHeight: '18px',
              bgcolor: late > 0 ? 'tone.error.soft' : 'brand.soft',
              color: late > 0 ? 'tone.error.ink' : 'text.secondary',
            }}
          >
            {late > 0 ? <Warning aria-hidden sx={{ fontSize: 13 }} /> : null}
            {format.number(rows.length)}
          </Box>
        ) : null}
      </ButtonBase>
      <Box component="ul" sx={{ display: { xs: 'none', sm: 'grid' }, gap: 0.25, m: 0, px: 0.75, pb: 0.75, listStyle: 'none' }}>
        {rows.slice(0, most).map((row) => (
          <Box component="li" key={row.id} sx={{ minWidth: 0 }}>
            <TextLink
              to="/private/farmbook/$operator/$entity/$id"
              params={{ operator, entity: 'task', id: row.id }}
              underline="hover"
              title={row.title}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 0.5,
                fontSize: 12.5,
                lineHeight: '20px',
                color: isLate(row) ? 'tone.error.ink' : isOver(row.status) ? 'text.secondary' : 'text.primary',
              }}
            >
              {isLate(row) ? (
                <Warning titleAccess={t('Overdue')} sx={{ fontSize: 13 }} />
              ) : isOver(row.status) ? (
                <Check aria-hidden sx={{ fontSize: 13 }} />
              ) : null}
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {row.title}
              </Box>
            </TextLink>
          </Box>
        ))}
        {rows.length > most ? (
          <li>
            <ButtonBase onClick={onChoose} sx={{ font: 'inherit', fontSize: 12.5, color: 'text.secondary', minHeight: 24 }}>
              {t('{{count}} more', { count: rows.length - most })}
            </ButtonBase>
          </li>
        ) : null}
      </Box>
    </Box>
  )
}
