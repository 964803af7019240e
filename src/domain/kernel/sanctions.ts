// Sanctions (domain dictionary 2.1), for declarations, their effects and notifications alike.

/** What the operator, an inspector or the certification body decides on a non-conformity that was not corrected (2.1). */
export const sanctions = {
  WARNING: 'Warning',
  CORRECTIVE_ACTION: 'Corrective action',
  SALES_SUSPENSION: 'No sales this season',
  CONVERSION_RESET: 'Conversion starts again',
  EXPULSION: 'Expulsion',
} as const
export type Sanction = keyof typeof sanctions
