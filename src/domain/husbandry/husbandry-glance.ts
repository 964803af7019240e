// What the dashboards of animal husbandry count: of each trade the records by state, in the order of the work.
import type { Standing } from '../kernel/standing.ts'

/** Records of an entity, or the part of them that belongs to the trade (values of its filters). */
export type TradePart = { entity: string; within?: Readonly<Record<string, string>> }

export const trades = {
  husbandry: ['productionsystem', 'housingunit', 'animalgroup', 'cow', 'goat', 'sheep', 'poultrybatch', 'aquacrop', 'withdrawal'].map(
    (entity): TradePart => ({ entity }),
  ),
  dairy: [
    { entity: 'productionsystem', within: { systemType: 'DAIRY' } },
    { entity: 'cow' },
    { entity: 'lactation' },
    { entity: 'withdrawal', within: { product: 'MILK' } },
  ],
  poultry: [{ entity: 'productionsystem', within: { systemType: 'POULTRY' } }, { entity: 'poultrybatch' }, { entity: 'poultrypop' }],
  aqua: [{ entity: 'productionsystem', within: { systemType: 'AQUACULTURE' } }, { entity: 'aquacrop' }, { entity: 'aquapop' }],
} as const satisfies Readonly<Record<string, readonly TradePart[]>>

export type Trade = keyof typeof trades
export const isTrade = (name: string): name is Trade => Object.hasOwn(trades, name)

/** Only of what the person may list. */
export type HusbandryGlance = { standing: (Standing & { within: Readonly<Record<string, string>> })[] }
