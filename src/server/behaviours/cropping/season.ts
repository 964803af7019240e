// The onset of the monsoon, which moves planned sowings (M11). Closing a season: no submission open, estimates approved, crops closed, deliveries reconciled and stock counted first (BR-28).

import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import type { NeededStep } from '#domain/cropping/season-closing.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays } from '#domain/kernel/day.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { counted, type Message, onDay, phrase, sentences } from '#domain/messages/message.ts'
import { type ClosedSeason, openSteps } from '../../queries/season-closing.ts'
import { defineBehaviour, type EventChange, guardedBy, type Scope } from '../../scope.ts'
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

/** Rain may come so many days before the season's first day (assumption). */
const earliestOnset = 60

/** Declared for days in the season or shortly before it, and for villages where somebody farms. */
async function checkOnset(scope: Scope, { subject, event }: EventChange<ReturnType<typeof entityOf<'season'>>, 'ONSET_DECLARED'>): Promise<void> {
  const { onsetOn, expectedOn, villages } = event.data
  const first = addDays(subject.startDate, -earliestOnset)
  for (const [field, day] of Object.entries({ onsetOn, expectedOn }))
    if (day < first || day > subject.endDate)
      throw fieldProblem(`data.${field}`, day < first ? 'min' : 'max', phrase`Between ${onDay(first)} and ${onDay(subject.endDate)}.`)
  if (villages.length === 0) return
  const { rows } = await sql<{
    village: string
    place: number
  }>`select v.village, v.place - 1 as place from unnest(${villages}::text[]) with ordinality as v (village, place)
    where not exists (select from farmer as f where f.tenant_id = ${scope.tenant.id} and f.deleted_at is null and f.village = v.village) order by v.place limit 1`.execute(
    scope.db,
  )
  const [strange] = rows
  if (strange) throw fieldProblem(`data.villages.${strange.place}`, 'missing', phrase`No farmer lives in ${strange.village}.`)
}

export const seasonBehaviour = defineBehaviour(entityOf('season'), {
  // Steps that are counted from the season's first day.
  written: async (scope, { before, after }) =>
    void (before && before.startDate !== after.startDate && (await settlePlansOfSeason(scope, after.id, { unsown: false }))),
  continuedBy: async (_scope, { status, title }) => (status === 'CLOSED' ? closedSeason(title) : null),
  events: {
    // Of a closed season also for a day before, and not taken back.
    ONSET_DECLARED: guardedBy(async (scope, { subject }) => void (await openSeason(scope, subject.id)), {
      check: checkOnset,
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
