// How long an invitation stays open, and what its link is worth: it greets, and lets nobody in by itself.
// Plain, without Zod, because the login page loads this file.

/** Days for which an invitation may be accepted; a programme chooses within the bounds (assumption: two weeks). */
export const invitationDays = { min: 1, max: 90, initial: 14 } as const
/** Seconds between two invitations of the same person: a mail that is under way is not asked for again. */
export const invitationPauseS = 300

/** What this programme chose (`tenant.config`), or the usual. */
export function invitationDaysOf(config: Readonly<Record<string, unknown>>): number {
  const { invitationDays: chosen } = config
  return Number.isInteger(chosen) && (chosen as number) >= invitationDays.min && (chosen as number) <= invitationDays.max
    ? (chosen as number)
    : invitationDays.initial
}
