// The balance of a lot through time, from the first moment that a step changes (domain dictionary 4.4: never below zero at any point
// in time order). Pure: the server reads the moments and writes what follows.
import { type Grams, sumGrams } from './ledger.ts'

/** What came (or went) at one instant; movements of one instant count together. */
export type Moment = { at: string; grams: Grams; eventIds: readonly string[] }
/** An event of the lot itself that the balance decides on: CLOSED needs something in it, VOIDED nothing, DISPOSAL takes all there is, ADJUST_APPROVED changes it by a share at most, unless that was agreed to; REPACK packs `weighed` grams: all there is; loose goods that are LOADED or UNLOADED weigh no more than there is. `weighed` of an adjustment: by how much it changes the books, signed; of one from before that was stored it is not known. */
export type Marker = { id: string; eventType: string; at: string; weighed?: Grams; isAgreed?: boolean }
/** `marker`: closed when it was empty, or voided when it was not. `eventIds`: those of the first instant below zero. `worst`: how much is missing at most, and when. */
export type Shortage = { eventIds: readonly string[]; marker?: Marker; worst: { grams: Grams; at: string } }

const msOf = ({ at }: { at: string }): number => Date.parse(at)

/** Whether an event of the lot is possible with what is in it. */
function holds({ eventType, weighed = 0 }: Marker, balance: Grams): boolean {
  if (eventType === 'REPACK') return balance === weighed
  if (eventType === 'LOADED' || eventType === 'UNLOADED') return balance >= weighed
  return eventType === 'VOIDED' ? balance === 0 : balance > 0
}

/**
 * `total`: what lies in the lot after all moments. `disposed`: how much more (or less, < 0) the disposal takes than has been posted.
 */
export function judgeMoments(
  total: Grams,
  moments: readonly Moment[],
  markers: readonly Marker[],
  /** How much an adjustment may change, as a share of what is in the books (BR-30). */
  mostAdjusted: number,
): { shortage?: Shortage; disposed?: { id: string; at: string; grams: Grams } } {
  let balance = total - sumGrams(moments.map(({ grams }) => grams))
  const steps = [...moments.map((moment) => ({ at: moment.at, moment })), ...markers.map((marker) => ({ at: marker.at, marker }))]
  // Movements of an instant before what is judged by them.
  steps.sort((one, other) => msOf(one) - msOf(other) || Number('marker' in one) - Number('marker' in other))
  let first: Omit<Shortage, 'worst'> | undefined
  let worst = { grams: 0, at: '' }
  let disposed: { id: string; at: string; grams: Grams } | undefined
  for (const step of steps) {
    if ('moment' in step) {
      const { grams, eventIds } = step.moment
      const most = Math.max(0, balance) * mostAdjusted
      const marker = markers.find(
        ({ id, eventType, isAgreed, weighed }) =>
          eventType === 'ADJUST_APPROVED' && !isAgreed && eventIds.includes(id) && (weighed === undefined ? grams : Math.abs(weighed)) > most,
      )
      if (marker) first ??= { eventIds, marker }
      balance += grams
    } else if (step.marker.eventType === 'ADJUST_APPROVED') continue
    else if (step.marker.eventType === 'DISPOSAL') {
      if (balance !== 0) disposed = { id: step.marker.id, at: step.at, grams: balance }
      balance = 0
      continue
    } else if (!holds(step.marker, balance)) first ??= { eventIds: [], marker: step.marker }
    if (balance >= 0) continue
    // A disposal of the same instant takes what there is.
    const isDisposed = markers.some((marker) => marker.eventType === 'DISPOSAL' && msOf(marker) === msOf(step))
    if (isDisposed) continue
    if (-balance > worst.grams) worst = { grams: -balance, at: step.at }
    first ??= { eventIds: 'moment' in step ? step.moment.eventIds : [] }
  }
  return { ...(first ? { shortage: { ...first, worst } } : {}), ...(disposed ? { disposed } : {}) }
}
