// Who may confirm a scope certificate (domain dictionary 5.3): a body that is active and accredited for the scheme on the day
// of issue; and what is not possible any more after its last day.
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { defineBehaviour, type EventBehaviour } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { impossible } from '../../store/record-event.ts'

const scopecertificate = entityOf('scopecertificate')

const confirmed: EventBehaviour<typeof scopecertificate> = {
  async apply(scope, { subject }) {
    const [body] = await recordsById(scope, entityOf('certificationbody'), [subject.certificationBodyId])
    if (body?.status !== 'ACTIVE')
      throw ruleBlocked('5.3', phrase`${body?.title ?? ''} is not an active certification body; nothing it issues is confirmed.`, {
        status: body?.status ?? null,
      })
    const issuedOn = subject.issueDate
    const isAccredited = body.schemes.some(({ schemeId, from, to }) => schemeId === subject.schemeId && from <= issuedOn && (!to || to >= issuedOn))
    if (!isAccredited) throw ruleBlocked('5.3', phrase`${body.title} was not accredited for this scheme on ${onDay(issuedOn)}.`, { issuedOn })
  },
}

/** After its last day a certificate has expired, whether the clock has recorded that yet or not. */
const inTerm = <K extends 'SUSPENDED' | 'REINSTATED' | 'WITHDRAWN'>(type: K): EventBehaviour<typeof scopecertificate, K> => ({
  async check(scope, { subject, event }) {
    if (localDay(scope, event.occurredAt) > subject.validTo) throw impossible(scopecertificate, scopecertificate.events[type], 'EXPIRED', subject.status)
  },
})

export const scopecertificateBehaviour = defineBehaviour(scopecertificate, {
  events: { CONFIRMED: confirmed, SUSPENDED: inTerm('SUSPENDED'), REINSTATED: inTerm('REINSTATED'), WITHDRAWN: inTerm('WITHDRAWN') },
})
