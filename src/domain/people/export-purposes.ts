// What personal data are taken out for (BR-35): asked of whoever saves a file that says something of a person.

export const exportPurposes = {
  CERTIFICATION: 'Certification and inspection',
  PAYMENT: 'Payment',
  TRAINING: 'Training and advice',
  BUYER_REQUEST: 'Request of a buyer',
  AUTHORITY_REQUEST: 'Request of an authority',
  OWN_RECORDS: 'Own records of the group',
  OTHER: 'Something else',
} as const
export type ExportPurpose = keyof typeof exportPurposes
/** What else there is to say; needed where it is something else. */
export const longestPurposeNote = 200

/** As requests carry it. */
export type ChosenPurpose = { purpose: ExportPurpose; purposeNote?: string }
export type StatedPurpose = { purpose: ExportPurpose; note: string | null }
