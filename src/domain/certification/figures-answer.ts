// What the lists of schemes and of certification bodies count of each, as it is answered: of what the reader lists, and null where they list none of it.
import { z } from 'zod'
import { count, hectares, id } from '../kernel/answer-shapes.ts'

/** Records of one question. */
export const mostFigures = 200

const counted = count.nullable()
const scheme = z.object({
  id,
  operators: counted.describe('Operators with a scope certificate of it that is in force today.'),
  farmers: counted.describe('Their active members.'),
  areaHa: hectares.nullable().describe('Of their plots in use: mapped where there is a boundary, else declared.'),
  expiring: counted.describe('Scope certificates in force whose last day is within 60 days.'),
})
export const schemeFigures = z.object({ items: z.array(scheme) }).meta({ id: 'SchemeFigures' })
export type SchemeFigures = z.infer<typeof schemeFigures>

const body = z.object({
  id,
  schemes: count.describe('Schemes for which its accreditation runs today.'),
  operators: counted.describe('Operators with a scope certificate of it that is in force today.'),
  certificates: counted.describe('Those scope certificates, of operators and processors.'),
  pending: counted.describe('Transaction certificates that are submitted or under review.'),
  medianDays: z.number().min(0).nullable().describe('From submission to issue, over all that it issued; null: none.'),
})
export const bodyFigures = z.object({ items: z.array(body) }).meta({ id: 'BodyFigures' })
export type BodyFigures = z.infer<typeof bodyFigures>
