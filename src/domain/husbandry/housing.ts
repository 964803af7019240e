// Which units and production systems take which animals (animal 3, 7, 8).

const sheds = ['SHED', 'PEN', 'PADDOCK', 'QUARANTINE', 'MILKING_PARLOUR'] as const
const unitTypes: Readonly<Record<string, readonly string[]>> = {
  cow: sheds,
  goat: sheds,
  sheep: sheds,
  poultrybatch: ['SHED', 'PEN', 'PADDOCK', 'CAGE', 'QUARANTINE'],
  aquacrop: ['POND', 'CAGE', 'RACEWAY', 'TANK_RAS', 'SEA_CAGE', 'QUARANTINE'],
}
const systemTypes: Readonly<Record<string, readonly string[]>> = { poultrybatch: ['POULTRY', 'MIXED'], aquacrop: ['AQUACULTURE', 'MIXED'] }

export const fitsUnit = (entity: string, unitType: string): boolean => unitTypes[entity]?.includes(unitType) ?? true
export const fitsSystem = (entity: string, systemType: string): boolean => systemTypes[entity]?.includes(systemType) ?? true

/** A dairy: milk is produced or collected there. */
export const hasMilk = ({ systemType, milkSpecies }: Readonly<Record<string, unknown>>): boolean =>
  systemType === 'DAIRY' || systemType === 'MIXED' || (Array.isArray(milkSpecies) && milkSpecies.length > 0)
