// What is not delivered during a withdrawal period. Apart from the other terms, so that titles of withdrawals do not bring all of them along.

/** ADE icarWithdrawalProductType. */
export const withdrawalProducts = { MEAT: 'Meat', MILK: 'Milk', EGGS: 'Eggs', FIBRE: 'Fibre', OTHER: 'Other' } as const
