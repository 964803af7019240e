// Names of the members of villages, for the search for duplicates of a set of new members (BR-23). An import asks for the same villages
// set after set: what was read for one set is stored for the next, which reads only rows written since, recognised by the
// transaction that wrote them. Ids that are found too many do no harm: whoever they belong to is read anew and compared.
import { type RawBuilder, sql } from 'kysely'
import { DuplicateIndex, type Ways } from '#domain/chain/duplicate-index.ts'
import type { Marks } from '#domain/people/duplicates.ts'
import type { Scope } from '../scope.ts'

/** `withRelation`: whoever names no relation is not compared. */
export type RequestedVillages = { villages: readonly string[]; withRelation: boolean }
/** `oldest`: every transaction before it had ended when the row was read. */
type Names = { id: string; village: string; relation: string | null; names: string | null; oldest: string }
/** More names are not stored between sets; some 500 bytes each. */
const namesAtMost = 200_000

const ofImports = new WeakMap<object, VillageNames>()
/** Of the import that the scope belongs to, or of this set alone. */
export function villageNamesOf({ importRun }: Scope, ways: Ways): VillageNames {
  if (!importRun) return new VillageNames(ways)
  const known = ofImports.get(importRun)
  if (known?.isFor(ways)) return known
  const made = new VillageNames(ways)
  ofImports.set(importRun, made)
  return made
}

export class VillageNames {
  readonly #threshold: number
  readonly #index: DuplicateIndex
  /** Village → `oldest` of its last reading that answered rows. */
  readonly #read = new Map<string, string>()
  #withRelation = true
  #size = 0

  constructor(ways: Ways) {
    this.#threshold = ways.threshold
    this.#index = new DuplicateIndex(ways)
  }
  isFor(ways: Ways): boolean {
    return ways.threshold === this.#threshold && this.#size < namesAtMost
  }

  /** Rows of villages that were read before only as far as they were written since. */
  question({ tenant }: Scope, { villages, withRelation }: RequestedVillages): RawBuilder<Names> {
    if (!withRelation && this.#withRelation) {
      this.#withRelation = false
      this.#read.clear()
    }
    const unread = villages.filter((village) => !this.#read.has(village))
    const read = villages.flatMap((village) => this.#read.get(village) ?? [])
    const oldest = read.map(BigInt).sort((one, other) => (one < other ? -1 : 1))[0]
    // A row names the transaction that wrote it by 32 bits of its number; ages are counted around their end.
    const since = (first: bigint) => sql`and (f.village_key = any(${unread}::text[]) or age(f.xmin) <= age(${String(first % 2n ** 32n)}::text::xid))`
    return sql<Names>`select f.id, f.village_key as village, f.relation_key as relation, array_to_string(f.name_keys, chr(10)) as names,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest from farmer as f
      where f.tenant_id = ${tenant.id} and f.deleted_at is null and f.village_key = any(${villages}::text[])
        ${this.#withRelation ? sql`and f.relation_key is not null` : sql``} ${oldest === undefined ? sql`` : since(oldest)}`
  }
  take(rows: readonly Names[]): void {
    for (const { id, village, relation, names, oldest } of rows) {
      this.#index.add(id, { ...noMarks, village, relation, names: names ? names.split('\n') : [] })
      this.#read.set(village, oldest)
    }
    this.#size += rows.length
  }

  /** Ids of those whom anybody of the set resembles in the names that are compared. */
  near(marks: readonly Marks[]): string[] {
    return [...new Set(marks.flatMap((one) => this.#index.near(one)))]
  }
}
const noMarks = { phone: null, homePoint: null, nationalIdType: null, nationalIdLast4: null } as const
