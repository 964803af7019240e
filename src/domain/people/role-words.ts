// What each role is for, in one sentence for whoever gives it. Apart from what it reaches by (role-reach.ts), which every
// list of the product loads with the declarations.
import type { Role } from '../kernel/terms.ts'

export const roleSentences: Readonly<Record<Role, string>> = {
  ADMIN: 'Sets up the programme: its people, operators, seasons and schemes. Sees and changes everything.',
  OPERATOR_MANAGER: 'Runs the internal control of their operators: approves farmers, plots and estimates, and keeps the lots.',
  FIELD_OFFICER: 'Registers farmers, maps plots and records the season with them.',
  INTERNAL_INSPECTOR: 'Inspects farmers and plots, and writes down what does not conform.',
  PURCHASE_OFFICER: 'Buys from farmers at the centre and keeps its stock.',
  PROCESSOR_USER: 'Takes in, processes and sends on at their own processor.',
  CERTIFICATION_BODY_AUDITOR: 'Audits the operators named here and decides on their certificates.',
  BRAND_VIEWER: 'Follows the lots of the operators named here, without farmers’ names.',
  READ_ONLY_VIEWER: 'Looks at everything of their operators, personal details aside, and changes nothing.',
  FARMER: 'Sees their own plots and crops on the phone. Say above which farmer they are.',
}
