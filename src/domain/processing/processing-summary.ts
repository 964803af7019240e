// What processing is read by.

/** The nouns of processing, in the order of the work. */
export const processingEntities = ['processingsystem', 'productbatch', 'processor', 'product'] as const
