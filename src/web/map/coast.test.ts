// Nothing ever lies in a sea that is only there because the coast has not come yet.
import type { Topology } from 'topojson-specification'
import { describe, expect, it } from 'vitest'
import { baseStyle, mapColours } from './base-style.ts'
import { type CoastMap, drawCoast } from './coast.ts'

const topology: Topology = { type: 'Topology', arcs: [], objects: { land: { type: 'GeometryCollection', geometries: [] } } }

/** A map that writes down what was done to it, in order. */
function stage(isGone = false) {
  const done: string[] = []
  const map: CoastMap = {
    getSource: () => (isGone ? undefined : { setData: async () => void done.push('land') }),
    once: (_type, then) => {
      done.push('drawn')
      then()
    },
    setPaintProperty: (layer, name, value) => void done.push(`${layer} ${name} ${JSON.stringify(value)}`),
  }
  return { map, done }
}
const sea = `ground background-color ["step",["zoom"],"${mapColours.water}",9,"${mapColours.land}"]`

describe('baseStyle', () => {
  it('begins with land everywhere', () =>
    expect(baseStyle.layers[0]).toMatchObject({ id: 'ground', type: 'background', paint: { 'background-color': mapColours.land } }))
})

describe('drawCoast', () => {
  it('colours the sea only after the land has been drawn, and once', async () => {
    const { map, done } = stage()
    await Promise.all([drawCoast(map, async () => topology), drawCoast(map, async () => topology)])
    expect(done).toEqual(['land', 'drawn', sea])
  })
  it('leaves everything land while the coast cannot be had, and tries again when asked again', async () => {
    const { map, done } = stage()
    await drawCoast(map, () => Promise.reject(new TypeError('offline')))
    expect(done).toEqual([])
    await drawCoast(map, async () => topology)
    expect(done).toEqual(['land', 'drawn', sea])
  })
  it('does nothing to a map that has gone meanwhile', async () => {
    const { map, done } = stage(true)
    await drawCoast(map, async () => topology)
    expect(done).toEqual([])
  })
})
