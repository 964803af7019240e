// Which maps this installation lays under its shapes, ready to be drawn: asked for once in a visit. Where they cannot be had, the
// product's own ground stays.
import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { type Ground, noGround } from '#domain/geo/ground.ts'
import { baseStyle } from './base-style.ts'
import { fetchGround } from './ground-sources.ts'
import { satelliteLayer, styleOn } from './ground-style.ts'

/** `base`, `satellite`: who is named on them, in plain text; null where there is none. `namesItself`: the style of the base map says whose it is. */
export type DrawnGround = { style: StyleSpecification; base: string | null; satellite: string | null; namesItself: boolean }
const own: DrawnGround = { style: baseStyle, base: null, satellite: null, namesItself: false }

/** A map does not wait longer to hear what lies under it. */
const patienceMs = 4000
let known: DrawnGround | undefined
let requested: Promise<DrawnGround> | undefined

async function ask(): Promise<DrawnGround> {
  const response = await fetch('/api/public/ground', { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`The maps of this installation were answered with ${response.status}.`)
  const ground: Ground = { ...noGround, ...(await response.json()) }
  if (!ground.base && !ground.satellite) return own
  const style = styleOn(ground, await fetchGround(ground))
  const hasSatellite = style.layers.some(({ id }) => id === satelliteLayer)
  return {
    style,
    base: ground.base?.attribution ?? null,
    satellite: hasSatellite ? (ground.satellite?.attribution ?? null) : null,
    namesItself: ground.base?.kind === 'style' && !ground.base.attribution,
  }
}

function groundOfInstallation(): Promise<DrawnGround> {
  requested ??= ask().then(
    (ground) => {
      known = ground
      return ground
    },
    (error: unknown) => {
      console.error('Maps are drawn on the ground of the product alone.', error)
      // The next map asks again.
      requested = undefined
      return own
    },
  )
  return requested
}

/** Undefined until it is known, which is at once from the second map of a visit on. */
export function useGround(): DrawnGround | undefined {
  const [ground, setGround] = useState(known)
  useEffect(() => {
    let isHere = true
    if (!ground) void groundOfInstallation().then((found) => isHere && setGround(found))
    return () => {
      isHere = false
    }
  }, [ground])
  return ground
}
