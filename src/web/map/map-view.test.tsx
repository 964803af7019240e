// What is drawn on a map is cleared before the map is gone: a drawing tool that outlives it throws at the next frame.
import { render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useMap } from './map-context.ts'

/** Enough of MapLibre to be made, loaded and removed: jsdom has no WebGL. */
const { FakeMap } = vi.hoisted(() => {
  class FakeMap {
    isRemoved = false
    touchZoomRotate = { disableRotation: () => {} }
    once(_event: string, heard: () => void) {
      heard()
    }
    on = () => {}
    getZoom = () => 14
    getBounds = () => ({ getWest: () => 75, getEast: () => 76, getSouth: () => 22, getNorth: () => 23 })
    getContainer = () => document.body
    getCanvas = () => document.createElement('canvas')
    getSource = () => undefined
    remove() {
      this.isRemoved = true
    }
  }
  return { FakeMap }
})
vi.mock('maplibre-gl', () => ({ Map: FakeMap, setWorkerUrl: () => {} }))
const ground = vi.hoisted(() => ({ style: {}, base: null, satellite: null, namesItself: false }))
vi.mock('./use-ground.ts', () => ({ useGround: () => ground }))
vi.mock('./satellite-switch.tsx', () => ({ SatelliteSwitch: () => null }))
vi.mock('./text-images.ts', () => ({ drawTextImages: () => {} }))
vi.mock('./grid-labels.tsx', () => ({ GridLabels: () => null }))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)
const { MapView } = await import('./map-view.tsx')

describe('MapView', () => {
  it('is removed after what was drawn on it let go of it', async () => {
    const seen: boolean[] = []
    let map: unknown
    const Layer = () => {
      const drawnOn = useMap() as unknown as InstanceType<typeof FakeMap>
      useEffect(() => {
        map = drawnOn
        return () => void seen.push(drawnOn.isRemoved)
      }, [drawnOn])
      return null
    }
    const { unmount } = render(
      <MapView label="Plots" small>
        <Layer />
      </MapView>,
    )
    await waitFor(() => expect(map).toMatchObject({ isRemoved: false }))
    unmount()
    await Promise.resolve()
    expect(seen).toEqual([false])
    expect(map).toMatchObject({ isRemoved: true })
  })
})
