// Work of the season, given by the managers: what was agreed with each member, most of it done by now, and what is under way. One more task, the cause
// of a positive test, the product gives itself.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { Step } from './load-field.ts'
import { operators } from './places.ts'
import type { Programme } from './programme.ts'
import { type Staff, staffFor } from './staff.ts'

type Work = {
  subject: string
  type: string
  priority: string
  /** Days from the day of the programme. */
  due: number
  by: Staff['role']
  /** Place of the member in the operator's list, where it is about one. */
  member?: number
  checklist?: readonly string[]
  recurrence?: 'WEEKLY' | 'MONTHLY'
  progress?: 'STARTED' | 'DONE'
  outcome?: string
}
const atOperator: Readonly<Record<string, readonly Work[]>> = {
  OP1: [
    { subject: 'Find the cause of the overlap and draw the boundary again', type: 'DATA_FIX', priority: 'P1', due: 1, by: 'FIELD_OFFICER', member: 3 },
    { subject: 'Bring the signed lease', type: 'DOCUMENT', priority: 'P2', due: -3, by: 'FIELD_OFFICER', member: 11 },
    {
      subject: 'Visit before the third picking',
      type: 'VISIT',
      priority: 'P3',
      due: 4,
      by: 'FIELD_OFFICER',
      member: 18,
      checklist: ['Call the evening before', 'Look at the store: no plastic bags', 'Count the pickings in the diary'],
      progress: 'STARTED',
    },
    { subject: 'Second inspection of the large farms', type: 'INSPECTION', priority: 'P2', due: 9, by: 'INTERNAL_INSPECTOR' },
    {
      subject: 'Training: neem extract and thresholds',
      type: 'TRAINING',
      priority: 'P3',
      recurrence: 'MONTHLY',
      due: 14,
      by: 'FIELD_OFFICER',
      checklist: ['Room at the centre', 'Invite the women’s group'],
    },
    {
      subject: 'Photograph the buffer strip',
      type: 'VISIT',
      priority: 'P3',
      due: -6,
      by: 'FIELD_OFFICER',
      member: 24,
      progress: 'DONE',
      outcome: 'Strip of 7 m, maize still standing',
    },
  ],
  OP2: [
    { subject: 'Ask for the seed bills that are missing', type: 'DOCUMENT', priority: 'P2', due: 3, by: 'FIELD_OFFICER', member: 7 },
    { subject: 'Second inspection of the large farms', type: 'INSPECTION', priority: 'P2', due: 8, by: 'INTERNAL_INSPECTOR' },
  ],
}

/** Agreed with a member, each on its day: `from`, `step`: days from the day of the programme to the first and between them. */
type Round = Pick<Work, 'subject' | 'type' | 'by' | 'outcome'> & { from: number; step: number; count: Readonly<Record<string, number>> }
const rounds: readonly Round[] = [
  { subject: 'Bring the seed bill', type: 'DOCUMENT', by: 'FIELD_OFFICER', outcome: 'Filed', from: -190, step: 1, count: { OP1: 12, OP2: 10, OP3: 6 } },
  { subject: 'Count the seedlings', type: 'VISIT', by: 'FIELD_OFFICER', outcome: 'Few gaps', from: -150, step: 1, count: { OP1: 14, OP2: 10, OP3: 6 } },
  {
    subject: 'Inspection of the second round',
    type: 'INSPECTION',
    by: 'INTERNAL_INSPECTOR',
    outcome: 'Done on the plot',
    from: -98,
    step: 2,
    count: { OP1: 12, OP2: 9, OP3: 5 },
  },
  {
    subject: 'Look at the store before the first picking',
    type: 'VISIT',
    by: 'FIELD_OFFICER',
    outcome: 'Dry, no plastic',
    from: -70,
    step: 1,
    count: { OP1: 12, OP2: 8, OP3: 4 },
  },
  {
    subject: 'The telephone does not answer',
    type: 'DATA_FIX',
    by: 'FIELD_OFFICER',
    outcome: 'New number noted',
    from: -40,
    step: 6,
    count: { OP1: 6, OP2: 4, OP3: 3 },
  },
  { subject: 'Scout the wheat', type: 'VISIT', by: 'FIELD_OFFICER', outcome: 'Below the threshold', from: -9, step: 3, count: { OP1: 4, OP2: 4 } },
]
/** Whatever was due so many days ago is done, and what lies ahead is not. */
const openDays = 3

const workOf = (operator: string): Work[] => [
  ...(atOperator[operator] ?? []),
  ...rounds.flatMap(({ from, step, count, outcome, ...round }, at) =>
    Array.from({ length: count[operator] ?? 0 }, (_, index): Work => {
      const due = from + index * step
      const isDone = due < -openDays
      return { ...round, priority: 'P3', due, member: (at * 13 + index * 2) % 40, ...(isDone ? { progress: 'DONE', ...(outcome ? { outcome } : {}) } : {}) }
    }),
  ),
]

/** Gives each piece of work to the first of its role at the operator. */
export function taskSteps(client: DemoClient, { calendar }: Programme): Step[] {
  return [
    {
      label: 'tasks',
      run: async () => {
        for (const { code } of operators) await giveOut(client, code, workOf(code), calendar.anchor)
      },
    },
  ]
}

async function giveOut(client: DemoClient, operator: string, tasks: readonly Work[], anchor: string): Promise<void> {
  const manager = staffFor('OPERATOR_MANAGER', operator)
  const administrator = staffFor('ADMIN', operator)
  const people = await client.idsByCode(administrator, '-', 'user', 'email')
  const members = [...(await client.idsByCode(manager, operator, 'farmer')).values()]
  for (const [place, { due, by, member, checklist = [], progress, outcome, ...task }] of tasks.entries()) {
    const doer = staffFor(by, operator)
    const body = {
      ...task,
      dueDate: addDays(anchor, due),
      assigneeId: people.get(doer.email),
      checklist: checklist.map((item) => ({ item, done: false })),
      evidence: [],
      fourEyes: false,
      ...(member === undefined ? {} : { farmerId: members[member] }),
    }
    const id = await client.create(manager, operator, 'task', body, `${operator}-${place}`)
    if (progress) await client.record(doer, operator, 'task', id, progress, at(due < 0 ? addDays(anchor, due) : anchor, 9), outcome ? { outcome } : {})
  }
}
