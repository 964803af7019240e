// The states of a crop (domain dictionary 3.5): those of its declaration, and beside them how much of it still stands and whether it
// was picked. A crop that is lost entirely before any picking has failed, whichever of the facts was recorded first.
import type { StateMachine } from '../kernel/history.ts'
import { lostTogether } from './crop-projection.ts'

export type CropLife = { status: string; lossShare: number | null; isPicked: boolean }

export const cropStates: StateMachine<CropLife> = {
  start: (status) => ({ status, lossShare: null, isPicked: false }),
  statusOf: ({ status }) => status,
  step(life, { eventType, data }, { from, to }) {
    if (from && !from.includes(life.status)) return undefined
    const isPicked = life.isPicked || eventType === 'HARVEST'
    if (eventType !== 'CROP_LOSS') return { ...life, isPicked, status: to ?? life.status }
    const lossShare = lostTogether(life.lossShare, Number(data.share))
    return { ...life, lossShare, status: lossShare === 100 && !isPicked ? 'FAILED' : life.status }
  },
}
