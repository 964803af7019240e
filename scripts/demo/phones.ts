// What people send in from their telephones and what the office decides of it, once however often the loading is interrupted. How many of each form the
// programme has (domain dictionary 15): 260 with the planted ones that are rejected (load-planted.ts, wrong-runs.ts); 18 wait and 2 are in conflict.
import type { DemoClient } from './demo-client.ts'
import type { Operator } from './places.ts'
import { type Staff, staffFor } from './staff.ts'

/** What became of them. `failed`: approved, and refused when it was carried out. */
type Counts = Partial<Record<'applied' | 'waiting' | 'conflicts' | 'returned' | 'rejected' | 'failed', number>>
export type FormCode = 'FARMER_REG' | 'PARCEL_BOUNDARY' | 'CROP_EVENT' | 'INSPECTION' | 'PURCHASE' | 'BATCH_EVENT' | 'PUBLIC_BOUNDARY' | 'GRIEVANCE'

/** Beside five that are planted: of a crop, an inspection and three of gin runs. */
const sentIn: Readonly<Record<FormCode, Readonly<Record<Operator['code'], Counts>>>> = {
  CROP_EVENT: {
    OP1: { applied: 54, waiting: 2, returned: 1 },
    OP2: { applied: 36, waiting: 2, failed: 1 },
    OP3: { applied: 12, waiting: 1 },
  },
  FARMER_REG: {
    OP1: { applied: 20, waiting: 1, conflicts: 1, returned: 3, rejected: 1 },
    OP2: { applied: 14, waiting: 1, conflicts: 1, returned: 1, rejected: 2 },
    OP3: { applied: 8, waiting: 1, returned: 1, rejected: 1 },
  },
  PARCEL_BOUNDARY: {
    OP1: { applied: 6, waiting: 1, returned: 1, failed: 1 },
    OP2: { applied: 5, waiting: 1, rejected: 1 },
    OP3: { applied: 3, returned: 1 },
  },
  PUBLIC_BOUNDARY: {
    OP1: { applied: 2, waiting: 1, rejected: 1 },
    OP2: { applied: 1, waiting: 1, failed: 1 },
    OP3: { applied: 1 },
  },
  INSPECTION: {
    OP1: { applied: 7 },
    OP2: { applied: 5, waiting: 1 },
    OP3: { applied: 3, returned: 1 },
  },
  PURCHASE: {
    OP1: { applied: 9, waiting: 1, failed: 1 },
    OP2: { applied: 3, rejected: 1 },
    OP3: { applied: 8, failed: 1 },
  },
  BATCH_EVENT: {
    OP1: { applied: 5 },
    OP2: { applied: 2, waiting: 1 },
    OP3: { applied: 2, failed: 1 },
  },
  GRIEVANCE: {
    OP1: { applied: 2, waiting: 1, rejected: 1 },
    OP2: { applied: 2, waiting: 1, returned: 1 },
    OP3: { applied: 1, waiting: 1 },
  },
}
export const countsOf = (form: FormCode, operator: Operator['code']): Required<Counts> => ({
  applied: 0,
  waiting: 0,
  conflicts: 0,
  returned: 0,
  rejected: 0,
  failed: 0,
  ...sentIn[form][operator],
})

export type Sent = {
  formCode: FormCode
  targetType: string
  targetId: string
  capturedAt: string
  values: Readonly<Record<string, string | number>>
  /** Version of the record that the telephone had read. */
  targetVersion?: number
  farmerId?: string
  /** Of the processor who sends it. */
  processorId?: string | undefined
  position?: { type: 'Point'; coordinates: readonly [number, number] }
  deviceId?: string
  files?: readonly string[]
}
type Known = { id: string; createdAt: string }
type Listed = Known & Pick<Sent, 'formCode' | 'capturedAt'> & { targetId: string | null }

/** The telephones of one operator. */
export class Phones {
  readonly #client: DemoClient
  readonly #operator: string
  readonly #office: Staff
  #known: Map<string, Known> | null = null

  constructor(client: DemoClient, operator: string) {
    this.#client = client
    this.#operator = operator
    this.#office = staffFor('OPERATOR_MANAGER', operator)
  }

  /** What was sent before an interruption is not sent again: the records that it speaks of have changed since. */
  async send(who: Pick<Staff, 'email'>, sent: Sent): Promise<Known & { isNew: boolean }> {
    this.#known ??= await this.#list()
    const before = this.#known.get(nameOf(sent))
    if (before) return { ...before, isNew: false }
    const { values, deviceId = 'SM-A146', ...more } = sent
    const answers = Object.entries(values).map(([field, value]) => ({
      field,
      value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
    }))
    const body = { formVersion: 1, appVersion: '2.4', deviceId, answers, ...more }
    return { ...(await this.#client.post(who, this.#operator, '/submission', body, `submission:${this.#operator}:${nameOf(sent)}`)), isNew: true }
  }

  /** By the operator's manager, on the day on which it came in. */
  async decide({ id, createdAt }: Known, eventType: 'APPROVED' | 'RETURNED' | 'REJECTED', data: Record<string, unknown> = {}): Promise<void> {
    await this.#client.post(
      this.#office,
      this.#operator,
      `/submission/${id}/events`,
      { eventType, occurredAt: createdAt, data },
      `submission:${id}:${eventType}`,
    )
  }
  async approve(who: Pick<Staff, 'email'>, sent: Sent): Promise<void> {
    await this.decide(await this.send(who, sent), 'APPROVED')
  }
  async giveBack(who: Pick<Staff, 'email'>, sent: Sent, comment: string): Promise<void> {
    await this.decide(await this.send(who, sent), 'RETURNED', { comment })
  }
  /** It stays with its sender, with what the rules said of it. */
  async reject(who: Pick<Staff, 'email'>, sent: Sent, reason: string): Promise<void> {
    await this.decide(await this.send(who, sent), 'REJECTED', { reason })
  }

  async #list(): Promise<Map<string, Known>> {
    const known = new Map<string, Known>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: Listed[]; next: string | null } = await this.#client.send(
        this.#office,
        this.#operator,
        `/submission?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      for (const { id, createdAt, ...one } of page.items) known.set(nameOf(one), { id, createdAt })
      cursor = page.next
    }
    return known
  }
}

const nameOf = ({ formCode, targetId, capturedAt }: Pick<Listed, 'formCode' | 'targetId' | 'capturedAt'>): string =>
  `${formCode}:${targetId}:${new Date(capturedAt).toISOString()}`
