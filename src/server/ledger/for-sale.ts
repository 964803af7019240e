// Whether a product is for sale (domain dictionary 4.3): of one that is not, lots are made, stored and written off, and neither bought, sent to a buyer nor certified.
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { enteredIn, eventsByRecord } from '../store/events-then.ts'
import type { Product } from './lots.ts'

const product = entityOf('product')

/** As the catalogue said on that day (ISO 8601), of before the product was in it as when it was entered; one that is for sale again is sold late, too. */
async function wasForSale(scope: Scope, row: Product, at: string): Promise<boolean> {
  if (row.sellable) return true
  if (Date.parse(row.updatedAt) <= Date.parse(at)) return false
  const [created, ...rest] = (await eventsByRecord(scope, product, [row.id], new Set())).get(row.id) ?? []
  if (!created) return row.sellable
  const entered = enteredIn(product, [created, ...rest.filter(({ occurredAt }) => Date.parse(occurredAt) <= Date.parse(at))])
  return typeof entered.sellable === 'boolean' ? entered.sellable : row.sellable
}

/** Throws RULE_BLOCKED 4.3 at `productId`. */
export async function refuseNotForSale(scope: Scope, row: Product, at: string): Promise<void> {
  if (await wasForSale(scope, row, at)) return
  const problem = ruleBlocked('4.3', phrase`${word(row.title)} is not for sale: it is neither bought, sent to a buyer nor certified.`, { productId: row.id })
  problem.details.fields = [{ path: 'productId', code: 'rule', message: 'Not for sale by the catalogue of products.' }]
  throw problem
}
