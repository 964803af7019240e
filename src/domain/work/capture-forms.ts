// What can be captured and sent in, and what each form is called. Apart from the declaration of submissions: their titles stand in every list.

export const captureForms = {
  FARMER_REG: 'Registration of a farmer',
  PARCEL_BOUNDARY: 'Boundary of a plot',
  CROP_EVENT: 'Event of a crop',
  INSPECTION: 'Inspection',
  PURCHASE: 'Purchase',
  BATCH_EVENT: 'Event of a lot',
  PUBLIC_BOUNDARY: 'Boundary drawn on the public page',
  GRIEVANCE: 'Complaint',
  CHANGE_REQUEST: 'Change of a certified fact',
} as const
