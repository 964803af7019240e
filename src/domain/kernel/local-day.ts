// The day it is somewhere: dates of events and standings are days where the programme works, not in UTC.

/** Made once per time zone: making one costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day at `moment` in an IANA time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, moment: string | Date): string {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, known)
  return known.format(new Date(moment))
}
