// What is to be done before a season is closed (BR-28): the steps of the sheet that is signed (R30), and those without which it is not closed.

export const closingSteps = {
  SUBMISSIONS: 'No submission waits',
  ESTIMATES: 'No estimate waits for approval',
  CROPS: 'Every crop is closed',
  DELIVERIES: 'What was harvested is bought, kept or lost',
  STOCK: 'Every lot in stock is counted',
  FARMERS: 'Every member is decided on',
  NONCONFORMITIES: 'No non-conformity of the season is open',
  LOTS: 'No lot of the season is still open',
  QUARANTINED: 'No lot of the season is held back',
  CERTIFICATES: 'No transaction certificate waits',
} as const
export type ClosingStep = keyof typeof closingSteps

/** BR-28 names four; that every crop is closed is what the closing of crops for their season is for (3.5). */
export const neededToClose = ['SUBMISSIONS', 'ESTIMATES', 'CROPS', 'DELIVERIES', 'STOCK'] as const satisfies readonly ClosingStep[]
export type NeededStep = (typeof neededToClose)[number]

export const isNeeded = (step: ClosingStep): step is NeededStep => neededToClose.some((one) => one === step)

/** How many of the whole programme are still open, of each step that is needed, in their order. */
export type OpenSteps = readonly { step: NeededStep; open: number }[]
