// What a typed or scanned code leads to, as it is answered. Whatever is not a field here reaches nobody.
import { z } from 'zod'
import { day, text } from '../kernel/answer-shapes.ts'

const certificate = z.object({
  number: text,
  scheme: text,
  body: text,
  holder: text.describe('Organisation that holds it, never a person.'),
  validFrom: day,
  validTo: day,
  validity: z
    .enum(['valid', 'expiring', 'not yet', 'expired', 'suspended', 'withdrawn'])
    .describe('`expiring`: valid, and its last day is within 60 days; `not yet`: its first day is still to come.'),
})
export const publicCode = z
  .object({
    pages: z.array(z.object({ kind: z.enum(['crop', 'batch']), address: text })).describe('Addresses of public pages of lots and crops.'),
    certificates: z.array(certificate).describe('Of this number.'),
  })
  .meta({ id: 'PublicCode' })
export type PublicCode = z.infer<typeof publicCode>
export type PublicCertificate = z.infer<typeof certificate>
export type CertificateValidity = PublicCertificate['validity']
