// A person's roles: whom they reach, and that a programme never loses its last administrator (6.4).
import { sql } from 'kysely'
import type { RoleGrant } from '#domain/access.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, Scope } from '../scope.ts'

const grantsOf = (row: Row): RoleGrant[] => (row.roles as RoleGrant[] | null) ?? []
const isAdministrator = (row: Row): boolean => grantsOf(row).some(({ role }) => role === 'AD')

async function keepAnAdministrator(scope: Scope, leaving: Row): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from "user" as u where u.tenant_id = ${scope.tenant.id} and u.id <> ${leaving.id}::uuid and u.status in ('ACTIVE', 'INVITED') and u.deleted_at is null
      and exists (select 1 from jsonb_array_elements(u.roles) as g where g->>'role' = 'AD') order by u.id for update`.execute(scope.db)
  if (rows.length === 0) throw ruleBlocked('6.4', 'This is the last administrator. Give somebody else the role first.', { administrators: 1 })
}
const leaves: EventBehaviour = {
  apply: async (scope, { subject }) => {
    if (isAdministrator(subject)) await keepAnAdministrator(scope, subject)
  },
  async undo() {},
}

export const userBehaviour: Behaviour = {
  async prepare(scope, { before, after }) {
    for (const places of ['operatorIds', 'processorIds'] as const) after[places] = [...new Set(grantsOf(after).flatMap((grant) => grant[places] ?? []))]
    if (before && isAdministrator(before) && !isAdministrator(after)) await keepAnAdministrator(scope, after)
  },
  events: { SUSPENDED: leaves, DEACTIVATED: leaves },
}
