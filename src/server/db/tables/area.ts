// What one area of fixed tables (tables that no entity declares) adds to the schema.
export type TableArea = {
  /** create table and create index statements. */
  sql: string
  /** Tables that get row security and grants; the rest are catalogue tables without a tenant column. */
  guarded: string[]
  /** Foreign keys to entities' tables, and indexes of theirs for some of their rows, added when those exist. */
  references?: string[]
}
