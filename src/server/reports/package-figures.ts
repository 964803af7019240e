// What the list of packages of practices counts of each: the crops that follow it (domain dictionary 5.1). One question for a page of rows, found by the index
// of crops by package, over what the reader would find in the list of crops.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import type { PackageFigures } from '#domain/cropping/package-figures-answer.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { listedBy } from './certification-figures.ts'

/** In the order asked for; packages that the reader does not list are left out. */
export async function packageFiguresOf(scope: Scope, ids: readonly string[]): Promise<PackageFigures> {
  const requested = sql`any(${[...ids]}::uuid[])`
  const [packages, followed] = await queryAll(
    scope.db,
    sql<{ id: string }>`select r.id from pop as r where ${listedBy(scope, 'pop')} and r.id = ${requested}`,
    sql<{ id: string; crops: number }>`select r.pop_id as id, count(*) as crops from crop as r
      where ${listedBy(scope, 'crop')} and r.pop_id = ${requested} and r.status <> 'CANCELLED' group by 1`,
  )
  const [seen, crops] = [new Set(packages.map(({ id }) => id)), new Map(followed.map((one) => [one.id, Number(one.crops)]))]
  const seesCrops = can(scope.user, 'crop', 'L')
  return { items: [...new Set(ids)].flatMap((id) => (seen.has(id) ? [{ id, crops: seesCrops ? (crops.get(id) ?? 0) : null }] : [])) }
}
