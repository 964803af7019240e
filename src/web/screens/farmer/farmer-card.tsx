// A farmer on a phone's list: who and where, this season's approval, the kilograms, and what is open or when somebody was there.
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Bone } from '#web/ui/skeletons.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { Approval, DeliveredOf, expected, Gauge } from './farmer-cells.tsx'
import { useFarmerSummary } from './farmers-summary.tsx'

export function FarmerCard({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const summary = useFarmerSummary(row.id)
  const plots = summary?.plots
  const crop = summary?.crops[0]
  const finding = row.flags?.[0]
  const under = [
    row.localName,
    row.village,
    plots ? t('{{count}} plots', { count: plots.count }) : '',
    plots && plots.count > 0 ? format.ha(plots.areaHa) : '',
  ].filter((words): words is string => typeof words === 'string' && words !== '')
  return (
    <>
      <div className="card-head">
        <div>
          <div className="card-name">{row.title}</div>
          <div className="under">{under.join(' · ') || row.code}</div>
        </div>
        <div>{summary === undefined ? <Bone width={80} /> : <Approval status={row.status} approval={summary?.approval ?? null} />}</div>
      </div>
      <div className="farmer-facts">
        {crop ? (
          <span>
            <DeliveredOf crop={crop} of={expected(crop).of} />
          </span>
        ) : null}
        <span>{finding || !summary?.lastVisitOn ? '' : t('visited {{date}}', { date: format.recentDay(summary.lastVisitOn) })}</span>
      </div>
      {crop ? <Gauge crop={crop} height={8} /> : null}
      {finding ? (
        <div className="card-finding">
          <ToneText tone={finding.severity === 'INFO' ? 'progress' : 'pending'} label={t(finding)} />
        </div>
      ) : null}
    </>
  )
}
