// In which order records are locked that one event touches, and which it touches besides its subject (docs/architecture.md).

/**
 * Kinds in the order in which they are locked; every other kind comes after these, by name. Effects walk in the same
 * direction: from land to crop to lot, from a place to what is in it, from goods to the grower's totals.
 */
export const lockOrder: readonly string[] = [
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
/** Kinds that an event on another record changes. Whatever else it names (products, seasons, buyers) it only reads. */
export const lockedWhenNamed: ReadonlySet<string> = new Set(['landparcel', 'crop', 'productbatch', 'cow', 'goat', 'sheep', 'poultrybatch', 'aquacrop'])

/** Events that change what stands before their subject in the order, by the subject's fields that name it: it is locked before the subject. */
export const changedAbove: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  croppingsystem: { EDITED: ['parcelId'], INPUT_APPLICATION: ['parcelId'] },
  crop: {
    EDITED: ['croppingSystemId'],
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
