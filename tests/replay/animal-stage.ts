// What flocks, ponds and cows have in common when their histories are recorded: a programme with houses and ponds, days two apart
// that end yesterday, and calls by the manager.
import fc from 'fast-check'
import { daysAgo, type Husbandry, plainDay } from '../api/husbandry-stage.ts'
import type { Answer } from '../harness/client.ts'
import { apart } from './animal-folds.ts'
import type { Fact, Fold } from './engine.ts'

/** The first fact of a history is 40 days ago. */
const agoOf = (day: number): number => 40 - apart * (day - 1)
export const momentOf = (day: number): string => daysAgo(agoOf(day), 12)
export const dateOf = (day: number): string => plainDay(agoOf(day))

export type Draw = { type: string; n: number; choice: boolean }

/** Facts of these types that can be true together, one after the other. `once`: types of which a history has one at most. */
export const historyOf = (
  types: readonly string[],
  fold: Fold<unknown>,
  dataOf: (draw: Draw) => Fact['data'],
  { most = 10, once = [] }: { most?: number; once?: readonly string[] } = {},
): fc.Arbitrary<Fact[]> =>
  fc
    .array(fc.record({ type: fc.constantFrom(...types), n: fc.integer({ min: 1, max: 9 }), choice: fc.boolean() }), { minLength: 5, maxLength: 26 })
    .map((draws) => {
      const facts: Fact[] = []
      for (const draw of draws) {
        if (facts.length >= most || (once.includes(draw.type) && facts.some(({ type }) => type === draw.type))) continue
        const fact: Fact = { key: `f${facts.length + 1}`, type: draw.type, day: facts.length + 1, data: dataOf(draw) }
        if ('state' in fold([...facts, fact])) facts.push(fact)
      }
      return facts
    })

/** Another figure in place of the one it had. */
export const changed = (fact: Fact, by: number): Fact => {
  const name = ['count', 'kg', 'meanG', 'counted', 'oxygen', 'good', 'days'].find((one) => one in fact.data)
  return name ? { ...fact, data: { ...fact.data, [name]: Math.round((Number(fact.data[name]) + by) * 10) / 10 } } : fact
}

export const calls = (farm: () => Husbandry, entity: string, bodyOf: (fact: Fact) => Record<string, unknown>) => ({
  record: (id: string, fact: Fact, supersedesEventId?: string): Promise<Answer> =>
    farm().omar.post(`/${entity}/${id}/events`, {
      eventType: fact.type,
      occurredAt: momentOf(fact.day),
      data: bodyOf(fact),
      lateReason: 'From the herd book',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    }),
  void: (id: string, eventId: string): Promise<Answer> =>
    farm().world.as('ada', 'OP1').post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer and says itself what it expects
export const findingsOf = (record: any, keyOf: (eventId: string) => string): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  record.flags.map((flag: any) => [flag.ruleId, flag.severity, keyOf(flag.eventId)].join(' ')).sort()

/** What is projected besides the record names other records by ids, which differ from run to run. */
export const withoutIds = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'))
