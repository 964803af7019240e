// What the dashboards of animal husbandry show: of each trade its records by state, and the figures of its day, each worked
// out from recorded events.

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

/** Days that charts of a dashboard look back. */
export const summaryDays = 30
/** A dashboard shows at most so many flocks or ponds; their list has them all. */
export const mostShown = 50

/** Gave at least a fifth less on the last day of milking than in the week before. */
export type FallenCow = { id: string; title: string; kg: number; averageKg: number }

/** The newest day that is over: today's evening milking is still to come. Today itself where there is no other. */
export const lastWholeDay = <D extends { day: string }>(days: readonly D[], today: string): D | undefined =>
  days.findLast(({ day }) => day < today) ?? days.at(-1)

/** A fall of this share below the usual is looked at (assumption). */
const fallShare = 0.2

/** Of each animal its days of milk in order: those whose last day lies far below the mean of the seven before it. */
export function fallenMilk(cows: readonly { id: string; title: string; days: readonly { day: string; kg: number }[] }[], lastDay: string): FallenCow[] {
  return cows
    .flatMap(({ id, title, days }): FallenCow[] => {
      const last = days.at(-1)
      const before = days.slice(-8, -1)
      // Who was not milked on the herd's last day is dry or under restriction, not fallen.
      if (!last || last.day !== lastDay || before.length < 3) return []
      const averageKg = before.reduce((sum, { kg }) => sum + kg, 0) / before.length
      return last.kg <= averageKg * (1 - fallShare) ? [{ id, title, kg: last.kg, averageKg: Math.round(averageKg * 100) / 100 }] : []
    })
    .sort((one, other) => one.kg - one.averageKg - (other.kg - other.averageKg))
}
