// In which order records are locked that one event touches, and which it touches besides its subject (docs/architecture.md).

/**
 * Kinds in the order in which they are locked; every other kind comes after these, by name. Effects walk in the same
 * direction: from the season to what happens in it, from land to crop to lot, from a place to what is in it, from goods to the grower's totals.
 */
export const lockOrder: readonly string[] = [
  'season',
  'collective',
  'productionsystem',
  'landparcel',
  'croppingsystem',
  'crop',
  'processingsystem',
  'productbatch',
  'farmer',
  'farmerseason',
]
/** Kinds that an event on another record changes, and the season in which it happens. Whatever else it names (products, buyers) it only reads. */
export const lockedWhenNamed: ReadonlySet<string> = new Set([
  'season',
  'landparcel',
  'crop',
  'productbatch',
  'cow',
  'goat',
  'sheep',
  'poultrybatch',
  'aquacrop',
])

/**
 * Kinds of which others are facts, without changing them: they are shared by all who record such facts, and whoever closes one waits for them
 * and they for the closing (BR-28).
 */
export const sharedWhenNamed: ReadonlySet<string> = new Set(['season'])

/** Events that happen in the season that their subject names: it is shared before the subject is locked. `EVERY`: each of its events. */
export const inSeason: Readonly<Record<string, 'EVERY' | readonly string[]>> = {
  croppingsystem: 'EVERY',
  crop: 'EVERY',
  productbatch: ['PURCHASE', 'OPENING_STOCK', 'OPENING_APPROVED'],
  inspection: ['STARTED', 'SUBMITTED'],
}

/** Events that change what stands before their subject in the order, by the subject's fields that name it: it is locked before the subject. */
export const changedAbove: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  croppingsystem: {
    EDITED: ['parcelId'],
    DELETED: ['parcelId'],
    INPUT_APPLICATION: ['parcelId'],
    WATER_CHANGE_APPROVED: ['parcelId'],
    CANCELLED: ['parcelId'],
  },
  // What changes how much ground a crop has, or leaves, changes the ceilings of all crops of its plot: each waits for the one before it there and reads what that has left.
  crop: {
    EDITED: ['parcelId', 'croppingSystemId'],
    DELETED: ['parcelId', 'croppingSystemId'],
    PACKAGE_ASSIGNED: ['croppingSystemId'],
    SOWING: ['parcelId', 'croppingSystemId'],
    RESOWING: ['parcelId', 'croppingSystemId'],
    SEED_TREATMENT: ['parcelId'],
    PLANT_PROTECTION: ['parcelId'],
    CROP_LOSS: ['parcelId', 'croppingSystemId'],
    CROP_CLOSE: ['parcelId', 'croppingSystemId'],
    CLOSED: ['parcelId', 'croppingSystemId'],
    CANCELLED: ['parcelId', 'croppingSystemId'],
  },
  productbatch: { VOIDED: ['cropId'] },
  // The visit is recorded on the farmer.
  inspection: { SUBMITTED: ['farmerId'] },
}
