// Where something of a plot was recorded (domain dictionary 1.3): a position of more than 50 m of accuracy says little, and one more than 500 m from the plot
// says that it was recorded elsewhere (assumption). Either is a word with it, and refuses nothing.
import type { Finding } from '../kernel/entity.ts'
import type { Polygon } from '../kernel/kinds.ts'
import { phrase, sentences } from '../messages/message.ts'
import { distanceM } from './contains.ts'

export type RecordedPlace = { lat: number; lng: number; accuracyM: number }
const [mostAccuracyM, mostDistanceM] = [50, 500]

/** `boundary`: of the plot that it is about; null where that has none. Null: nothing is to be said of it. */
export function placeFinding({ lat, lng, accuracyM }: RecordedPlace, boundary: Polygon | null): Finding | null {
  const awayM = boundary ? Math.round(distanceM(boundary, [lng, lat])) : 0
  const isAway = awayM > mostDistanceM
  const parts = [
    ...(isAway ? [phrase`Recorded ${awayM} m from the plot; up to ${mostDistanceM} m are usual.`] : []),
    ...(accuracyM > mostAccuracyM ? [phrase`The position is accurate to ${accuracyM} m only; up to ${mostAccuracyM} m are usual.`] : []),
  ]
  if (parts.length === 0) return null
  return {
    ruleId: '1.3',
    severity: 'WARN',
    message: sentences(parts),
    figures: { ...(isAway && { cause: 'GEO_MISMATCH', distanceM: awayM }), gpsAccuracyM: accuracyM },
  }
}
