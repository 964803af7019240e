// Records that lie with their grower: they show the village in which that person lives, and follow when they move. No event of theirs says so.
export const withVillageOfGrower = ['landparcel', 'croppingsystem', 'crop', 'farmerseason'] as const
/** What is about a member or what is theirs: it follows the same way, all of one kind in one statement. */
export const withVillageOfSubject = ['nonconformity', 'task'] as const
