// The state of a lot at a moment: where it stood in its life, what restricted it, what its samples said.
import { type LotState, lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Scope } from '../scope.ts'
import { historyOf, stateIn } from '../store/history.ts'

const productbatch = entityOf('productbatch')

export const lotStateIn = (history: readonly HistoryEvent[], at: string): LotState => stateIn(productbatch, lotStates, history, at)
export const lotStateAt = async (scope: Scope, lotId: string, at: string): Promise<LotState> => lotStateIn(await historyOf(scope, productbatch, lotId), at)
