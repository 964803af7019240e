// An audit as the record of a company has it (domain dictionary 4.1): noted by the product when one with a checklist is signed, or recorded by an auditor of the body that certifies
// the company; who may is asked as for one with a checklist (BR-24).
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { readEvent } from '../../store/events.ts'
import { checkAuditor } from '../certification/company-auditors.ts'
import { certifierFor, requireSettingBody } from '../certification/own-body.ts'

const processor = entityOf('processor')

/** Findings and files that were noted with an audit before nobody enters any more (docs/decisions/0150): its correction has them still. */
async function notedBefore(scope: Scope, companyId: string, replacedId: string | null): Promise<Record<string, unknown>> {
  const replaced = replacedId ? await readEvent(scope, processor, companyId, replacedId) : undefined
  const { findings, files } = replaced?.event_type === 'AUDIT' ? replaced.data : {}
  return { ...(findings ? { findings } : {}), ...(Array.isArray(files) && files.length ? { files } : {}) }
}

export const companyAudit: EventBehaviour<typeof processor, 'AUDIT'> = {
  withCause: true,
  complete: async (scope, { id }, { data, supersedesEventId }) =>
    data.auditId ? {} : { ...(await notedBefore(scope, id, supersedesEventId)), certificationBodyId: await certifierFor(scope, id) },
  async check(scope, { subject, event }) {
    const { auditId, certificationBodyId = null, nextDueOn } = event.data
    if (auditId) return
    await checkAuditor(scope, { processorId: subject.id, certificationBodyId }, scope.user.id)
    if (nextDueOn && nextDueOn <= localDay(scope, event.occurredAt)) throw fieldProblem('data.nextDueOn', 'min', 'The next audit is after this one.')
  },
  async checkVoid(scope, { subject, event }) {
    if (!event.data.auditId) await requireSettingBody(scope, event.data.certificationBodyId ?? null, { operatorId: null, processorId: subject.id })
  },
}
