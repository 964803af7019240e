// The neighbours of a plot by its sides (BR-13): whether one account of them takes less off what is sold as certified than another. Pure.
import type { Stored } from '../kernel/entity.ts'
import type { landparcel } from './landparcel.ts'

export type Neighbours = NonNullable<Stored<typeof landparcel>['neighbours']>

/** Of a neighbour known before, nothing as near, as open and of the same kind is known on that side any more. Which kinds matter the schemes say: here all count. */
export const isEased = (before: Neighbours, after: Neighbours): boolean =>
  before.some(
    ({ side, use, bufferM, hasBarrier }) =>
      !after.some((one) => one.side === side && one.use === use && one.bufferM <= bufferM && (hasBarrier === true || one.hasBarrier !== true)),
  )
