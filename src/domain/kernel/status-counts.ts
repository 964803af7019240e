// How an entity's records stand, counted: what every dashboard is made of.

export type StatusCounts = {
  entity: string
  /** Records in each state; states nobody is in are left out. */
  counts: Readonly<Record<string, number>>
  /** Records with at least one open finding. */
  flagged: number
  /** Only records with these values are counted; absent: all of the entity. */
  within?: Readonly<Record<string, string>>
}
