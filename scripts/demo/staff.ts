// The 22 people of the demo programme who sign in: the cast, whom the development identity provider
// knows, and their colleagues, so that every operator and gin has its own staff.
import { type DemoGrant, demoPeople } from '#server/dev/people.ts'
import { demoPhone } from './names.ts'

export type Staff = { name: string; email: string; phone: string; role: DemoGrant['role']; operators: string[]; processors: string[] }

const colleagues: readonly [name: string, role: DemoGrant['role'], scope: { operators?: string[]; processors?: string[] }][] = [
  ['Baldev Solanki', 'OM', { operators: ['OP3'] }],
  ['Harish Nagar', 'FO', { operators: ['OP1'] }],
  ['Kavita Pawar', 'FO', { operators: ['OP2'] }],
  ['Nilesh Tare', 'FO', { operators: ['OP2'] }],
  ['Rupa Dudwe', 'FO', { operators: ['OP3'] }],
  ['Sanjay Waskel', 'FO', { operators: ['OP3'] }],
  ['Vasant Bhatt', 'II', { operators: ['OP1'] }],
  ['Meena Kothari', 'II', { operators: ['OP2'] }],
  ['Tukaram Shinde', 'II', { operators: ['OP3'] }],
  ['Wasim Qureshi', 'PO', { operators: ['OP3'] }],
  ['Farida Contractor', 'PU', { processors: ['SENDHWA-GIN'] }],
  ['Yusuf Merchant', 'PU', { processors: ['KHARGONE-GIN', 'SENDHWA-GIN'] }],
  ['Devika Rao', 'CB', { operators: ['OP3'] }],
  ['Bettina Vogel', 'BV', {}],
]

export const staff: readonly Staff[] = [
  ...demoPeople
    .filter(({ tenant, grants }) => tenant === 'cotton' && grants.length > 0)
    .map(({ name, email, grants: [grant] }) => ({
      name,
      email,
      role: grant?.role ?? ('RV' as const),
      operators: grant?.operators ?? [],
      processors: grant?.processors ?? [],
    })),
  ...colleagues.map(([name, role, { operators = [], processors = [] }]) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@cotton.example`,
    role,
    operators,
    processors,
  })),
].map((one, index) => ({ ...one, phone: demoPhone(80_001 + index) }))

/** Who does a kind of work for an operator or a gin: the first of that role whom it reaches. */
export function staffFor(role: Staff['role'], where: string): Staff {
  const found = staff.find((one) => one.role === role && (role === 'AD' || one.operators.includes(where) || one.processors.includes(where)))
  if (!found) throw new Error(`${where} has no ${role}`)
  return found
}
