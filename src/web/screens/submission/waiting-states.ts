// States of a submission in which somebody is to look at it.
export const waitingStates = ['RECEIVED', 'RESUBMITTED', 'IN_REVIEW', 'CONFLICT', 'APPLY_FAILED'] as const
