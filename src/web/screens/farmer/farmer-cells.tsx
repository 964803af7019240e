// The cells of the farmers' list that are more than a field of the farmer: plots, claim, approval, kilograms, last visit.
import type { ReactNode } from 'react'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import type { FarmerCrop, FarmerPlots, FarmerSummary } from '#domain/people/farmers-summary-answer.ts'
import { riskClasses } from '#domain/rules/risk.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimTone } from '#web/map/map-shape.ts'
import { claimColours } from '#web/theme/tokens.ts'
import { KgGauge } from '#web/ui/kg-gauge.tsx'
import { Bone } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { approvalOf } from './approval.ts'
import './farmer-cells.css'
import { useFarmerSummary } from './farmers-summary.tsx'

/** What is known of a row, drawn; a pale bar while it is on its way, a dash when there is nothing to say. */
function Known({ row, draw }: RowProps & { draw: (summary: FarmerSummary) => ReactNode }) {
  const summary = useFarmerSummary(row.id)
  if (summary === undefined) return <Bone width="70%" centred />
  return (summary && draw(summary)) || <Nothing />
}

export function PlotsCell({ row }: RowProps) {
  const format = useFormat()
  return <Known row={row} draw={({ plots }) => plots && format.number(plots.count)} />
}

export function AreaCell({ row }: RowProps) {
  const format = useFormat()
  return <Known row={row} draw={({ plots }) => plots && plots.count > 0 && format.ha(plots.areaHa)} />
}

export function ClaimCell({ row }: RowProps) {
  return <Known row={row} draw={({ plots }) => plots && plots.count > 0 && <ClaimBar plots={plots} />} />
}

/** The area of the plots by claim, and the one word for it. */
export function ClaimBar({ plots: { claims: parts, areaHa } }: { plots: FarmerPlots }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = (claim: Claim | null) => (claim ? t(claims[claim][0]) : t('No organic status yet'))
  const [first, ...others] = parts
  const words = others.length ? t('Mixed') : first ? nameOf(first.claim) : ''
  return (
    <span className="claim-bar" title={parts.map(({ claim, areaHa: ha }) => `${nameOf(claim)} ${format.ha(ha)}`).join(', ')}>
      <span aria-hidden>
        {parts.map(({ claim, areaHa: ha }) => (
          <i key={claim} style={{ backgroundColor: claimColours[claimTone(claim)], flexGrow: areaHa > 0 ? ha / areaHa : 1 }} />
        ))}
      </span>
      <span>{words}</span>
    </span>
  )
}

export function ApprovalCell({ row }: RowProps) {
  return <Known row={row} draw={({ approval }) => <Approval status={row.status} approval={approval} />} />
}

export function Approval({ status, approval }: { status: string; approval: FarmerSummary['approval'] }) {
  const { t } = useTranslation()
  const { label, tone } = approvalOf(status, approval)
  return <StatusChip tone={tone} label={t(label)} />
}

export function KilogramsCell({ row }: RowProps) {
  return <Known row={row} draw={({ crops: [main, ...others] }) => main && <Delivered crop={main} others={others} />} />
}

/** Delivered of the estimate, or of the ceiling where nobody has estimated, over the gauge; other crops by their number. */
function Delivered({ crop, others }: { crop: FarmerCrop; others: readonly FarmerCrop[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { of, share } = expected(crop)
  return (
    <div title={others.length ? format.list([crop, ...others].map(({ name }) => t(name))) : undefined}>
      <div className="delivered">
        <span>
          <DeliveredOf crop={crop} of={of} />
          {others.length ? ` +${others.length}` : ''}
        </span>
        <span>{share === null ? '' : format.wholeShare(share)}</span>
      </div>
      <Gauge crop={crop} />
    </div>
  )
}

/** What the deliveries are measured against (kg), and how much of it came. */
export function expected({ estimatedKg, capKg, purchasedKg }: FarmerCrop): { of: number | null; share: number | null } {
  const of = estimatedKg ?? capKg
  return { of, share: of ? purchasedKg / of : null }
}

export function DeliveredOf({ crop, of }: { crop: FarmerCrop; of: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <strong>{of === null ? format.kg(crop.purchasedKg) : format.mass(crop.purchasedKg)}</strong>
      {of === null ? '' : ` ${t('of {{kg}}', { kg: format.kg(Math.round(of)) })}`}
    </>
  )
}

export const Gauge = ({ crop: { capKg, estimatedKg, harvestedKg, purchasedKg }, height = 6 }: { crop: FarmerCrop; height?: number }) => (
  <KgGauge
    cap={capKg ?? Math.max(estimatedKg ?? 0, harvestedKg)}
    harvested={harvestedKg}
    delivered={purchasedKg}
    estimate={estimatedKg ?? undefined}
    height={height}
  />
)

/** BR-34: its class, and the reasons where it is pointed at. */
export function RiskCell({ row }: RowProps) {
  const { t } = useTranslation()
  return (
    <Known
      row={row}
      draw={({ risk }) =>
        risk && (
          <span title={risk.reasons.map(({ message }) => t(message)).join(' ')}>
            <StatusChip tone={riskClasses[risk.riskClass][1]} label={t(riskClasses[risk.riskClass][0])} />
          </span>
        )
      }
    />
  )
}

export function LastVisitCell({ row }: RowProps) {
  const format = useFormat()
  return <Known row={row} draw={({ lastVisitOn }) => lastVisitOn && <span className="one-line">{format.recentDay(lastVisitOn)}</span>} />
}
