// Which units may be chosen: for which animals, and by the events of a production system.
import type { Choosable } from '../kernel/choosable.ts'

const sheds = ['SHED', 'PEN', 'PADDOCK', 'QUARANTINE', 'MILKING_PARLOUR'] as const
const takers = {
  cow: { is: sheds, why: 'Ponds, cages and tanks are left out: they take no such animals.' },
  poultrybatch: { is: ['SHED', 'PEN', 'PADDOCK', 'CAGE', 'QUARANTINE'], why: 'Ponds, tanks and milking parlours are left out: they take no birds.' },
  aquacrop: { is: ['POND', 'CAGE', 'RACEWAY', 'TANK_RAS', 'SEA_CAGE'], why: 'Sheds, pens and milk tanks are left out: they take no fish.' },
} as const satisfies Record<string, { is: readonly string[]; why: string }>

/** Ruminants of every species stand in the same kinds of units. */
export const unitsFor = (animals: keyof typeof takers): Choosable[] => [
  { field: 'unitType', ...takers[animals] },
  { field: 'status', is: ['EMPTY', 'IN_USE', 'CLEANING', 'QUARANTINE'], why: 'Units that are no longer used are left out.' },
]

/** Units of the production system to which the event happens. */
export const unitsHere: readonly Choosable[] = [{ field: 'productionSystemId', same: 'subject.id', why: 'Units of other production systems are left out.' }]
export const milkTanks: readonly Choosable[] = [...unitsHere, { field: 'unitType', is: ['BULK_TANK'], why: 'Only milk tanks can be chosen.' }]
