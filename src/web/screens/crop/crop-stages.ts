// How far a crop is: its states in order, each with the day it was reached or is expected.
import type { RecordAnswer } from '#web/api/answers.ts'

export type Stage = { state: string; label: string /** YYYY-MM-DD. */; on: string | null; progress: 'done' | 'now' | 'todo' }
const order = ['PLANNED', 'SOWN', 'GROWING', 'HARVESTING', 'HARVESTED', 'CLOSED'] as const
const short: Readonly<Record<(typeof order)[number], string>> = {
  PLANNED: /* i18n */ 'Planned',
  SOWN: /* i18n */ 'Sown',
  GROWING: /* i18n */ 'Growing',
  HARVESTING: /* i18n */ 'Harvesting',
  HARVESTED: /* i18n */ 'Harvested',
  CLOSED: /* i18n */ 'Closed',
}

/** A crop that failed or was cancelled stops where it was: `ended` names how. */
export function cropStages(crop: RecordAnswer): { stages: Stage[]; ended: 'FAILED' | 'CANCELLED' | null } {
  const ended = crop.status === 'FAILED' || crop.status === 'CANCELLED' ? crop.status : null
  const reached = ended ? lastReached(crop) : order.indexOf(crop.status as (typeof order)[number])
  const days: Readonly<Record<(typeof order)[number], unknown>> = {
    PLANNED: crop.plannedSowing,
    SOWN: crop.sowingDate,
    GROWING: crop.germinationDate,
    HARVESTING: crop.harvestStart,
    HARVESTED: reached >= 4 ? crop.harvestEnd : null,
    CLOSED: null,
  }
  return {
    ended,
    stages: order.map(
      (state, index): Stage => ({
        state,
        label: short[state],
        on: (days[state] as string | null | undefined) ?? null,
        progress:
          index < reached || (index === reached && state === 'CLOSED') ? 'done' : index === reached && !ended ? 'now' : index <= reached ? 'done' : 'todo',
      }),
    ),
  }
}

const lastReached = (crop: RecordAnswer): number => (crop.harvestStart ? 3 : crop.germinationDate ? 2 : crop.sowingDate ? 1 : 0)
