// Planned events by village and week: a strip for each village, greener the more was done in time, with the number of what was late. On
// a narrow screen the weeks around today are drawn. A village opens its planned events, a late week those of that week.
import Box from '@mui/material/Box'
import { addDays } from '#domain/kernel/day.ts'
import type { VillageSteps } from '#domain/reports/season-charts-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { linkOf } from './opens.ts'
import { mondayOf, type StripWeek, shadeOf, shades, weeksShown } from './plan-weeks.ts'

const [cell, gap, names] = [17, 3, 118] as const
const mostVillages = 9

export function PlanStrip({ steps }: { steps: readonly VillageSteps[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const [holder, width] = useWidth(560)
  const today = mondayOf(format.today())
  const weeks = weeksShown(steps, today, Math.max(4, Math.floor((width - names) / (cell + gap))))
  const shown = steps.slice(0, mostVillages)
  const rest = steps.length - shown.length
  return (
    <Panel
      title={t('Planned events, village by week')}
      note={rest > 0 ? t('{{shown}} of {{total}} villages', { shown: shown.length, total: steps.length }) : undefined}
      action={<TextLink {...linkOf(operator, { report: 'practice-adherence' })}>{t('All crops')}</TextLink>}
    >
      <Box ref={holder} sx={{ ...fluidWidth, overflow: 'hidden' }}>
        <Box
          component="table"
          aria-label={t('Planned events, village by week')}
          sx={{
            borderCollapse: 'separate',
            borderSpacing: `${gap}px`,
            ml: `-${gap}px`,
            tableLayout: 'fixed',
            fontSize: 12,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <thead>
            <tr>
              <Box component="th" sx={{ width: names, p: 0 }} />
              {weeks.map((from, at) => (
                <Box
                  component="th"
                  key={from}
                  scope="col"
                  sx={{ width: cell, p: 0, height: 18, fontWeight: 400, color: 'text.secondary', textAlign: 'left', overflow: 'visible', whiteSpace: 'nowrap' }}
                >
                  {at === 0 || from.slice(0, 7) !== weeks[at - 1]?.slice(0, 7) ? (
                    <Box sx={{ width: 0 }}>{weeks.length - at > 1 ? format.shortMonth(from) : ''}</Box>
                  ) : null}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ village, weeks: own }) => {
              const byWeek = new Map(own.map((week) => [week.from, week]))
              return (
                <tr key={village}>
                  <Box
                    component="th"
                    scope="row"
                    sx={{
                      p: 0,
                      textAlign: 'left',
                      fontWeight: 400,
                      maxWidth: names,
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                      fontSize: 13,
                    }}
                  >
                    <TextLink
                      {...linkOf(operator, { entity: 'planevent', search: { 'filter[village]': village, sort: 'due' } })}
                      sx={{ color: 'text.primary', fontWeight: 400 }}
                      title={village}
                    >
                      {village}
                    </TextLink>
                  </Box>
                  {weeks.map((from) => (
                    <Cell key={from} from={from} village={village} week={byWeek.get(from)} isNow={from === today} />
                  ))}
                </tr>
              )
            })}
          </tbody>
        </Box>
      </Box>
      <Box
        component="ul"
        aria-label={t('Legend')}
        sx={{ listStyle: 'none', m: 0, mt: 0.75, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, fontSize: 12.5, color: 'text.secondary' }}
      >
        {(
          [
            [shades.busy, t('In time, darker is busier')],
            [shades.some, t('Up to a third late')],
            [shades.many, t('More late')],
            [shades.planned, t('To come')],
          ] as const
        ).map(([colour, words]) => (
          <Box component="li" key={colour} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box
              aria-hidden
              component="span"
              sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: colour, border: colour === shades.planned ? `1px solid ${neutral.edge}` : 'none' }}
            />
            {words}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

function Cell({ from, village, week, isNow }: { from: string; village: string; week: StripWeek | undefined; isNow: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { colour, ink } = shadeOf(week)
  const words = week
    ? t('{{village}}, week of {{day}}: {{onTime}} in time, {{late}} late, {{open}} to come', {
        village,
        day: format.date(from),
        onTime: week.onTime,
        late: week.late,
        open: week.due + week.planned,
      })
    : undefined
  return (
    <Box
      component="td"
      title={words}
      sx={{
        p: 0,
        width: cell,
        height: 20,
        borderRadius: '3px',
        bgcolor: colour,
        textAlign: 'center',
        lineHeight: '20px',
        outline: isNow ? `2px solid ${neutral.ink}` : 'none',
        outlineOffset: '-1px',
      }}
    >
      {week && week.late > 0 ? (
        <TextLink
          {...linkOf(operator, {
            entity: 'planevent',
            search: { 'filter[village]': village, 'filter[status]': 'DONE_LATE,MISSED', 'filter[due][gte]': from, 'filter[due][lte]': addDays(from, 6) },
          })}
          aria-label={words}
          sx={{ color: ink, display: 'block', fontSize: 11.5, fontWeight: 600 }}
        >
          {week.late > 99 ? '99' : format.number(week.late)}
        </TextLink>
      ) : null}
    </Box>
  )
}
