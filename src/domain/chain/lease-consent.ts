// Whether the owners of a leased plot have agreed to its certification where they must: the lease ends before the plot is organic (domain dictionary 3.2). Pure.
import { monthsBefore } from '../kernel/day.ts'
import type { Finding } from '../kernel/entity.ts'
import { usualMonths } from '../land/plot-projection.ts'
import { onDay, phrase } from '../messages/message.ts'
import { conversionOf, conversionStart } from './claim.ts'

export type LeasedPlot = Readonly<Record<string, unknown>> & { status: string; tenure: string; leaseTo: string | null; farmerId: string }
/** `farmerId`: the member who owns it, where that is one. */
export type Owner = { farmerId: string | null; consentToCertification: boolean; consentOn: string | null }

/** The first day on which annual crops of the plot are organic (BR-04), while its conversion goes on as it is known; null outside a scheme. */
function organicFrom(plot: LeasedPlot): string | null {
  const conversion = conversionOf(plot)
  const start = conversionStart(conversion)
  return start && monthsBefore(start, -(conversion.months ?? usualMonths).ANNUAL)
}

/** Whether consents are asked for at all, before the owners are read. */
export function needsConsent(plot: LeasedPlot): boolean {
  const organic = plot.tenure === 'LEASED' || plot.tenure === 'SHARECROP' ? organicFrom(plot) : null
  return plot.status !== 'RETIRED' && plot.leaseTo !== null && organic !== null && plot.leaseTo < organic
}

/** `owners`: those whom the plot names; the grower needs no consent of their own. */
export function missingConsent(plot: LeasedPlot, owners: readonly Owner[]): Finding | null {
  const others = owners.filter(({ farmerId }) => farmerId === null || farmerId !== plot.farmerId)
  const isMissing = owners.length === 0 || others.some(({ consentToCertification, consentOn }) => !consentToCertification || !consentOn)
  const organic = organicFrom(plot)
  const { leaseTo } = plot
  if (!needsConsent(plot) || !isMissing || !organic || !leaseTo) return null
  return {
    ruleId: 'BR-31',
    severity: 'WARN',
    message: phrase`The lease ends on ${onDay(leaseTo)}, before this plot is organic on ${onDay(organic)}: enter that its owner agrees to certification, with the day.`,
    figures: { leaseTo, organicFrom: organic },
  }
}
