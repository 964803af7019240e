// Tickets and lots as they were sent in from the centres: the newest tickets of the lots that are still filled, and the closing of some that are full.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { CentreLot } from './ginning.ts'
import { signature } from './load-inspections.ts'
import { countsOf, Phones, type Sent } from './phones.ts'
import { type Operator, operators } from './places.ts'
import type { Programme } from './programme.ts'
import type { Ticket } from './purchases.ts'
import { sum } from './random.ts'
import { staffFor } from './staff.ts'

type Code = Operator['code']
/** Ids of lots by their numbers, and of cotton by member and plot. */
export type TradeIds = { lots: ReadonlyMap<string, string>; cotton: ReadonlyMap<string, string>; farmers: ReadonlyMap<string, string> }

const lotsOf = ({ centreLots }: Programme, code: Code, isClosed: boolean): CentreLot[] =>
  centreLots.filter(({ operator, closedOn }) => operator === code && (closedOn !== null) === isClosed)

/** The newest of the lots that are open; the import leaves them out. */
export function sentTickets(programme: Programme, code: Code): ReadonlySet<Ticket> {
  const newest = lotsOf(programme, code, false)
    .flatMap(({ tickets }) => tickets)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  return new Set(newest.slice(0, countsOf('PURCHASE', code).applied))
}

/** What closes by telephone; the others are closed in the office. */
export const closedByPhone = (programme: Programme, code: Code): ReadonlySet<CentreLot> =>
  new Set(lotsOf(programme, code, true).slice(0, countsOf('BATCH_EVENT', code).applied))

export async function closeByPhone(client: DemoClient, programme: Programme, code: Code, lots: TradeIds['lots']): Promise<void> {
  const phones = new Phones(client, code)
  const who = staffFor('FIELD_OFFICER', code)
  const { failed } = countsOf('BATCH_EVENT', code)
  for (const [place, lot] of [...closedByPhone(programme, code)].entries()) {
    const day = lot.closedOn ?? ''
    // Two have closed the same lot; the second is looked at after the first.
    const again = place === 0 && failed ? await phones.send(who, closing(lots, lot, at(day, 8, 5))) : null
    await phones.approve(who, closing(lots, lot, at(day, 8)))
    if (again) await phones.decide(again, 'APPROVED')
  }
}

const closing = (lots: TradeIds['lots'], { batchNo }: CentreLot, when: string): Sent => ({
  formCode: 'BATCH_EVENT',
  targetType: 'productbatch',
  targetId: idIn(lots, batchNo),
  capturedAt: when,
  values: { eventType: 'CLOSED', occurredAt: when, weighingDocument: `WB-${batchNo}` },
})

export async function sendTickets(client: DemoClient, programme: Programme, code: Code, ids: TradeIds): Promise<void> {
  const phones = new Phones(client, code)
  const officer = staffFor('PURCHASE_OFFICER', code)
  const { waiting, failed, rejected } = countsOf('PURCHASE', code)
  let hand = 12 * operators.findIndex((one) => one.code === code)
  /** With a photo of the slip that the member has signed. */
  const written = async (ticket: Ticket, lot: CentreLot, more: Other = {}): Promise<Sent> => {
    const sent = ticketOf(ticket, lot, ids, more)
    hand++
    return { ...sent, files: [await signature(client, officer, code, `slip-${sent.values.receiptNo}-${hand}`, hand)] }
  }
  const own = sentTickets(programme, code)
  const open = lotsOf(programme, code, false)
  for (const lot of open) for (const ticket of lot.tickets) if (own.has(ticket)) await phones.approve(officer, await written(ticket, lot))
  const [lot] = open
  const [known] = lot?.tickets.toReversed() ?? []
  const closed = lotsOf(programme, code, true).at(-1)
  const [late] = closed?.tickets.toReversed() ?? []
  if (!lot || !known || !closed || !late) throw new Error(`${code} has no lots to send tickets for`)
  if (rejected) await phones.reject(officer, await written(known, lot, { minutes: 9 }), `This is the slip of ticket ${known.ticketNo}, which is in already.`)
  const left = sum(known.season.picks.map(({ kg }) => kg)) - sum(programme.tickets.filter(({ season }) => season === known.season).map(({ netKg }) => netKg))
  const further = (netKg: number): Other => ({ ticketNo: `${known.ticketNo}-B`, netKg, day: addDays(programme.calendar.anchor, -1) })
  // For a lot that was closed in the morning, or more than is left of what was picked (BR-08).
  if (failed && code === 'OP1')
    await phones.approve(officer, await written(late, closed, { ticketNo: `${late.ticketNo}-B`, netKg: 24, day: closed.closedOn ?? '' }))
  else if (failed) await phones.approve(officer, await written(known, lot, further(Math.ceil(left) + 60)))
  if (waiting) await phones.send(officer, await written(known, lot, { ...further(Math.max(1, Math.floor(left / 2))), minutes: 25 }))
  if (countsOf('BATCH_EVENT', code).waiting) await phones.send(staffFor('FIELD_OFFICER', code), closing(ids.lots, lot, at(programme.calendar.anchor, 17)))
}

type Other = { minutes?: number; day?: string; ticketNo?: string; netKg?: number }
function ticketOf(
  { season, at: weighedAt, tareKg, pricePerKg, premiumPerKg, moisturePct, ...ticket }: Ticket,
  { batchNo }: CentreLot,
  { lots, cotton, farmers }: TradeIds,
  { minutes = 0, day, ticketNo = ticket.ticketNo, netKg = ticket.netKg }: Other,
): Sent {
  const { farmer, parcelNo } = season.crop.system.parcel
  const when = new Date(Date.parse(day ? at(day, 16) : weighedAt) + minutes * 60_000).toISOString()
  return {
    formCode: 'PURCHASE',
    targetType: 'productbatch',
    targetId: idIn(lots, batchNo),
    farmerId: idIn(farmers, farmer.memberNo),
    capturedAt: when,
    values: {
      cropId: idIn(cotton, `${farmer.memberNo}/${parcelNo}/COTTON`),
      occurredAt: when,
      grossKg: Number((netKg + tareKg).toFixed(1)),
      tareKg,
      netKg,
      moisture: moisturePct,
      pricePerKg: Math.round(pricePerKg * 100),
      premiumPerKg: Math.round(premiumPerKg * 100),
      receiptNo: ticketNo,
      farmerConfirmation: 'SIGNATURE',
    },
  }
}

function idIn(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`The programme has no ${name}`)
  return id
}
