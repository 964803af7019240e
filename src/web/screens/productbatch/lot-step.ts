// What is done with a lot day by day, offered first in its header: an open heap of the operator's takes in farmers' deliveries;
// closing it is the end of that, and stands in the menu. Little, because every first page fetches it.
import { entityOf } from '#domain/entities.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { suggestedEvent } from '#web/engine/view/next-action.ts'

export const lotStep = (lot: RecordAnswer): string | undefined =>
  lot.status === 'OPEN' && lot.unitType === 'HEAP' && !lot.processorId && lot.may.includes('PURCHASE')
    ? 'PURCHASE'
    : suggestedEvent(entityOf('productbatch'), lot)
