// A processor is active with a scope certificate in force, or for conventional goods alone (4.1). It leaves the programme only when it holds nothing of it any more (4.1), and what it traded while it was suspended is found.

import { sql } from 'kysely'
import { companyStates } from '#domain/certification/party-then.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'

import { followParty } from '../../ledger/party-followers.ts'
import { lockPartyFirst } from '../../ledger/party-then.ts'
import { isFinalBuyer, scopeCover } from '../../ledger/scope-cover.ts'
import { judgeTicketsLater } from '../../ledger/ticket-findings.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { readEvent } from '../../store/events.ts'
import { settleLapse } from '../certification/lapsed-company.ts'
import { companyAudit } from './company-audit.ts'
import { refuseOwnPrincipal, subcontractorFindingsLeft } from './subcontractors.ts'

/** Σ kilograms that a processor holds (kg). */
export async function stockKgOf(scope: Scope, processorId: string): Promise<number> {
  const { rows } = await sql<{
    kg: number
  }>`select coalesce(sum(b.on_hand_kg), 0) as kg from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.processor_id = ${processorId}::uuid and b.deleted_at is null`.execute(
    scope.db,
  )
  return rows[0]?.kg ?? 0
}

const processor = entityOf('processor')
/** Where it is active by this, or without it, its certificate may have ended meanwhile. */
const follow: EventBehaviour<typeof processor>['follow'] = async (scope, { subject, event }) => {
  await followParty(scope, { kind: 'processor', id: subject.id }, event.occurredAt)
  await settleLapse(scope, subject.id)
}

/** In force on the day from which it is active, or, where that is recorded later, today. A brand that only sells to consumers needs none (BR-12 T04). */
async function refuseUncertified(scope: Scope, { id, types, isConventional }: Stored<typeof processor>, occurredAt: string): Promise<void> {
  if (isConventional === true || isFinalBuyer(types)) return
  for (const day of new Set([localDay(scope, occurredAt), localDay(scope)])) if (await scopeCover(scope, { kind: 'processor', id }, day)) return
  const message = 'It has no scope certificate in force: have one confirmed first, or enter that it handles conventional goods only.'
  throw new Problem('RULE_BLOCKED', { ruleId: '4.1', message, fields: [{ path: 'isConventional', code: 'required', message }] })
}

/** Who was admitted before this was judged stays so, and from when may be corrected, to a later moment (docs/decisions/0138); to an earlier one it is judged anew. */
const certified: EventBehaviour<typeof processor>['check'] = async (scope, { subject, event }) => {
  const former = event.supersedesEventId ? await readEvent(scope, processor, subject.id, event.supersedesEventId) : undefined
  const isLater = former?.event_type === event.eventType && Date.parse(event.occurredAt) >= Date.parse(former.occurred_at)
  if (!isLater) await refuseUncertified(scope, subject, event.occurredAt)
}

/** What it bought meanwhile is found; what it sent, and its certificates, are by its scope certificate (docs/decisions/0143). */
const followLapse: EventBehaviour<typeof processor>['follow'] = (scope, { subject, event }) =>
  judgeTicketsLater(scope, { kind: 'processor', id: subject.id }, event.occurredAt)

export const processorBehaviour = defineBehaviour(processor, {
  lockFirst: lockPartyFirst,
  states: companyStates(processor),
  async prepare(scope, { before, after, flag }) {
    refuseOwnPrincipal(after)
    for (const finding of await subcontractorFindingsLeft(scope, after)) flag(finding)
    // Neither mark is taken from an active company without a certificate: that for conventional goods alone, or that it only sells to consumers.
    const hadMark = before?.status === 'ACTIVE' && (before.isConventional === true || isFinalBuyer(before.types))
    if (hadMark && after.isConventional !== true && !isFinalBuyer(after.types)) await refuseUncertified(scope, after, scope.now.toISOString())
  },
  events: {
    ACTIVATED: { check: certified },
    AUDIT: companyAudit,
    SUSPENDED: { follow },
    REINSTATED: { check: certified, follow },
    SCOPE_LAPSED: { follow: followLapse },
    SCOPE_RESTORED: { follow: followLapse },
    EXITED: {
      follow,
      async apply(scope, { subject }) {
        const kg = await stockKgOf(scope, subject.id)
        if (kg > 0) throw ruleBlocked('4.1', phrase`${kilograms(kg)} are in its books still.`, { onHandKg: kg })
      },
    },
  },
})
