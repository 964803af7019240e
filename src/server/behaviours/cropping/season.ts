// Closing a season: no submission open, estimates approved, crops closed, deliveries reconciled and stock counted first (BR-28).

import { can } from '#domain/access.ts'
import type { NeededStep } from '#domain/cropping/season-closing.ts'
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { counted, type Message, phrase, sentences } from '#domain/messages/message.ts'
import { type ClosedSeason, openSteps } from '../../queries/season-closing.ts'
import { defineBehaviour, guardedBy, type Scope } from '../../scope.ts'
import { isBeforeReplacement } from '../../store/step.ts'
import { closedSeason, openSeason } from '../open-season.ts'
import { settlePlansOfSeason } from './crop-plans.ts'

/** What a refusal says of a step. */
const refusalOf: Readonly<Record<NeededStep, (n: number) => Message>> = {
  SUBMISSIONS: (n) => phrase`${counted(n)} submissions for this season are not decided yet.`,
  ESTIMATES: (n) => phrase`${counted(n)} estimates of this season wait for approval.`,
  CROPS: (n) => phrase`${counted(n)} crops of this season are not closed yet.`,
  DELIVERIES: (n) => phrase`${counted(n)} harvests of this season are not bought, kept or lost in full.`,
  STOCK: (n) => phrase`${counted(n)} lots of this season in stock are not counted for the closing.`,
}
const figureOf: Readonly<Record<NeededStep, string>> = {
  SUBMISSIONS: 'openSubmissions',
  ESTIMATES: 'openEstimates',
  CROPS: 'openCrops',
  DELIVERIES: 'openDeliveries',
  STOCK: 'uncountedLots',
}

/** BR-28. The season is locked: what is recorded in it at the same moment was counted, or finds it closed. */
async function refuseUnfinished(scope: Scope, season: ClosedSeason): Promise<void> {
  const steps = await openSteps(scope, season)
  const against = steps.filter(({ open }) => open > 0)
  if (against.length === 0) return
  const figures = Object.fromEntries(steps.map(({ step, open }) => [figureOf[step], open]))
  throw ruleBlocked('BR-28', sentences(against.map(({ step, open }) => refusalOf[step](open))), figures)
}

export const seasonBehaviour = defineBehaviour(entityOf('season'), {
  // Steps that are counted from the season's first day.
  written: async (scope, { before, after }) =>
    void (before && before.startDate !== after.startDate && (await settlePlansOfSeason(scope, after.id, { unsown: false }))),
  continuedBy: async (_scope, { status, title }) => (status === 'CLOSED' ? closedSeason(title) : null),
  events: {
    // Of a closed season also for a day before, and not taken back.
    ONSET_DECLARED: guardedBy(async (scope, { subject }) => void (await openSeason(scope, subject.id)), {
      settle: (scope, { subject }) => settlePlansOfSeason(scope, subject.id, { unsown: true }),
    }),
    SEASON_CLOSED: { apply: (scope, { subject }) => refuseUnfinished(scope, subject) },
    // Taken back, the season is closed again; with another reason it stays open.
    SEASON_REOPENED: { checkVoid: async (scope, { subject }) => void (isBeforeReplacement(scope) || (await refuseUnfinished(scope, subject))) },
  },
  // For whoever may close it: what stands against it.
  view: async (scope, row) =>
    row.status === 'OPEN' && can(scope.user, 'season', 'A') ? { against: (await openSteps(scope, row)).filter(({ open }) => open > 0) } : {},
  notYet: ({ against }) => (Array.isArray(against) && against.length ? ['SEASON_CLOSED'] : []),
})
