// A flock is the balance of its events (animal 7): how many birds live, what died, what they ate and weigh is told anew
// after each of them. Refused is what would have more birds go than there were, on whatever day.
import { entityOf } from '#domain/entities.ts'
import { aliveAtDawn, type FlockStory, flockLossShare, flockStory } from '#domain/husbandry/flock-story.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, EventDraft, Scope } from '../scope.ts'
import { flockFacts } from '../store/husbandry-facts.ts'
import { factsOf } from './caused-events.ts'
import { flockCard } from './husbandry-cards.ts'
import { placeInUnit } from './husbandry-place.ts'
import { localDay } from './landparcel-standing.ts'
import { stockEvents } from './stock.ts'
import { refuseHeld } from './withdrawals.ts'

const poultrybatch = entityOf('poultrybatch')
/** More eggs than this for one hen and day are a mistake; from the first share on a flock is laying (animal 7; assumptions). */
const mostEggs = 1.1
const laysFrom = 0.05
/** Deaths and culls, of the placed, from which somebody has to look (animal 7). */
const alarming: Readonly<Record<string, number>> = { BROILER: 0.03, LAYER: 0.05 }

async function retell(scope: Scope, flock: Row): Promise<FlockStory> {
  const story = flockStory((await flockFacts(scope, [flock.id])).get(flock.id) ?? [])
  const { firstBelowZero: bad } = story
  if (story.placedOn && bad)
    throw ruleBlocked('AH-08', `On ${bad.day} ${-bad.alive} more birds would have gone than lived in ${flock.title}.`, { day: bad.day, missing: -bad.alive })
  Object.assign(flock, {
    aliveCount: story.placedOn ? story.alive : null,
    mortalityShare: flockLossShare(story),
    lastWeightG: story.weighings.at(-1)?.grams ?? null,
    feedKg: story.feedKg > 0 ? Math.round(story.feedKg * 10) / 10 : null,
  })
  return story
}

const { told, transfer, holding } = stockEvents({
  entity: poultrybatch,
  retell,
  receiver: 'toBatchId',
  receives: ['PLACED', 'LAYING', 'DEPLETING'],
  say: {
    missing: 'There is no such poultry batch of this operator.',
    itself: 'A flock is not moved to itself.',
    closed: (title) => `${title} takes no birds now.`,
  },
})
const toldWith = (check: (scope: Scope, draft: EventDraft) => Promise<void>): EventBehaviour => ({
  ...told,
  async apply(scope, draft) {
    await check(scope, draft)
    await retell(scope, draft.subject)
  },
})

const dailyRecord: EventBehaviour = {
  ...told,
  async apply(scope, { subject, event, flag }) {
    const day = event.data.day as string
    if (day > localDay(scope)) throw fieldProblem('data.day', 'max', 'This day has not come yet.')
    const own = await factsOf(scope, poultrybatch, subject.id, ['DAILY_RECORD', 'PLACEMENT'])
    const placed = own.find(({ eventType }) => eventType === 'PLACEMENT')
    if (placed && day < localDay(scope, placed.occurredAt)) throw fieldProblem('data.day', 'min', 'The flock was not placed yet.')
    if (own.some((one) => one.id !== event.id && one.data.day === day))
      throw ruleBlocked('AH-21', 'This day has its record already. Take that back to correct it.', { day })
    const story = await retell(scope, subject)
    const today = story.days.find((one) => one.day === day)
    if (!today) return
    const hens = aliveAtDawn(today)
    if ((today.eggs ?? 0) > hens * mostEggs) throw fieldProblem('data.eggsGood', 'max', `${today.eggs} eggs of ${hens} birds cannot be. Count again.`)
    if (subject.status === 'PLACED' && hens > 0 && (today.eggs ?? 0) / hens >= laysFrom) subject.status = 'LAYING'
    const limit = alarming[subject.birdType as string]
    const share = flockLossShare(story)
    if (limit !== undefined && share !== null && share > limit)
      flag({
        ruleId: 'AH-19',
        severity: 'WARN',
        message: 'More birds have died than is usual for this kind of flock.',
        figures: { lossShare: share, usualShare: limit },
      })
  },
}

const caught = toldWith(async (scope, { subject, event }) => {
  if (event.data.forSlaughter === 'SLAUGHTER') await refuseHeld(scope, poultrybatch, subject, { products: ['MEAT'], at: event.occurredAt })
})
const cleanout = toldWith(async (_scope, { subject }) => {
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
    PLACEMENT: told,
    DAILY_RECORD: dailyRecord,
    MORTALITY: told,
    CULL: told,
    TRANSFER: transfer,
    COUNT_ADJUST: told,
    FEEDING: told,
    WEIGHT_SAMPLE: told,
    CATCH: caught,
    CLEANOUT: cleanout,
    TREATMENT: holding,
    VACCINATION: holding,
    RESTRICTION: holding,
  },
  view: async (scope, row) => flockCard(scope, row, flockStory((await flockFacts(scope, [row.id])).get(row.id) ?? [])),
}
