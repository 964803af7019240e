// Events that move the organic clock of a plot (BR-04, BR-14): the columns are projected from all of them, recording and taking
// back alike, and the crops that took their claim from the clock are worked out again in the same transaction.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { eventLabel, type Finding, type RecordedEvent, type Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { contradiction, type PlotFact, plotClock } from '#domain/land/plot-projection.ts'
import { placeOf, placeParcel } from '../../map/cells.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { closeFlagsOfRules, saveFlags } from '../../store/flags.ts'
import { settleCropsOfPlot } from '../cropping/crop-claims.ts'
import { unconfirmed } from './organic-status.ts'
import { clockFields, plotFactsOf, projectPlot } from './plot-facts.ts'
import { requireAgreement } from './prohibited-input.ts'

const landparcel = entityOf('landparcel')
type ClockEvent = {
  /** Refuses what the event itself says wrongly. `before`: the plot as it was. */
  check?(scope: Scope, change: EventChange): void | Promise<void>
  /** Refuses what does not fit the plot as projected with the event. */
  fits?(subject: Row, event: RecordedEvent, facts: readonly PlotFact[]): void
  /** What is to be known of the plot. */
  found?(event: RecordedEvent): Finding
  /** What is to be known of a crop whose claim falls because of it. */
  onCrops(event: RecordedEvent): Finding
  mayTakeBack?(scope: Scope, change: EventChange): Promise<void>
}

const clockEvent = ({ check, fits, found, onCrops, mayTakeBack }: ClockEvent): EventBehaviour => ({
  async apply(scope, change) {
    const { subject, event, flag } = change
    await check?.(scope, change)
    const before = placeOf({ ...subject, status: 'MAPPED' })
    const facts = await project(scope, subject, event)
    fits?.(subject, event, facts)
    await closeFlagsOfRules(scope, landparcel, subject.id, ['BR-04'], 'The clock was worked out again')
    for (const finding of [found?.(event), unconfirmed(subject)]) if (finding) flag(finding)
    await placeParcel(scope, before, placeOf(subject))
    await settleCropsOfPlot(scope, subject.id, { eventId: event.id, finding: onCrops(event) }, await cropOf(scope, event))
  },
  async undo(scope, change) {
    const { subject, event } = change
    await mayTakeBack?.(scope, change)
    const before = placeOf({ ...subject, status: 'MAPPED' })
    await project(scope, subject, event)
    await closeFlagsOfRules(scope, landparcel, subject.id, ['BR-04'], 'The clock was worked out again')
    const pending = unconfirmed(subject)
    if (pending) await saveFlags(scope, landparcel, subject.id, [pending], { eventId: null })
    await placeParcel(scope, before, placeOf(subject))
    await settleCropsOfPlot(scope, subject.id, { eventId: event.id, finding: onCrops(event) })
  },
})

/** The clock as all recorded events say; refuses what contradicts them, by name. */
async function project(scope: Scope, subject: Row, event: RecordedEvent): Promise<PlotFact[]> {
  const facts = await plotFactsOf(scope, subject.id)
  const broken = contradiction(facts)
  if (broken?.fact.id === event.id) throw fieldProblem('data.resetOn', 'rule', broken.message)
  if (broken)
    throw new Problem('STATE_CONFLICT', {
      message: `“${eventLabel(landparcel, broken.fact.eventType)}” of ${broken.fact.data.resetOn} builds on this. Take that back first.`,
      figures: { eventId: broken.fact.id, eventType: broken.fact.eventType },
    })
  projectPlot(scope, subject, facts, clockFields)
  return facts
}

/** The crop whose own event caused this one: it is written by that event. */
async function cropOf(scope: Scope, { data }: RecordedEvent): Promise<string | null> {
  if (!data.causeEventId) return null
  const cause = await scope.db
    .selectFrom('event')
    .select(['subject_type', 'subject_id'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', data.causeEventId as string)
    .executeTakeFirst()
  return cause?.subject_type === 'crop' ? (cause.subject_id as string) : null
}

const notLater = (scope: Scope, path: string, day: unknown): void => {
  if ((day as string) > localDay(scope)) throw fieldProblem(path, 'max', 'This lies in the future.')
}
const clockMoved = (message: string, figures: Record<string, unknown>): Finding => ({ ruleId: 'BR-04', severity: 'REVIEW', message, figures })

export const conversionStarted = clockEvent({
  check(scope, { subject, event }) {
    const { startedOn, retroMonths, retroDocument } = event.data as { startedOn: string; retroMonths?: number | null; retroDocument?: string | null }
    notLater(scope, 'data.startedOn', startedOn)
    if (retroMonths && !retroDocument) throw fieldProblem('data.retroDocument', 'required', 'Recognised months need the certification body’s document.')
    const known = subject.conversionStart as string | null
    if (known && startedOn < known) throw fieldProblem('data.startedOn', 'rule', `In the scheme since ${known} already. Take that back to correct it.`)
  },
  onCrops: ({ data }) =>
    clockMoved(`The plot’s conversion was said to start on ${data.startedOn}: the claim is worked out from there.`, { startedOn: data.startedOn }),
})

/** A start long ago is the manager's word until the certification body has confirmed just this day. */
export const conversionConfirmed = clockEvent({
  fits(subject, { id }, facts) {
    const alone = plotClock(
      facts.filter((fact) => fact.eventType !== 'CONVERSION_CONFIRMED' || fact.id === id),
      { monthsUnconfirmed: 0 },
    )
    if (alone.startConfirmedAt) return
    const known = subject.conversionStart
    throw fieldProblem('data.startedOn', 'rule', known ? `The manager says ${known}.` : 'This plot is not in the scheme.')
  },
  onCrops: ({ data }) => clockMoved('The start of conversion is no longer confirmed.', { startedOn: data.startedOn }),
})

/** 3.3: months recognised before the scheme are the manager's word until the certification body has confirmed just these. */
export const retroConfirmed = clockEvent({
  fits(subject, { data }) {
    if (subject.retroConfirmedAt && subject.retroMonths === data.retroMonths) return
    throw fieldProblem(
      'data.retroMonths',
      'rule',
      subject.retroMonths ? `The manager asks for ${subject.retroMonths} months.` : 'The manager asks for no recognised months on this plot.',
    )
  },
  onCrops: ({ data }) => clockMoved('The months recognised before are no longer confirmed.', { retroMonths: data.retroMonths }),
})

export const conversionReset = clockEvent({
  check: (scope, { event }) => notLater(scope, 'data.resetOn', event.data.resetOn),
  onCrops: ({ data }) => clockMoved(`Conversion of the plot starts again on ${data.resetOn}: ${data.cause}`, { resetOn: data.resetOn }),
})

/** BR-14: the organic clock of the plot starts again on the day after; crops that stood there, and their lots, lose the claim. */
export const prohibitedInputFound = clockEvent({
  check: (scope, { event }) => notLater(scope, 'data.usedOn', event.data.usedOn),
  found: ({ data }) => ({
    ruleId: 'BR-14',
    severity: 'REVIEW',
    message: `A prohibited input was used on ${data.usedOn}: conversion counts from the day after. Crops that stood there lost their claim; their lots need a decision.`,
    figures: { usedOn: data.usedOn, itemId: data.itemId },
  }),
  onCrops: ({ data }) => ({
    ruleId: 'BR-14',
    severity: 'REVIEW',
    message: `A prohibited input was used on the plot on ${data.usedOn}: the claim is worked out from the day after.`,
    figures: { usedOn: data.usedOn, itemId: data.itemId },
  }),
  mayTakeBack: (scope, { subject, event }) =>
    requireAgreement(scope, subject.id, { itemId: event.data.itemId as string, usedOn: event.data.usedOn as string }, event),
})
