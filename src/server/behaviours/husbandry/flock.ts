// A flock is the balance of its events (animal 7): how many birds live, what died, what they ate and weigh is told anew
// after each of them. Refused is what would have more birds go than there were, on whatever day.

import { entityOf } from '#domain/entities.ts'
import { aliveAtDawn, type FlockProjection, flockLossShare, flockProjection } from '#domain/husbandry/flock-projection.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { flockEvents } from '../../store/husbandry-events.ts'
import { flockCard } from './husbandry-cards.ts'
import { placeInUnit } from './husbandry-place.ts'
import { stockEvents } from './stock.ts'
import { refuseRestricted } from './withdrawals.ts'

const poultrybatch = entityOf('poultrybatch')
/** More eggs than this for one hen and day are a mistake; from the first share on a flock is laying (animal 7; assumptions). */
const mostEggs = 1.1
const laysFrom = 0.05
/** Deaths and culls, of the placed, from which somebody has to look (animal 7). */
const alarming: Readonly<Record<string, number>> = { BROILER: 0.03, LAYER: 0.05 }

async function project(scope: Scope, flock: Row): Promise<FlockProjection> {
  const projection = flockProjection((await flockEvents(scope, [flock.id])).get(flock.id) ?? [])
  const { firstBelowZero: bad } = projection
  if (projection.placedOn && bad)
    throw ruleBlocked('AH-08', `On ${bad.day} ${-bad.alive} more birds would have gone than lived in ${flock.title}.`, { day: bad.day, missing: -bad.alive })
  Object.assign(flock, {
    aliveCount: projection.placedOn ? projection.alive : null,
    mortalityShare: flockLossShare(projection),
    lastWeightG: projection.weighings.at(-1)?.grams ?? null,
    feedKg: projection.feedKg > 0 ? Math.round(projection.feedKg * 10) / 10 : null,
  })
  return projection
}

const { projected, transfer, restricting } = stockEvents({
  entity: poultrybatch,
  project,
  receiver: 'toBatchId',
  receives: ['PLACED', 'LAYING', 'DEPLETING'],
  messages: {
    missing: 'There is no such poultry batch of this operator.',
    itself: 'A flock is not moved to itself.',
    closed: (title) => `${title} takes no birds now.`,
  },
})
const projectedWith = (check: (scope: Scope, change: EventChange) => Promise<void>): EventBehaviour => ({
  ...projected,
  async apply(scope, change) {
    await check(scope, change)
    await project(scope, change.subject)
  },
})

const dailyRecord: EventBehaviour = {
  ...projected,
  async apply(scope, { subject, event, flag }) {
    const day = event.data.day as string
    if (day > localDay(scope)) throw fieldProblem('data.day', 'max', 'This day has not come yet.')
    const own = await eventsOf(scope, poultrybatch, subject.id, ['DAILY_RECORD', 'PLACEMENT'])
    const placed = own.find(({ eventType }) => eventType === 'PLACEMENT')
    if (placed && day < localDay(scope, placed.occurredAt)) throw fieldProblem('data.day', 'min', 'The flock was not placed yet.')
    if (own.some((one) => one.id !== event.id && one.data.day === day))
      throw ruleBlocked('AH-21', 'This day has its record already. Take that back to correct it.', { day })
    const projection = await project(scope, subject)
    const today = projection.days.find((one) => one.day === day)
    if (!today) return
    const hens = aliveAtDawn(today)
    if ((today.eggs ?? 0) > hens * mostEggs) throw fieldProblem('data.eggsGood', 'max', `${today.eggs} eggs of ${hens} birds cannot be. Count again.`)
    if (subject.status === 'PLACED' && hens > 0 && (today.eggs ?? 0) / hens >= laysFrom) subject.status = 'LAYING'
    const limit = alarming[subject.birdType as string]
    const share = flockLossShare(projection)
    if (limit !== undefined && share !== null && share > limit)
      flag({
        ruleId: 'AH-19',
        severity: 'WARN',
        message: 'More birds have died than is usual for this kind of flock.',
        figures: { lossShare: share, usualShare: limit },
      })
  },
}

const caught = projectedWith(async (scope, { subject, event }) => {
  if (event.data.forSlaughter === 'SLAUGHTER') await refuseRestricted(scope, poultrybatch, subject, { products: ['MEAT'], at: event.occurredAt })
})
const cleanout = projectedWith(async (_scope, { subject }) => {
  const alive = (subject.aliveCount as number | null) ?? 0
  if (alive > 0) throw ruleBlocked('AH-08', `${alive} birds live in it still.`, { alive })
})

/** A flock is called after its house and the day it was placed. */
export const poultrybatchBehaviour: Behaviour = {
  async prepare(scope, { after }) {
    const unit = await placeInUnit(scope, after)
    after.unitName = unit.unitCode
  },
  events: {
    PLACEMENT: projected,
    DAILY_RECORD: dailyRecord,
    MORTALITY: projected,
    CULL: projected,
    TRANSFER: transfer,
    COUNT_ADJUST: projected,
    FEEDING: projected,
    WEIGHT_SAMPLE: projected,
    CATCH: caught,
    CLEANOUT: cleanout,
    TREATMENT: restricting,
    VACCINATION: restricting,
    RESTRICTION: restricting,
  },
  view: async (scope, row) => flockCard(scope, row, flockProjection((await flockEvents(scope, [row.id])).get(row.id) ?? [])),
}
