// The 22 people of the demo programme who sign in: the cast, whom the development identity provider
// knows, and their colleagues, so that every operator and gin has its own staff.
import { type DemoGrant, demoPeople } from '#server/dev/people.ts'
import { demoPhone } from './names.ts'
import { type Village, villages } from './places.ts'

export type Staff = { name: string; email: string; phone: string; role: DemoGrant['role']; operators: string[]; processors: string[]; bodies: string[] }

const colleagues: readonly [name: string, role: DemoGrant['role'], scope: { operators?: string[]; processors?: string[]; bodies?: string[] }][] = [
  ['Baldev Solanki', 'OPERATOR_MANAGER', { operators: ['OP3'] }],
  ['Harish Nagar', 'FIELD_OFFICER', { operators: ['OP1'] }],
  ['Kavita Pawar', 'FIELD_OFFICER', { operators: ['OP2'] }],
  ['Nilesh Tare', 'FIELD_OFFICER', { operators: ['OP2'] }],
  ['Rupa Dudwe', 'FIELD_OFFICER', { operators: ['OP3'] }],
  ['Sanjay Waskel', 'FIELD_OFFICER', { operators: ['OP3'] }],
  ['Vasant Bhatt', 'INTERNAL_INSPECTOR', { operators: ['OP1'] }],
  ['Meena Kothari', 'INTERNAL_INSPECTOR', { operators: ['OP2'] }],
  ['Tukaram Shinde', 'INTERNAL_INSPECTOR', { operators: ['OP3'] }],
  ['Wasim Qureshi', 'PURCHASE_OFFICER', { operators: ['OP3'] }],
  ['Farida Contractor', 'PROCESSOR_USER', { processors: ['SENDHWA-GIN'] }],
  ['Yusuf Merchant', 'PROCESSOR_USER', { processors: ['INDORE-SPINNER', 'DEWAS-KNITTER'] }],
  ['Devika Rao', 'CERTIFICATION_BODY_AUDITOR', { operators: ['OP3'], bodies: ['CB-DECCAN'] }],
  // Of the brand that buys the fabric: follows the lots of these groups and mills.
  ['Bettina Vogel', 'BRAND_VIEWER', { operators: ['OP1', 'OP2'], processors: ['INDORE-SPINNER', 'DEWAS-KNITTER'] }],
]

export const staff: readonly Staff[] = [
  ...demoPeople
    .filter(({ tenant, grants }) => tenant === 'cotton' && grants.length > 0)
    .map(({ name, email, grants: [grant] }) => ({
      name,
      email,
      role: grant?.role ?? ('READ_ONLY_VIEWER' as const),
      operators: grant?.operators ?? [],
      processors: grant?.processors ?? [],
      bodies: grant?.bodies ?? [],
    })),
  ...colleagues.map(([name, role, { operators = [], processors = [], bodies = [] }]) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@cotton.example`,
    role,
    operators,
    processors,
    bodies,
  })),
].map((one, index) => ({ ...one, phone: demoPhone(80_001 + index) }))

/** Who does a kind of work for an operator or a gin: the first of that role whom it reaches. */
export function staffFor(role: Staff['role'], where: string): Staff {
  const found = staff.find(
    (one) => one.role === role && (role === 'ADMIN' || one.operators.includes(where) || one.processors.includes(where) || one.bodies.includes(where)),
  )
  if (!found) throw new Error(`${where} has no ${role}`)
  return found
}

/** Who looks after the members of a village: the officers of an operator share its villages. */
export function officerOf(village: Village): Staff {
  const officers = staff.filter(({ role, operators }) => role === 'FIELD_OFFICER' && operators.includes(village.operator))
  const own = villages.filter(({ operator }) => operator === village.operator)
  return officers[own.indexOf(village) % officers.length] ?? staffFor('FIELD_OFFICER', village.operator)
}
