// Wall-clock times of the programme's zone, as date-time inputs write them, to moments and back.

const parts = (zone: string | undefined) =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
  })

/** A moment as `YYYY-MM-DDTHH:mm` on the wall clock of `zone`. */
export function toWallClock(moment: string | Date, zone?: string): string {
  const part = Object.fromEntries(
    parts(zone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`
}

/** A wall-clock time in `zone` as an ISO moment in UTC; null when it is not a time. In a repeated hour the first one. */
export function fromWallClock(wall: string, zone?: string): string | null {
  const asUtc = Date.parse(`${wall.slice(0, 16)}:00Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall) || Number.isNaN(asUtc)) return null
  // The offset at the guess may differ from the one at the result near a clock change: two rounds settle it.
  let moment = asUtc
  for (let round = 0; round < 2; round += 1) moment = asUtc - (Date.parse(`${toWallClock(new Date(moment), zone)}:00Z`) - moment)
  return new Date(moment).toISOString()
}
