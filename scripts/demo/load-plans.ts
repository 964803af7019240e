// Crops follow the package of their type, when the season's registers are entered: in sets, by their manager. One officer then enters
// from his book what he did after its days, naming the step.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { Step } from './load-field.ts'
import { operators } from './places.ts'
import type { Programme } from './programme.ts'
import { staffFor } from './staff.ts'

const packages = { COTTON: 'POP-COT-ORG-NIMAR', WHEAT: 'POP-WHEAT-ORG-NIMAR' } as const
/** Crops in one call. */
const atOnce = 100
/** States in which a crop may follow one. */
const followable = 'PLANNED,SOWN,GROWING,HARVESTING,HARVESTED'

export const planSteps = (client: DemoClient, programme: Programme): Step[] => [
  ...operators.map(({ code }): Step => ({ label: `${code} packages of practices`, run: () => follow(client, code) })),
  { label: 'OP1 work recorded late', run: () => recordLate(client, programme) },
]

async function follow(client: DemoClient, code: string): Promise<void> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const [types, pops] = [await client.idsByCode(manager, code, 'croptype'), await client.idsByCode(manager, code, 'pop')]
  for (const [type, name] of Object.entries(packages)) {
    const popId = pops.get(name)
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const filters = `filter[cropTypeId]=${types.get(type)}&filter[role]=MAIN&filter[status]=${followable}`
      const page: { items: { id: string }[]; next: string | null } = await client.send(
        manager,
        code,
        `/crop?limit=200&fields=role&${filters}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.next
    }
    for (let from = 0; from < ids.length; from += atOnce)
      await client.post(manager, code, `/pop/${popId}/assign`, { ids: ids.slice(from, from + atOnce) }, `pop:${name}:${code}:${from}`)
  }
}

/** Weedings of the three wheat fields that were missed first, done nine days after their last day. */
async function recordLate(client: DemoClient, { calendar }: Programme): Promise<void> {
  const officer = staffFor('FIELD_OFFICER', 'OP1')
  const { items } = await client.send(officer, 'OP1', '/planevent?limit=200&filter[status]=MISSED&filter[eventType]=INTERCULTURE&sort=windowEnd')
  const weedings = (items as { id: string; cropId: string; windowEnd: string }[]).filter(({ windowEnd }) => addDays(windowEnd, 9) < calendar.anchor)
  for (const { id, cropId, windowEnd } of weedings.slice(0, 3))
    await client.post(
      officer,
      'OP1',
      `/crop/${cropId}/events`,
      {
        eventType: 'INTERCULTURE',
        occurredAt: at(addDays(windowEnd, 9), 10),
        data: { operation: 'WEEDING', labourDays: 3 },
        lateReason: 'Entered from the registers of the season',
        planEventId: id,
      },
      `planevent:${id}`,
    )
}
