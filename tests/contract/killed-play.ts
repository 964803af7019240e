// What a play of acts is whose process is killed (killed-acts.ts, killed-goods.ts), and the words that plays are made of.
import { randomUUID } from 'node:crypto'
import { at, type Chain, type Json } from '../api/chain-stage.ts'
import { type Sales, salesOf } from '../api/sale-stage.ts'
import type { World } from '../harness/world.ts'

/** `name`: its idempotency key; `refusedBy`: the check of the certificate that refuses it, whenever it is sent. */
export type Act = { name: string; userId: string; path: string; body: unknown; refusedBy?: string }
export type Played = {
  acts: Act[]
  /** Records by entity whose columns must equal a replay of their history. */
  records: readonly (readonly [entity: string, id: string])[]
  /** Records whose rows, events and what hangs on them make up the state. */
  ids: string[]
}
export type Play = (stage: Stage) => Promise<Played>
export type Stage = { world: World; chain: Chain; sales: Sales; by: (who: string, path: string, body: unknown) => Act }

export function stageOf(world: World, chain: Chain): Stage {
  const by: Stage['by'] = (who, path, body) => ({ name: randomUUID(), userId: world.people[who]?.id ?? '', path, body })
  return { world, chain, sales: salesOf(chain), by }
}
/** What is sent as an event, with the id that it is taken back by. */
export const recorded = (eventType: string, day: string, data: Json = {}, hour = 10) => {
  const id = randomUUID()
  return { id, body: { id, eventType, occurredAt: at(day, hour), data, lateReason: 'From the field book' } }
}
export const taken = { reason: 'INCORRECT_DATA' }
