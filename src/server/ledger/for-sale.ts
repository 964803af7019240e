// Whether a product is for sale (domain dictionary 4.3): of one that is not, lots are made, stored and written off, and neither bought, sent to a buyer nor certified.
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { enteredIn, eventsByRecord } from '../store/events-then.ts'
import type { Product } from './lots.ts'

const product = entityOf('product')

/** In the words of the catalogue. */
export const notForSale = 'Not for sale by the catalogue of products.'

/** Whether a product was for sale at a moment (ISO 8601). */
type ForSale = (productId: string, at: string) => boolean
/**
 * As the catalogue said then, of before the product was in it as when it was entered; one that is for sale again is sold late, too. `since`: the earliest moment that is asked
 * about. One statement for all that have changed since, none while everything is for sale.
 */
export async function forSaleThen(scope: Scope, products: readonly Pick<Product, 'id' | 'sellable' | 'updatedAt'>[], since: string): Promise<ForSale> {
  const sellable = new Set(products.flatMap((row) => (row.sellable ? row.id : [])))
  const changed = products.flatMap((row) => (row.sellable || Date.parse(row.updatedAt) <= Date.parse(since) ? [] : row.id))
  const events = changed.length ? await eventsByRecord(scope, product, changed, new Set()) : new Map<string, never>()
  return (id, at) => {
    if (sellable.has(id)) return true
    const [created, ...rest] = events.get(id) ?? []
    if (!created) return false
    return enteredIn(product, [created, ...rest.filter(({ occurredAt }) => Date.parse(occurredAt) <= Date.parse(at))]).sellable === true
  }
}

/** Throws RULE_BLOCKED 4.3 at `productId`. */
export async function refuseNotForSale(scope: Scope, row: Product, at: string): Promise<void> {
  if ((await forSaleThen(scope, [row], at))(row.id, at)) return
  const problem = ruleBlocked('4.3', phrase`${word(row.title)} is not for sale: it is neither bought, sent to a buyer nor certified.`, { productId: row.id })
  problem.details.fields = [{ path: 'productId', code: 'rule', message: notForSale }]
  throw problem
}
