// Who reads the books of a holder of goods: what came in, was made, sent and certified (BR-12a; domain dictionary 8, reports). People of a group read
// those of the group: a company works for others, too. Its own people, its certification body and the administrator read those of a company.
import { canOn, type Role, type User } from './access.ts'
import { entityOf } from './entities.ts'
import type { Row } from './kernel/entity.ts'

const readers: Readonly<Record<'collective' | 'processor', readonly Role[]>> = {
  collective: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER'],
  processor: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR', 'PROCESSOR_USER'],
}

/** By a role that reads such books and reaches this holder. */
export const mayReadBooks = (user: User, kind: 'collective' | 'processor', holder: Row): boolean =>
  canOn({ ...user, grants: user.grants.filter(({ role }) => readers[kind].includes(role)) }, entityOf(kind), 'V', holder)

/** Whether any role of theirs reads books of this kind, whoever’s. */
export const readsBooks = ({ grants }: User, kind: 'collective' | 'processor'): boolean => grants.some(({ role }) => readers[kind].includes(role))
