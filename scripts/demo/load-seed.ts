// Seed that a group buys and hands out to its members before they sow: of each season and variety what they sow of it, with a little to spare.
import { at, type Calendar } from './calendar.ts'
import { seedItemOf } from './catalogue.ts'
import type { DemoClient } from './demo-client.ts'
import type { Places } from './load-setup.ts'
import type { Operator } from './places.ts'
import type { Programme } from './programme.ts'
import { sum } from './random.ts'
import { staffFor } from './staff.ts'

const reserve = 1.02
/** `minute`: one each, by which what is recorded at one group on one day is known again. */
const momentOf = (calendar: Calendar, season: string, day: 'bought' | 'issued', minute: number): string => {
  const [kharif, rabi] = day === 'bought' ? (['05-10', '09-25'] as const) : (['05-26', '10-05'] as const)
  return at(calendar.day(season === calendar.kharif.code ? kharif : rabi), 11, minute)
}

export async function handOutSeed(client: DemoClient, programme: Programme, { catalogue, operatorIds }: Places, code: Operator['code']): Promise<void> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const ids = await client.idsByCode(manager, code, 'farmer', 'memberNo')
  const crops = programme.systems
    .filter(({ parcel }) => parcel.farmer.operator === code)
    .flatMap((system) => system.crops.filter(({ seedSource }) => seedSource === 'GROUP').map((one) => ({ ...one, season: system.season })))
  for (const [minute, [key, list]] of [...Map.groupBy(crops, ({ season, variety }) => `${season} ${variety}`)].entries()) {
    const [first] = list
    if (!first) continue
    const kg = Math.ceil(sum(list.map(({ seedKg }) => seedKg)) * reserve)
    const itemId = catalogue.get(seedItemOf(first.variety))
    const farmerIds = [...new Set(list.map(({ system }) => ids.get(system.parcel.farmer.memberNo)))]
    const record = (eventType: string, on: string, data: Record<string, unknown>) =>
      client.record(manager, code, 'collective', operatorIds.get(code) ?? '', eventType, on, { itemId, kg, ...data })
    await record('INPUT_PROCUREMENT', momentOf(programme.calendar, first.season, 'bought', minute), { supplier: 'Nimar Seed Producers', lotNo: key })
    await record('INPUT_ISSUE', momentOf(programme.calendar, first.season, 'issued', minute), { seasonId: catalogue.get(first.season), farmerIds })
  }
}
