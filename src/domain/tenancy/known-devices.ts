// How long a device that somebody signed in from stays known: a sign-in from one that is not known is a piece of news
// (LOGIN_NEW_DEVICE). Plain, without Zod, because pages of a programme's settings load this file.

/** Days since it was last used; a programme chooses within the bounds (assumption: half a year). */
export const deviceDays = { min: 7, max: 730, initial: 180 } as const

/** What this programme chose (`tenant.config`), or the usual. */
export function deviceDaysOf({ deviceDays: chosen }: Readonly<Record<string, unknown>>): number {
  return Number.isInteger(chosen) && (chosen as number) >= deviceDays.min && (chosen as number) <= deviceDays.max ? (chosen as number) : deviceDays.initial
}
