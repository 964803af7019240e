// Records that lie with their grower: they show the village in which that person lives, and follow when they move. No event of theirs says so.
export const withVillageOfGrower = ['landparcel', 'croppingsystem', 'crop', 'farmerseason'] as const
/** What is about a member or what is theirs: it follows the same way, all of one kind in one statement. */
export const withVillageOfSubject = ['nonconformity', 'task'] as const
/** Production systems, what lives in them, and what is planned of a member's crops and animals: so do these. */
export const withVillageOfKeeper = [
  ...(['productionsystem', 'housingunit', 'animalgroup', 'poultrybatch', 'cow', 'goat', 'sheep', 'aquacrop'] as const),
  ...(['lactation', 'withdrawal', 'planevent'] as const),
] as const
