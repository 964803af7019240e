// The months of a time axis in a picture: a line at each first day, and its short name where it fits.
import { useFormat } from '#web/format/use-format.ts'
import { monthsOn } from './diary.ts'

/** Room for the short name of a month, px. */
const nameWidth = 34

type Props = { span: { from: string; to: string }; x: (day: string) => number; left: number; width: number; height: number }

/** `x`: where a day lies, px; `left`: where the axis begins. Where months are narrower than their names, only every second or third is named. */
export function MonthAxis({ span, x, left, width, height }: Props) {
  const format = useFormat()
  const months = monthsOn(span)
  const every = Math.max(1, Math.ceil((nameWidth * months.length) / Math.max(1, width - left)))
  const monthName = new Intl.DateTimeFormat(format.locale, { month: 'short', timeZone: 'UTC' })
  return months.map((month, index) => (
    <g key={month}>
      <line x1={x(month)} x2={x(month)} y1={24} y2={height} stroke="#E2E8E4" />
      {index % every === 0 && x(month) + nameWidth <= width ? (
        <text x={x(month) + 4} y={16} fill="#56625B" fontWeight={500}>
          {monthName.format(new Date(`${month}T00:00Z`))}
        </text>
      ) : null}
    </g>
  ))
}
