// What each role is for, in one sentence for whoever gives it. Apart from what it reaches by (role-reach.ts), which every
// list of the product loads with the declarations.
import type { Role } from '../kernel/terms.ts'

export const roleSentences: Readonly<Record<Role, string>> = {
  AD: 'Sets up the programme: its people, operators, seasons and schemes. Sees and changes everything.',
  OM: 'Runs the internal control of their operators: approves farmers, plots and estimates, and keeps the lots.',
  FO: 'Registers farmers, maps plots and records the season with them.',
  II: 'Inspects farmers and plots, and writes down what does not conform.',
  PO: 'Buys from farmers at the centre and keeps its stock.',
  PU: 'Takes in, processes and sends on at their own processor.',
  CB: 'Audits the operators named here and decides on their certificates.',
  BV: 'Follows the lots of the operators named here, without farmers’ names.',
  RV: 'Looks at everything of their operators, personal details aside, and changes nothing.',
  FA: 'Sees their own plots and crops on the phone. Say above which farmer they are.',
}
