// Crops follow the package of their type, when the season's registers are entered: in sets, by their manager. One officer then enters
// from his book what he did after its days, naming the step; a manager plans wheat and chickpea mixed on one piece of ground.
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
  { label: 'OP2 wheat and chickpea mixed', run: () => planMixed(client, programme) },
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

/** Birra, as the valley calls it: sown broadcast in one field, seven parts to three. Late in the season, on a plot that carries nothing by then. */
async function planMixed(client: DemoClient, { parcels, systems, calendar }: Programme): Promise<void> {
  const operator = 'OP2'
  const manager = staffFor('OPERATOR_MANAGER', operator)
  const plannedSowing = addDays(calendar.anchor, 5)
  const planted = new Set(systems.filter(({ plannedEnd }) => plannedEnd >= plannedSowing).map(({ parcel }) => parcel))
  const free = parcels.filter((one) => one.farmer.operator === operator && one.farmer.membership === 'ACTIVE' && one.ring !== null && !planted.has(one))
  const [wheat, chickpea] = [
    { crop: 'WHEAT', variety: 'Lok-1', share: 0.7, role: 'MAIN', seedQtyKg: 14 },
    { crop: 'CHICKPEA', variety: 'JG 11', share: 0.3, role: 'INTERCROP', seedQtyKg: 5 },
  ] as const
  const farmers = await client.idsByCode(manager, operator, 'farmer', 'memberNo')
  const plots = await Promise.all(
    free.slice(0, 5).map(async ({ farmer, parcelNo, areaHa }) => {
      const found: { items: { id: string; parcelNo: string; status: string }[] } = await client.send(
        manager,
        operator,
        `/landparcel?filter[farmerId]=${farmers.get(farmer.memberNo)}`,
      )
      return found.items.flatMap((one) => (one.parcelNo === parcelNo && one.status !== 'DISPUTED' ? { id: one.id, areaHa } : []))
    }),
  )
  const [plot] = plots.flat()
  if (!plot) throw new Error('No plot of OP2 that carries nothing by then')
  const types = await client.idsByCode(manager, operator, 'croptype')
  const varieties = await client.idsByCode(manager, operator, 'variety', 'name')
  const seasons = await client.idsByCode(manager, operator, 'season')
  const areaHa = Math.min(0.2, plot.areaHa)
  const system = { parcelId: plot.id, seasonId: seasons.get(calendar.rabi.code), systemType: 'MIXED', areaHa, waterRegime: 'PROTECTIVE_IRRIGATION' }
  const systemId = await client.create(manager, operator, 'croppingsystem', { ...system, plannedSowing, plannedEnd: calendar.rabi.endDate }, 'mixed:system')
  for (const { crop, variety, share, role, seedQtyKg } of [wheat, chickpea])
    await client.create(
      manager,
      operator,
      'crop',
      {
        croppingSystemId: systemId,
        cropTypeId: types.get(crop),
        varietyId: varieties.get(variety),
        role,
        areaHa,
        areaShare: share,
        plannedSowing,
        seedSource: 'OWN_SAVED',
        seedQtyKg,
        seedTreated: 'UNTREATED',
        seedOrganic: true,
      },
      `mixed:${crop}`,
    )
}
