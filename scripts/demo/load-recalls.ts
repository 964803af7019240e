// Recalls (BR-27): a drill that was closed within the day, with what every holder answered, and a case that is open on goods whose certificate was withdrawn.
import { at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { findLot } from './load-chain.ts'
import type { Step } from './load-field.ts'
import type { Places } from './load-setup.ts'
import { processors } from './places.ts'
import type { Programme } from './programme.ts'
import { knitter } from './spinning.ts'
import { type Staff, staffFor } from './staff.ts'

/** The same product at a moment of one's choice: a case is opened, answered and closed at the moment at which that is said. */
export type ClientAt = (moment: string) => DemoClient
type Holder = { processorId: string | null; kg: number }

export function recallSteps(clientAt: ClientAt, programme: Programme, places: Places): Step[] {
  return [
    { label: 'recall drill', run: () => drill(clientAt, programme, places) },
    { label: 'open recall', run: () => openCase(clientAt, programme, places) },
  ]
}

const ownerOf = (places: Places, processorId: string): Staff =>
  staffFor('PROCESSOR_USER', processors.find(({ code }) => places.processorIds.get(code) === processorId)?.code ?? '')

/** The first gin lot of the first group, down to the fabric. */
async function drill(clientAt: ClientAt, { calendar: { anchor }, ginLots }: Programme, places: Places): Promise<void> {
  const [lot] = ginLots
  if (!lot) throw new Error('No lot was sent to a gin')
  const [manager, administrator] = [staffFor('OPERATOR_MANAGER', lot.operator), staffFor('ADMIN', '')]
  const morning = clientAt(at(anchor, 10))
  const batchId = await findLot(morning, lot.operator, lot.batchNo)
  const reach: { holders: Holder[] } = await morning.send(manager, lot.operator, `/productbatch/${batchId}/what-if`)
  const body = { isDrill: true, cause: 'OTHER', reason: 'Drill of the year: one gin lot, to whoever has any of it', batchId }
  const id = await morning.create(manager, lot.operator, 'recallcase', body, `drill:${lot.batchNo}`)
  const record = (who: Staff, type: string, minute: number, data: Record<string, unknown> = {}) => {
    const moment = at(anchor, 10 + Math.floor(minute / 60), minute % 60)
    return clientAt(moment).record(who, lot.operator, 'recallcase', id, type, moment, data)
  }
  for (const [index, { processorId, kg }] of reach.holders.entries()) {
    const who = processorId ? ownerOf(places, processorId) : manager
    const holder = processorId ? { processorId } : {}
    await record(who, 'ACKNOWLEDGED', 6 + index * 9, holder)
    await record(who, 'ANSWERED', 25 + index * 31, { ...holder, locatedKg: kg, returnedKg: 0 })
  }
  await record(manager, 'CONTAINED', 160)
  await record(administrator, 'CLOSED', 175, { reason: 'Every holder found all of it within three hours.', outcome: 'RELEASE' })
}

/** Yarn on its way to the knitter; nobody has answered yet. */
async function openCase(clientAt: ClientAt, { calendar: { anchor }, mill }: Programme, places: Places): Promise<void> {
  const run = mill.spun.filter(({ process }) => process === 'SPINNING_COMBED')[2]
  const [yarn] = run?.outputs ?? []
  if (!run || !yarn) throw new Error('There is no third lot of combed yarn')
  const [manager, client] = [staffFor('OPERATOR_MANAGER', run.operator), clientAt(at(anchor, 16))]
  const batchId = await findLot(client, run.operator, `${yarn.batchNo}-DEW`)
  const body = { isDrill: false, cause: 'QUALITY', reason: 'Fibres of another material found in two bags of yarn', batchId }
  const id = await client.create(manager, run.operator, 'recallcase', body, `recall:${yarn.batchNo}`)
  const moment = at(anchor, 16, 40)
  await clientAt(moment).record(staffFor('PROCESSOR_USER', knitter), run.operator, 'recallcase', id, 'ACKNOWLEDGED', moment, {
    processorId: places.processorIds.get(knitter),
  })
}
