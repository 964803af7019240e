// A flock is the balance of its events (animal 7): how many birds live, what died, what they ate and weigh is projected anew
// after each of them. Refused is what would have more birds go than there were, on whatever day.

import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { aliveAtDawn, type FlockProjection, flockTotals, mortalityFinding, projectFlock } from '#domain/husbandry/flock-projection.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, Change, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { flockEvents } from '../../store/husbandry-events.ts'
import { checkAnimalPop } from './animal-pop.ts'
import { flockCard } from './husbandry-cards.ts'
import { checkUnitFor, placeInUnit, refuseSecondStock } from './husbandry-place.ts'
import { stockEvents } from './stock.ts'

const poultrybatch = entityOf('poultrybatch')
const historyOf = async (scope: Scope, id: string): Promise<HistoryEvent[]> => (await flockEvents(scope, [id])).get(id) ?? []

const events = stockEvents<FlockProjection>({
  entity: poultrybatch,
  receiver: 'toBatchId',
  messages: { missing: 'There is no such poultry batch of this operator.', itself: 'A flock is not moved to itself.' },
  async replay(scope, flock, event, isUndone) {
    const history = await historyOf(scope, flock.id)
    const project = (history: readonly HistoryEvent[]) => projectFlock(poultrybatch, flock, history, husbandrySettings(scope.tenant.config))
    const isReceived = event.subjectId !== flock.id
    const own = { ...event, eventType: isReceived ? 'TRANSFER_IN' : event.eventType, day: localDay(scope, event.occurredAt) }
    return { now: project(history), before: () => (isUndone ? project([...history, own]) : project(history.filter(({ id }) => id !== event.id))) }
  },
  async check(scope, { subject, event }) {
    if (event.eventType === 'DAILY_RECORD') await checkDay(scope, subject, event)
    if (event.eventType === 'PLACEMENT' && !subject.multiAge)
      await refuseSecondStock(scope, poultrybatch, subject, event, { begins: 'PLACEMENT', ends: ['CLEANOUT'] })
  },
  found,
})

async function checkDay(scope: Scope, subject: Row, event: EventChange['event']): Promise<void> {
  const day = event.data.day as string
  if (day > localDay(scope)) throw fieldProblem('data.day', 'max', 'This day has not come yet.')
  const own = await eventsOf<AnyEntity, string>(scope, poultrybatch, subject.id, ['DAILY_RECORD', 'PLACEMENT'])
  const placed = own.find(({ eventType }) => eventType === 'PLACEMENT')
  if (placed && day < localDay(scope, placed.occurredAt)) throw fieldProblem('data.day', 'min', 'The flock was not placed yet.')
  if (own.some((one) => one.id !== event.id && one.data.day === day))
    throw ruleBlocked('AH-21', 'This day has its record already. Take that back to correct it.', { day })
}

/** Events that say how many eggs were laid, with the field that is doubted. */
const laid: Readonly<Record<string, string>> = { DAILY_RECORD: 'data.eggsGood', EGG_COLLECTION: 'data.good' }
const lostFields = ['count', 'deadFemales', 'deadMales', 'deadUnsexed', 'culledFemales', 'culledMales', 'culledUnsexed']

/** What is unusual on the day of an event: eggs, deaths (AH-19), and figures that were recorded twice. */
function found(scope: Scope, { subject, event, flag }: EventChange, { totals }: FlockProjection): void {
  const settings = husbandrySettings(scope.tenant.config)
  const day = (event.data.day as string | undefined) ?? localDay(scope, event.occurredAt)
  const today = totals.days.find((one) => one.day === day)
  const field = laid[event.eventType]
  if (today && field && (today.eggs ?? 0) > 0) {
    const hens = aliveAtDawn(today)
    if ((today.eggs ?? 0) > hens * settings.eggsAtMost) throw fieldProblem(field, 'max', `${today.eggs} eggs of ${hens} birds cannot be. Count again.`)
    if ((today.eggs ?? 0) > hens * settings.eggsWarned)
      flag({ ruleId: 'AH-08', severity: 'WARN', message: `${today.eggs} eggs of ${hens} birds on ${day}: more than one each.`, figures: { day, alive: hens } })
  }
  if (['DAILY_RECORD', 'MORTALITY', 'CULL'].includes(event.eventType)) {
    const lost = lostFields.reduce((sum, name) => sum + ((event.data[name] as number | null | undefined) ?? 0), 0)
    const finding = mortalityFinding(totals, { day, lost, birdType: subject.birdType as string }, settings)
    if (finding) flag(finding)
  }
  const twice = totals.twice.filter((one) => one.day === day && touches[one.what]?.includes(event.eventType))
  if (twice.length > 0)
    flag({
      ruleId: 'AH-21',
      severity: 'WARN',
      message: `The day’s record of ${day} and another event say the same thing, and both count: look whether one is too many.`,
      figures: { day, twice: twice.map(({ what }) => what) },
    })
}
const touches: Readonly<Record<string, readonly string[]>> = {
  Deaths: ['DAILY_RECORD', 'MORTALITY', 'CULL'],
  Feed: ['DAILY_RECORD', 'FEEDING'],
  Water: ['DAILY_RECORD', 'WATER'],
  Eggs: ['DAILY_RECORD', 'EGG_COLLECTION'],
}

/** A flock is called after its house and the day it was placed. */
export const poultrybatchBehaviour: Behaviour = {
  judgesHistory: true,
  async prepare(scope, change: Change) {
    const { before, after } = change
    const unit = await placeInUnit(scope, after)
    after.unitName = unit.unitCode
    if (!before) await checkUnitFor(scope, poultrybatch, unit, 'unitId')
    await checkAnimalPop(scope, change, 'poultrypop', ({ birdType, strainId }) =>
      birdType !== after.birdType || (strainId !== null && strainId !== after.strainId) ? 'This package is for other birds.' : null,
    )
  },
  events,
  view: async (scope, row) => flockCard(scope, row, flockTotals(await historyOf(scope, row.id), row.chickWeightG as number | null)),
}
