// Work of the season (domain dictionary 15: 140 tasks). What is due by a package and what was found to be wrong, the product gives out itself, and the cause of a
// positive test. The managers give what is under way and what was agreed with each member, until there are as many as the programme has.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { type Operator, operators } from './places.ts'
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

/** In the programme, with those that the product gives. */
const tasksInAll = 140

const underWay = (operator: string): Work[] => [...(atOperator[operator] ?? [])]
/** The first of each round for each operator, then the second. */
function agreed(): { operator: Operator['code']; work: Work }[] {
  const most = Math.max(...rounds.flatMap(({ count }) => Object.values(count)))
  return Array.from({ length: most }, (_, index) =>
    rounds.flatMap(({ from, step, count, outcome, ...round }, at) =>
      operators.flatMap(({ code }) => {
        if (index >= (count[code] ?? 0)) return []
        const due = from + index * step
        const isDone = due < -openDays
        const progress = isDone ? ({ progress: 'DONE', ...(outcome ? { outcome } : {}) } as const) : {}
        return [{ operator: code, work: { ...round, priority: 'P3', due, member: (at * 13 + index * 2) % 40, ...progress } }]
      }),
    ),
  ).flat()
}

/** Each piece of work to the first of its role at the operator. */
export async function giveTasks(client: DemoClient, { calendar }: Programme): Promise<void> {
  const given = operators.flatMap(({ code }) => underWay(code).map((work) => ({ operator: code, work })))
  let others = 0
  for (const { code } of operators) others += await countOthers(client, code)
  const all = [...given, ...agreed().slice(0, Math.max(0, tasksInAll - others - given.length))]
  for (const { code } of operators)
    await giveOut(
      client,
      code,
      all.flatMap(({ operator, work }) => (operator === code ? [work] : [])),
      calendar.anchor,
    )
}

/** Tasks that are not given here: by the product, or by the administrator. */
async function countOthers(client: DemoClient, operator: string): Promise<number> {
  const manager = staffFor('OPERATOR_MANAGER', operator)
  const own = (await client.idsByCode(staffFor('ADMIN', operator), '-', 'user', 'email')).get(manager.email)
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: { createdBy: string | null }[]; next: string | null } = await client.send(
      manager,
      operator,
      `/task?limit=200&fields=createdBy${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    count += page.items.filter(({ createdBy }) => createdBy !== own).length
    cursor = page.next
  }
  return count
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
