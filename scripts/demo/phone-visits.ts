// Inspections as their inspectors sent them in from the village: approved by the manager, one waits, one came back.
import type { DemoClient } from './demo-client.ts'
import { countsOf, Phones, type Sent } from './phones.ts'
import type { Operator } from './places.ts'
import type { Staff } from './staff.ts'

type Values = Sent['values']

export class VisitsByPhone {
  readonly #phones: Phones
  readonly #inspector: Staff
  readonly #counts: ReturnType<typeof countsOf>
  #approved = 0

  constructor(client: DemoClient, inspector: Staff, code: Operator['code']) {
    this.#phones = new Phones(client, code)
    this.#inspector = inspector
    this.#counts = countsOf('INSPECTION', code)
  }

  /** False once as many have come so as the operator has; then it is to be entered otherwise. */
  async approved(farmerId: string, visitedAt: string, values: Values): Promise<boolean> {
    if (this.#approved === this.#counts.applied) return false
    this.#approved++
    await this.#phones.approve(this.#inspector, this.#formOf(farmerId, visitedAt, values))
    return true
  }

  /** Of members whom nobody has inspected otherwise. */
  async undecided(farmerIds: readonly string[], visitedAt: string, values: Values): Promise<void> {
    const left = [...farmerIds]
    const next = () => this.#formOf(left.shift() ?? '', visitedAt, values)
    for (let place = 0; place < this.#counts.waiting; place++) await this.#phones.send(this.#inspector, next())
    for (let place = 0; place < this.#counts.returned; place++)
      await this.#phones.giveBack(this.#inspector, next(), 'The signature of the member is missing. Please add the page.')
  }

  #formOf(farmerId: string, visitedAt: string, values: Values): Sent {
    return {
      formCode: 'INSPECTION',
      targetType: 'farmer',
      targetId: farmerId,
      farmerId,
      capturedAt: visitedAt,
      values: { ...values, occurredAt: visitedAt },
    }
  }
}
