// Whose chain of kilograms is followed for one season at a time: the goods of every season go through them, and nothing else bounds how many crops are behind.
export const seasonalSubjects: readonly string[] = ['processingsystem', 'processor']
