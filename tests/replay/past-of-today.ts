// What a record was "as of now" is what it is now: the past is folded from events, the present is what the row holds.
import { isDeepStrictEqual } from 'node:util'
import { entityOf } from '#domain/entities.ts'
import { clock, type Json, ok } from '../api/chain-stage.ts'
import type { Client } from '../harness/client.ts'

/** `view`: the record as it was just read. Fields that no history says are left out of the past by the product, which names them. */
export async function expectPastOfToday(who: Client, entity: Parameters<typeof entityOf>[0], view: Json, now = clock()): Promise<void> {
  const past: Json = await ok(who.get(`/${entity}/${view.id}?knownAt=${encodeURIComponent(now.toISOString())}`))
  const names = ['status', ...Object.keys(entityOf(entity).fields)].filter((name) => !past.past.notDerived.includes(name))
  const differs = names.filter((name) => !isDeepStrictEqual(past[name], view[name]))
  if (differs.length)
    throw new Error(`${entity} as of now: ${differs.map((name) => `${name} ${JSON.stringify(past[name])}, and is ${JSON.stringify(view[name])}`).join('; ')}`)
}
