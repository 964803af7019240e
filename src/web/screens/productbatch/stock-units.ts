// How goods are stored that somebody has bought or made, as a filter of lists: all but farm lots, which are what a grower has not sold yet.
import type { batchUnits } from '#domain/kernel/terms.ts'

const units: readonly Exclude<keyof typeof batchUnits, 'FARM_LOT'>[] = ['HEAP', 'BALE_LOT', 'BALE', 'CONE_LOT', 'ROLL_LOT', 'BAG_LOT', 'CARTON_LOT']
export const stockUnits = units.join()
