// What a holder's record shows of its certification. It follows from the scope certificates that were confirmed; nobody types it
// (docs/decisions/0059). What was typed before scope certificates were records stays readable, and nothing asks it.
import { choice, date, derived, optional, rows, text } from './kinds.ts'

/** A scope certificate that was confirmed is in one of these states. */
export const certificateStates = { VALID: 'Valid', SUSPENDED: 'Suspended', EXPIRED: 'Expired', WITHDRAWN: 'Withdrawn' } as const

export const certifiedFields = {
  certificationBody: derived(text('Certification body', { max: 161 })),
  certificateNo: derived(text('Scope certificate', { max: 40 })),
  certificateValidTo: derived(date('Certificate valid to', { sort: true })),
  certificateStatus: derived(choice('Certificate', certificateStates)),
  statedCertification: derived(
    rows(
      'Stated by the holder',
      {
        scheme: optional(text('Scheme', { max: 40 })),
        certificationBody: optional(text('Certification body', { max: 80 })),
        certificateNo: optional(text('Certificate no.', { max: 40 })),
        since: optional(date('Since')),
        validTo: optional(date('Valid to')),
      },
      { max: 20 },
    ),
  ),
}
