// Whose telephone a farmer is reached on (dictionary 3.1): a code and a call to confirm go to the farmer's own alone, and messages to others hide amounts.
type Reached = { phone: string | null; noPhone: boolean | null; phoneOwner: string | null }

/** Of the family, or of a neighbour. A number whose owner nobody has entered counts as the farmer's. */
export const isPhoneOfOther = ({ phoneOwner }: Pick<Reached, 'phoneOwner'>): boolean => phoneOwner !== null && phoneOwner !== 'SELF'
export const hasOwnPhone = (member: Reached): boolean => member.phone !== null && !member.noPhone && !isPhoneOfOther(member)
