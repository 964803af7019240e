// Numbers that a record shows by their last four digits only (domain dictionary 3.1, bank): what is sent is the whole, what is stored with the record, its
// events and tables is the mask. The mask sent back means the number that is there.

/** Four digits stay readable: enough to distinguish two accounts of one farmer, too few to pay to. */
export const maskOf = (whole: string): string => `XXXX${whole.slice(-4)}`
/** Reads like the number of an account or of a card of identity, however it is spaced. */
export const isWholeNumber = (text: string): boolean => /^\d{9,18}$/.test(text.replaceAll(/[\s-]/g, ''))
export const isMask = (text: string): boolean => /^XXXX\d{4}$/.test(text)
