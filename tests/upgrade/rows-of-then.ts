// Rows of the file from which an upgrade begins, and what is worked out of several of them.

/** A row with its values as PostgreSQL writes them as text; what is looked up in it has a value. */
export type StoredRow = Readonly<Record<string, string | null>>
/** By table and primary key. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, StoredRow>>

/** Where the member lives whom it is about, named or as the grower of what is named; of a task otherwise as of the finding that it corrects. */
export function villageOfSubject(row: StoredRow, all: Snapshot): string | null {
  const at = (table: string, id: string | null | undefined): StoredRow | undefined => (id ? all.get(table)?.get(`${row.tenant_id} ${id}`) : undefined)
  const named = [
    at('crop', row.crop_id),
    at('landparcel', row.parcel_id),
    at('productionsystem', row.production_system_id),
    at('planevent', row.plan_event_id),
    at('productbatch', row.product_batch_id),
  ]
  const grower = row.farmer_id ?? named.map((one) => one?.farmer_id ?? null).find((id) => id !== null)
  const finding = at('nonconformity', row.non_conformity_id)
  return at('farmer', grower)?.village ?? (finding ? villageOfSubject(finding, all) : null)
}

/** What the package of a planned step asks to be shown of it. */
export function evidenceOf(row: StoredRow, all: Snapshot): string[] {
  for (const [column, table] of [
    ['pop_id', 'pop'],
    ['poultry_pop_id', 'poultrypop'],
    ['aqua_pop_id', 'aquapop'],
  ] as const) {
    const steps: { code: string; evidence?: string[] }[] = JSON.parse(all.get(table)?.get(`${row.tenant_id} ${row[column]}`)?.plan_events ?? '[]')
    const step = steps.find(({ code }) => code === row.pop_event_code)
    if (step) return step.evidence ?? []
  }
  return []
}
/** Events had no files then: of what was done only the position can have been shown. */
export function notShown(row: StoredRow, all: Snapshot): string[] {
  const event = row.fulfilled_by_event_id ? all.get('event')?.get(`${row.tenant_id} ${row.fulfilled_by_event_id}`) : undefined
  const requested = row.fulfilled_by_event_id ? evidenceOf(row, all) : []
  return ['PHOTO', 'GPS', 'DOC', 'SIGNATURE'].filter((kind) => requested.includes(kind) && !(kind === 'GPS' && event?.gps))
}
