// Sums of a transaction certificate, and the number the certification body gives it at issue (5.5). Reserving and taking
// kilograms of the lots is the ledger's business.
import type { Behaviour, EventBehaviour } from '../../scope.ts'

type Line = { netKg: number; certifiedKg: number }
type Shipment = { date: string }
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

const sets = (fields: (data: Record<string, unknown>, at: string) => Record<string, unknown>): EventBehaviour => ({
  async apply(_scope, { subject, event }) {
    Object.assign(subject, fields(event.data, event.occurredAt))
  },
  async undo(_scope, { subject, event }) {
    Object.assign(subject, Object.fromEntries(Object.keys(fields(event.data, event.occurredAt)).map((field) => [field, null])))
  },
})

export const transactioncertificateBehaviour: Behaviour = {
  async prepare(_scope, { after }) {
    const [lines, shipments] = [after.lines as Line[], after.shipments as Shipment[]]
    const days = shipments.map(({ date }) => date).sort()
    Object.assign(after, {
      netKg: gram(lines.reduce((kg, line) => kg + line.netKg, 0)),
      certifiedKg: gram(lines.reduce((kg, line) => kg + line.certifiedKg, 0)),
      firstShipment: days[0] ?? null,
      lastShipment: days.at(-1) ?? null,
    })
  },
  events: {
    SUBMITTED: sets((_data, at) => ({ submittedAt: at })),
    ISSUED: sets(({ tcNo }, at) => ({ tcNo, issuedAt: at })),
  },
}
