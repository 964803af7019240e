// Findings of rules kept open on a record until they no longer hold or somebody settles them.
import type { AnyEntity, Finding } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'

export type Flag = Finding & { id: string; subjectId: string; eventId: string | null; openedAt: string }

/** Open findings of these records, oldest first. */
export async function openFlags(scope: Scope, entity: AnyEntity, ids: readonly string[]): Promise<Map<string, Flag[]>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('flag')
    .selectAll()
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', 'in', [...ids])
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  const flags = rows.map(
    (row): Flag => ({
      id: row.id,
      subjectId: row.subject_id,
      eventId: row.event_id,
      ruleId: row.rule_id,
      severity: row.severity,
      message: row.message,
      openedAt: row.opened_at,
      ...(row.figures ? { figures: row.figures } : {}),
    }),
  )
  return Map.groupBy(flags, ({ subjectId }) => subjectId)
}

/**
 * Keeps findings of a record. A rule has at most one open finding per record: a new one replaces its words and figures.
 * `recheck`: these came from checking the whole record, so earlier ones of that origin that did not come again are closed.
 */
export async function saveFlags(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  findings: readonly Finding[],
  { eventId, recheck = false }: { eventId: string | null; recheck?: boolean },
): Promise<void> {
  for (const finding of findings) {
    await scope.db
      .insertInto('flag')
      .values({
        tenant_id: scope.tenant.id,
        id: scope.newId(),
        rule_id: finding.ruleId,
        severity: finding.severity,
        subject_type: entity.name,
        subject_id: subjectId,
        event_id: eventId,
        message: finding.message,
        figures: finding.figures ? JSON.stringify(finding.figures) : null,
        opened_at: scope.now.toISOString(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'subject_type', 'subject_id', 'rule_id'])
          .where('closed_at', 'is', null)
          .doUpdateSet((row) => ({
            severity: row.ref('excluded.severity'),
            message: row.ref('excluded.message'),
            figures: row.ref('excluded.figures'),
            event_id: row.ref('excluded.event_id'),
          })),
      )
      .execute()
  }
  if (!recheck) return
  const again = findings.map(({ ruleId }) => ruleId)
  let old = scope.db
    .updateTable('flag')
    .set({ closed_at: scope.now.toISOString(), closed_by: scope.user.id, resolution: 'No longer holds' })
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .where('event_id', 'is', null)
  if (again.length) old = old.where('rule_id', 'not in', again)
  await old.execute()
}

/** Closes the open findings of these rules, whatever raised them, when what they spoke of has been settled. */
export async function closeFlagsOfRules(scope: Scope, entity: AnyEntity, subjectId: string, rules: readonly string[], resolution: string): Promise<void> {
  await scope.db
    .updateTable('flag')
    .set({ closed_at: scope.now.toISOString(), closed_by: scope.user.id, resolution })
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .where('rule_id', 'in', [...rules])
    .where('closed_at', 'is', null)
    .execute()
}

/** Closes what an event raised, when the event is taken back. */
export async function closeFlagsOfEvent(scope: Scope, eventId: string, resolution: string): Promise<void> {
  await scope.db
    .updateTable('flag')
    .set({ closed_at: scope.now.toISOString(), closed_by: scope.user.id, resolution })
    .where('tenant_id', '=', scope.tenant.id)
    .where('event_id', '=', eventId)
    .where('closed_at', 'is', null)
    .execute()
}
