// What waits for somebody to approve it: in which states a submission does, and which forms are about the records of a list.
import type { captureForms } from './capture-forms.ts'
import { formKinds } from './form-kinds.ts'

/** In which somebody is to look at it. */
export const waitingStates = ['RECEIVED', 'RESUBMITTED', 'IN_REVIEW', 'CONFLICT', 'APPLY_FAILED'] as const

type Form = keyof typeof captureForms
/** Forms by which something is sent in; a request for a change of a certified fact is shown with its record. */
export const sendingForms = (Object.keys(formKinds) as Form[]).filter((form) => form !== 'CHANGE_REQUEST')
/** Those that are about records of this kind where they name no other. */
export const formsAbout = (entity: string): readonly Form[] => sendingForms.filter((form) => formKinds[form].entity === entity)
