// Which version of each form the product reads. A version is another set of questions: a form whose questions change gets the next number here, and what turns answers of the one before into
// those of now stands beside it (`answer-cases.ts`).
import { fieldProblem } from '../kernel/problems.ts'
import { phrase } from '../messages/message.ts'
import type { captureForms } from './capture-forms.ts'

export const newestVersions: Readonly<Record<keyof typeof captureForms, number>> = {
  FARMER_REG: 1,
  PARCEL_BOUNDARY: 1,
  CROP_EVENT: 1,
  INSPECTION: 1,
  PURCHASE: 1,
  BATCH_EVENT: 1,
  PUBLIC_BOUNDARY: 1,
  GRIEVANCE: 1,
  CHANGE_REQUEST: 1,
}

/** A version that nobody knows yet may ask other questions under the same names: its answers are not read as those of an older one. Throws VALIDATION at `formVersion`. */
export function checkFormVersion({ formCode, formVersion }: { formCode: keyof typeof captureForms; formVersion: number }): void {
  const newest = newestVersions[formCode]
  if (formVersion > newest)
    throw fieldProblem('formVersion', 'max', phrase`This form is known here up to version ${newest}. Load the app anew, and send it again.`)
}
