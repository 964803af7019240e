// The demo cast: the people whom every test, the demo programme, the screenshots and the documents know.
// The development identity provider signs them in; what they may do is decided by their record in the tenant.
import type { Role } from '#domain/access.ts'

/** One role, with operators, processors and certification bodies by code; ids are looked up when the person is registered. */
export type DemoGrant = { role: Role; operators?: string[]; processors?: string[]; bodies?: string[]; villages?: string[] }

export type DemoPerson = {
  /** `ada@cotton`: how the person is called on a command line. */
  login: string
  tenant: 'cotton' | 'dairy'
  name: string
  /** Also who they are to the identity provider (`sub`). */
  email: string
  /** What they do, as the sign-in page says it. */
  work: string
  /** Empty for a person whom the identity provider knows and the programme does not. */
  grants: DemoGrant[]
}

/** Codes of the demo operators and processors that the cast belongs to (domain dictionary section 15). */
export const demoCodes = {
  narmada: 'OP1',
  maheshwar: 'OP2',
  barwani: 'OP3',
  gir: 'GIR',
  khargoneGin: 'KHARGONE-GIN',
  sendhwaGin: 'SENDHWA-GIN',
  nimarBody: 'CB-NIMAR',
} as const

const person = (key: string, tenant: DemoPerson['tenant'], name: string, work: string, grants: DemoGrant[]): DemoPerson => ({
  login: `${key}@${tenant}`,
  tenant,
  name,
  email: `${key}@${tenant}.example`,
  work,
  grants,
})

export const demoPeople: readonly DemoPerson[] = [
  person('ada', 'cotton', 'Ada Deshmukh', 'Administrator of the programme', [{ role: 'ADMIN' }]),
  person('omar', 'cotton', 'Omar Sheikh', 'Operator manager, Narmada Organic Growers', [{ role: 'OPERATOR_MANAGER', operators: [demoCodes.narmada] }]),
  person('fatima', 'cotton', 'Fatima Ansari', 'Field officer, Narmada Organic Growers', [{ role: 'FIELD_OFFICER', operators: [demoCodes.narmada] }]),
  person('ines', 'cotton', 'Ines Fernandes', 'Internal inspector, Narmada Organic Growers', [{ role: 'INTERNAL_INSPECTOR', operators: [demoCodes.narmada] }]),
  person('pooja', 'cotton', 'Pooja Bansal', 'Purchase officer, Narmada and Maheshwar', [
    { role: 'PURCHASE_OFFICER', operators: [demoCodes.narmada, demoCodes.maheshwar] },
  ]),
  person('paul', 'cotton', 'Paul Kurien', 'Ginner at Khargone Gin', [{ role: 'PROCESSOR_USER', processors: [demoCodes.khargoneGin] }]),
  person('carla', 'cotton', 'Carla Moretti', 'Auditor of the certification body', [
    { role: 'CERTIFICATION_BODY_AUDITOR', operators: [demoCodes.narmada, demoCodes.maheshwar, demoCodes.barwani], bodies: [demoCodes.nimarBody] },
  ]),
  person('leela', 'cotton', 'Leela Kulkarni', 'Operator manager, Maheshwar Jaivik', [{ role: 'OPERATOR_MANAGER', operators: [demoCodes.maheshwar] }]),
  person('nobody', 'cotton', 'Noor Nobody', 'Has an account, but no place in the programme', []),
  person('dina', 'dairy', 'Dina Ahir', 'Administrator of the dairy programme', [{ role: 'ADMIN' }]),
  person('gopal', 'dairy', 'Gopal Desai', 'Operator manager, Gir Valley Dairy', [{ role: 'OPERATOR_MANAGER', operators: [demoCodes.gir] }]),
]

/** By short login (`ada@cotton`) or e-mail address. */
export const findDemoPerson = (login: string): DemoPerson | undefined => demoPeople.find((one) => one.login === login || one.email === login)
