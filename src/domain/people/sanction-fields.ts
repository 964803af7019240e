// What an event that a sanction causes says of it, on the farmer and on the row of the season (domain dictionary 3.1: SANCTION).
import { derived, text } from '../kernel/kinds.ts'

/** `sanction`: its key in kernel/sanctions.ts; `ref`: of the non-conformity. */
export const sanctionRef = {
  sanction: derived(text('Sanction', { max: 40 })),
  ref: derived(text('Reference', { max: 40 })),
  nonconformityId: derived(text('Non-conformity', { max: 36 })),
}
