// Events that move the organic clock of a plot (BR-04, BR-14). The columns are projected by the store; at the end of the step the clock is
// judged as it then is, and the crops that took their claim from it are projected again in the same transaction.

import { entityOf } from '#domain/entities.ts'
import { localDay, monthsBefore } from '#domain/kernel/day.ts'
import { eventLabel, type Finding } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { contradiction, isFindOfProhibited, monthsThatCount, type PlotClock, type PlotFact, plotClock } from '#domain/land/plot-projection.ts'
import { counted, onDay, phrase, type Sentence, word } from '#domain/messages/message.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'
import { cureCaused } from '../certification/caused-findings.ts'
import { settleCropsOfPlot } from '../cropping/crops-of.ts'
import { type InputUse, itemsUsed } from '../cropping/input-permissions.ts'
import { conversionSchemesOf } from './conversion-months.ts'
import { settleSuccessors } from './landparcel-lineage.ts'
import { unconfirmed } from './organic-status.ts'
import { monthsUnconfirmed, plotFactsOf } from './plot-facts.ts'
import { openForInput, requireAgreement } from './prohibited-input.ts'

const landparcel = entityOf('landparcel')
type ClockType = 'CONVERSION_STARTED' | 'CONVERSION_CONFIRMED' | 'RETRO_CONFIRMED' | 'CONVERSION_RESET' | 'CONVERSION_RESET_LIFTED' | 'PROHIBITED_INPUT_FOUND'
type Recorded<K extends ClockType> = EventChange<typeof landparcel, K>['event']
type ClockEvent<K extends ClockType> = {
  /** Refuses what the event itself says wrongly. */
  check?(scope: Scope, event: Recorded<K>): void
  /** Refuses what does not fit what else is recorded of the plot. `others`: the clock without this event. */
  fits?(event: Recorded<K>, facts: readonly PlotFact[], clocks: { all: PlotClock; others: PlotClock }): void
  /** What is to be known of the plot. */
  found?(event: Recorded<K>): Finding
  /** What is to be known of a crop whose claim falls because of it. */
  onCrops(event: Recorded<K>): Finding
  mayTakeBack?(scope: Scope, change: EventChange<typeof landparcel, K>): Promise<void>
}

const clockEvent = <K extends ClockType>({ check, fits, found, onCrops, mayTakeBack }: ClockEvent<K>): EventBehaviour<typeof landparcel, K> => ({
  async apply(scope, { event, flag }) {
    check?.(scope, event)
    if (found) flag(found(event))
  },
  checkVoid: async (scope, change) => mayTakeBack?.(scope, change),
  settle: (scope, { subject, event }, isVoided) =>
    judgeLater(scope, subject.id, event.id, onCrops(event), isVoided || !fits ? undefined : (facts, clocks) => fits(event, facts, clocks)),
})

/** At the end of the step: the clock as all recorded events say, without contradiction; what it leaves to be known; the crops. */
const judgeLater = (
  scope: Scope,
  parcelId: string,
  eventId: string,
  onCrops: Finding,
  fits: ((facts: readonly PlotFact[], clocks: { all: PlotClock; others: PlotClock }) => void) | undefined,
): Promise<void> =>
  atEndOfStep(scope, `clock of ${parcelId}`, async () => {
    const facts = await plotFactsOf(scope, parcelId)
    refuseContradiction(facts, eventId)
    const options = { monthsUnconfirmed: monthsUnconfirmed(scope) }
    const others = facts.filter(({ id }) => id !== eventId)
    fits?.(facts, { all: plotClock(facts, options), others: plotClock(others, options) })
    const [parcel] = await recordsById(scope, landparcel, [parcelId], { lock: true })
    const pending = parcel && unconfirmed(parcel)
    await projectFlags(scope, landparcel, parcelId, ['BR-04'], pending ? [{ ...pending, eventId: null }] : [])
    const cause = { eventId, finding: onCrops }
    await settleCropsOfPlot(scope, parcelId, cause)
    // A plot that was divided or joined lives on in others.
    if (parcel?.status === 'RETIRED') await settleSuccessors(scope, parcelId, cause)
  })

function refuseContradiction(facts: readonly PlotFact[], eventId: string): void {
  const broken = contradiction(facts)
  if (!broken) return
  if (broken.fact.id === eventId) throw fieldProblem('data.resetOn', 'rule', broken.message)
  throw new Problem('STATE_CONFLICT', {
    message: phrase`“${word(eventLabel(landparcel, broken.fact.eventType))}” of ${onDay(String(broken.fact.data.resetOn))} builds on this. Take that back first.`,
    figures: { eventId: broken.fact.id, eventType: broken.fact.eventType },
  })
}

const notLater = (scope: Scope, path: string, day: string): void => {
  if (day > localDay(scope)) throw fieldProblem(path, 'max', 'This lies in the future.')
}
const clockMoved = (message: Sentence, figures: Record<string, unknown>): Finding => ({ ruleId: 'BR-04', severity: 'REVIEW', message, figures })

export const conversionStarted: EventBehaviour<typeof landparcel, 'CONVERSION_STARTED'> = {
  async complete(scope, { operatorId }, { data: { startedOn } }) {
    const months = (await conversionSchemesOf(scope, [operatorId]))(operatorId, startedOn)
    return { monthsAnnual: months?.ANNUAL ?? null, monthsPerennial: months?.PERENNIAL ?? null }
  },
  ...clockEvent<'CONVERSION_STARTED'>({
    check(scope, { data: { startedOn, retroMonths, retroDocument } }) {
      notLater(scope, 'data.startedOn', startedOn)
      if (retroMonths && !retroDocument) throw fieldProblem('data.retroDocument', 'required', 'Recognised months need the certification body’s document.')
    },
    fits({ data }, _facts, { others }) {
      const known = others.conversionStart
      if (known && data.startedOn < known)
        throw fieldProblem('data.startedOn', 'rule', phrase`In the scheme since ${onDay(known)} already. Take that back to correct it.`)
    },
    onCrops: ({ data }) =>
      clockMoved(phrase`The plot’s conversion was said to start on ${onDay(data.startedOn)}: the claim is worked out from there.`, {
        startedOn: data.startedOn,
      }),
  }),
}

/** A start long ago is the manager's word until the certification body has confirmed just this day. */
export const conversionConfirmed = clockEvent<'CONVERSION_CONFIRMED'>({
  fits({ id }, facts, { all }) {
    const alone = plotClock(
      facts.filter((fact) => fact.eventType !== 'CONVERSION_CONFIRMED' || fact.id === id),
      { monthsUnconfirmed: 0 },
    )
    if (alone.startConfirmedAt) return
    const known = all.conversionStart
    throw fieldProblem('data.startedOn', 'rule', known ? phrase`The manager says ${onDay(known)}.` : 'This plot is not in the scheme.')
  },
  onCrops: ({ data }) => clockMoved('The start of conversion is no longer confirmed.', { startedOn: data.startedOn }),
})

/** 3.3: months recognised before the scheme are the manager's word until the certification body has confirmed just these. */
export const retroConfirmed = clockEvent<'RETRO_CONFIRMED'>({
  fits({ data }, _facts, { all: { retroConfirmedAt, retroMonths } }) {
    if (retroConfirmedAt && retroMonths === data.retroMonths) return
    throw fieldProblem(
      'data.retroMonths',
      'rule',
      retroMonths ? phrase`The manager asks for ${counted(retroMonths)} months.` : 'The manager asks for no recognised months on this plot.',
    )
  },
  onCrops: ({ data }) => clockMoved('The months recognised before are no longer confirmed.', { retroMonths: data.retroMonths }),
})

export const conversionReset: EventBehaviour<typeof landparcel, 'CONVERSION_RESET'> = {
  ...clockEvent<'CONVERSION_RESET'>({
    check: (scope, { data }) => notLater(scope, 'data.resetOn', data.resetOn),
    onCrops: ({ data }) => clockMoved(phrase`Conversion of the plot starts again on ${onDay(data.resetOn)}: ${data.cause}`, { resetOn: data.resetOn }),
  }),
  // By a sanction: it is lifted, or taken back, there.
  withCause: true,
}

export const conversionResetLifted = clockEvent<'CONVERSION_RESET_LIFTED'>({
  onCrops: ({ data }) => clockMoved(phrase`The sanction by non-conformity ${data.ref ?? ''} was lifted: conversion of the plot counts as before.`, {}),
})

/** BR-14: the organic clock of the plot starts again on the day after; crops that stood there, and their lots, lose the claim. */
const onClock = clockEvent<'PROHIBITED_INPUT_FOUND'>({
  check: (scope, { data }) => notLater(scope, 'data.usedOn', data.usedOn),
  found: ({ data }) => ({
    ruleId: 'BR-14',
    severity: 'REVIEW',
    message: phrase`A prohibited input was used on ${onDay(data.usedOn)}: conversion counts from the day after. Crops that stood there lost their claim; their lots need a decision.`,
    figures: { usedOn: data.usedOn, itemId: data.itemId },
  }),
  onCrops: ({ data }) => ({
    ruleId: 'BR-14',
    severity: 'REVIEW',
    message: phrase`A prohibited input was used on the plot on ${onDay(data.usedOn)}: the claim is worked out from the day after.`,
    figures: { usedOn: data.usedOn, itemId: data.itemId },
  }),
  mayTakeBack: (scope, { subject, event }) => requireAgreement(scope, subject.id, { itemId: event.data.itemId, usedOn: event.data.usedOn }, event),
})

/**
 * BR-14: a critical non-conformity besides, which the certification body closes; taken back with the event. What the list allowed on that day is no find;
 * on what it does not say somebody decides, and nothing moves until then.
 */
export const prohibitedInputFound: EventBehaviour<typeof landparcel, 'PROHIBITED_INPUT_FOUND'> = {
  async complete(scope, _subject, { data: { itemId, usedOn, causeEventId }, occurredAt }) {
    // What follows from a treatment was looked at there.
    return { permission: causeEventId ? 'PROHIBITED' : await permissionOn(scope, itemId, usedOn, occurredAt) }
  },
  async apply(scope, change) {
    const { itemId, usedOn, permission } = change.event.data
    if (usedOn < monthsBefore(localDay(scope), monthsThatCount)) throw fieldProblem('data.usedOn', 'min', 'This is too long ago to change a claim.')
    notLater(scope, 'data.usedOn', usedOn)
    if (permission === 'ALLOWED') throw fieldProblem('data.itemId', 'rule', 'The list of inputs allowed this one on that day.')
    if (isFindOfProhibited(change.event)) {
      await onClock.apply?.(scope, change)
      return openForInput(scope, change.subject, change.event)
    }
    change.flag({
      ruleId: 'BR-14',
      severity: 'REVIEW',
      message: phrase`An input was used on ${onDay(usedOn)} that the list of inputs does not prohibit outright. Decide on it there; if it was prohibited, record the find again.`,
      figures: { usedOn, itemId },
    })
  },
  checkVoid: async (scope, change) => (isFindOfProhibited(change.event) ? onClock.checkVoid?.(scope, change) : undefined),
  async settle(scope, change, isVoided) {
    if (!isFindOfProhibited(change.event)) return
    await onClock.settle?.(scope, change, isVoided)
    if (isVoided) await cureCaused(scope, change.event.id, 'The prohibited input that it was about was recorded in error.')
  },
}

/** At the end of the day of use; where the list says so only since, of the moment of recording. */
async function permissionOn(scope: Scope, itemId: string, usedOn: string, occurredAt: string): Promise<InputUse['permission']> {
  const endOfDay = localDay(scope, occurredAt) === usedOn ? occurredAt : `${usedOn}T23:59:59.999Z`
  const [use] = await itemsUsed(scope, [{ itemId, occurredAt: endOfDay, recordedAt: scope.now.toISOString() }])
  return use?.permission ?? 'UNKNOWN'
}
