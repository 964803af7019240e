// Which records each form is about (domain dictionary 6.1). Apart from what reads answers: lists ask which forms are about them.
import type { captureForms } from './capture-forms.ts'

/** Records a form is about: `entity` where it does not name one, `also` what else it may name; and the event it stands for. 'answer': the answer `eventType` names it. */
export const formKinds: Readonly<Record<keyof typeof captureForms, { entity: string; also?: readonly string[]; event?: string }>> = {
  FARMER_REG: { entity: 'farmer', also: ['landowner'] },
  PARCEL_BOUNDARY: { entity: 'landparcel' },
  PUBLIC_BOUNDARY: { entity: 'landparcel' },
  CROP_EVENT: { entity: 'crop', also: ['croppingsystem', 'landparcel'], event: 'answer' },
  BATCH_EVENT: { entity: 'productbatch', also: ['processingsystem'], event: 'answer' },
  PURCHASE: { entity: 'productbatch', event: 'PURCHASE' },
  INSPECTION: { entity: 'farmer', also: ['crop', 'croppingsystem', 'landparcel'], event: 'INTERNAL_INSPECTION' },
  GRIEVANCE: { entity: 'farmer', event: 'GRIEVANCE' },
  CHANGE_REQUEST: { entity: 'landparcel', also: ['farmer', 'crop'] },
}
