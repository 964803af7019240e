// What lives in a production system, by its declaration: single animals (and counted groups of them), and stocks, of which part may
// move to another of their kind.
import type { Stored } from '../kernel/entity.ts'
import type { aquacrop } from './aquacrop.ts'
import type { cow } from './cow.ts'
import type { goat } from './goat.ts'
import type { poultrybatch } from './poultrybatch.ts'
import type { sheep } from './sheep.ts'

export type AnimalEntity = typeof cow | typeof goat | typeof sheep
export type StockEntity = typeof poultrybatch | typeof aquacrop
export type LivingEntity = AnimalEntity | StockEntity

export type Animal = Stored<typeof cow> | Stored<typeof goat> | Stored<typeof sheep>
export type Stock = Stored<typeof poultrybatch> | Stored<typeof aquacrop>
export type Living = Animal | Stock
