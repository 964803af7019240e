// Shapes a screen lays on a map, described without the map's own machinery: pages name them before the map is fetched.

import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import type { claims } from '#domain/kernel/terms.ts'
import type { claimColours } from '#web/theme/tokens.ts'

/** A claim's colour; quiet: grey context; picked: blue; trouble: hatched red; version: a blue dashed line. */
export type ShapeTone = keyof typeof claimColours | 'quiet' | 'picked' | 'trouble' | 'version'
export type MapShape = { id: string; geometry: Polygon | Point; tone: ShapeTone }
/** A connection between two places, as wide as its share 0..1. */
export type MapLine = { id: string; from: Point['coordinates']; to: Point['coordinates']; share: number; isPicked: boolean }

const tones: Readonly<Record<keyof typeof claims, keyof typeof claimColours>> = {
  ORGANIC: 'organic',
  IC3: 'ic2',
  IC2: 'ic2',
  IC1: 'ic1',
  CONVENTIONAL: 'conventional',
}
/** Map colour of a claim; of none, the conventional grey. */
export const claimTone = (claim: string | null | undefined): keyof typeof claimColours =>
  claim && claim in tones ? tones[claim as keyof typeof claims] : 'conventional'
