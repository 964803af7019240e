// Chain of custody (domain dictionary 2.1, BR-11): goods that keep their identity, or stay apart by claim. The two models that book a claim apart from the goods
// need accounts with credits, debits and expiry; nobody's books here have them, so that a product or scheme that asks for them is refused (docs/decisions/0068).

const accounted: ReadonlySet<string> = new Set(['MASS_BALANCE', 'BOOK_AND_CLAIM'])
/** Whether the claim of such goods would stand in an account of its own. */
export const isAccounted = (cocModel: string | null | undefined): boolean => cocModel !== null && cocModel !== undefined && accounted.has(cocModel)
export const accountsAreMissing =
  'Mass balance and book-and-claim need accounts of claims, which there are none of here: goods stay apart by claim, or are identity-preserved (BR-11).'
