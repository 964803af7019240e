// Where the device is, as an event has it (`gps` of its envelope). It delays nothing by more than five seconds.

export type Position = { lat: number; lng: number; accuracyM: number }

const patienceMs = 5000
/** The least exact that an event takes. */
const mostM = 100_000

/** Where the device is; null where it does not know within five seconds. */
export const position = (): Promise<Position | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracyM: Math.min(mostM, Math.round(coords.accuracy)) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: patienceMs },
    )
  })

/** The same where the person has let the product look before: what is saved brings up no question. */
export async function allowedPosition(): Promise<Position | null> {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<null>((resolve) => {
    waiting = setTimeout(() => resolve(null), patienceMs)
  })
  const found = isAllowed().then((allowed) => (allowed ? position() : null))
  return Promise.race([found, patience]).finally(() => clearTimeout(waiting))
}

async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

/** What is entered later says nothing of the place where it happened. */
export const isNow = (occurredAt: string): boolean => Math.abs(Date.now() - Date.parse(occurredAt)) < 15 * 60_000
