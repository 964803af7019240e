// The public page for boundaries. The map itself is not drawn here (no WebGL): what it would show is written in words and figures.
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openStage } from '#tests/web/stage.tsx'

vi.mock('#web/map/map-view.tsx', () => ({ MapView: () => null }))

async function paste(text: string) {
  const stage = await openStage('/public/draw-boundaries', () => undefined)
  await stage.person.click(await screen.findByRole('button', { name: 'Paste or open' }))
  await stage.person.click(await screen.findByRole('textbox', { name: 'Boundary' }))
  await stage.person.paste(text)
  await stage.person.click(screen.getByRole('button', { name: 'Show on the map' }))
  return stage
}
const figure = (label: string) => screen.getByText(label).nextSibling?.textContent

describe('/public/draw-boundaries', () => {
  it('has nothing to save before there is a boundary', async () => {
    await openStage('/public/draw-boundaries', () => undefined)
    expect(await screen.findByText('Three corners at least make a boundary.')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Save as GeoJSON' })).toHaveProperty('disabled', true)
  })
  it('tells no area of a line that crosses itself', async () => {
    await paste('POLYGON((75.6 22.1, 75.601 22.101, 75.601 22.1, 75.6 22.101, 75.6 22.1))')
    expect(await screen.findByRole('alert')).toBeDefined()
    expect([figure('Area'), figure('Corners')]).toEqual(['–', '4'])
    expect(await screen.findByRole('button', { name: 'Save as GeoJSON' })).toHaveProperty('disabled', true)
  })
  it('tells area, perimeter and checks of what is pasted, and sends it nowhere', async () => {
    const { requested } = await paste('POLYGON((75.6 22.1, 75.601 22.1, 75.601 22.101, 75.6 22.101, 75.6 22.1))')
    expect(await screen.findByText('Does not cross itself')).toBeDefined()
    expect(figure('Area')).toMatch(/^1\.14\d* ha$/)
    expect(figure('Perimeter')).toMatch(/^42\d m$/)
    expect(await screen.findByRole('button', { name: 'Save as GeoJSON' })).toHaveProperty('disabled', false)
    expect(requested.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
