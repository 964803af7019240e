// The page of a past day of a plot has the boundary of then, and the versions that there had been by then, none of which is to be corrected there.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000e2'
const day = addDays(new Date().toISOString().slice(0, 10), -20)
const past = { occurredBy: `${day}T18:29:59.999Z`, knownBy: `${day}T18:29:59.999Z`, notDerived: [] }

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./past-overview.tsx'), import('#web/engine/past/past-record.tsx')]), 120_000)

describe('the page of a past day', () => {
  it('has of a plot its boundary of then, asks for the versions of that day, and says what is not there', async () => {
    const requested: string[] = []
    const polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [75.6, 22.1],
          [75.61, 22.1],
          [75.61, 22.11],
          [75.6, 22.1],
        ],
      ],
    }
    const version = { eventId: id, recordedAt: `${day}T04:30:00Z`, recordedBy: null, occurredAt: `${day}T04:30:00Z`, method: 'GPS_WALK', gpsAccuracyM: 4 }
    await openStage(`/private/farmbook/OP1/landparcel/${id}?asOf=${day}&knownAt=${day}`, ({ path, query }) => {
      if (path.endsWith('/boundaries')) {
        requested.push(String(query))
        return { body: { items: [{ ...version, areaHa: 1.25, polygon }], refs: {} } }
      }
      if (path.endsWith('/crop-figures')) return { body: { items: [], isCut: false } }
      if (path.endsWith('/neighbours')) throw new Error('asks for what is now')
      return path.endsWith(`/landparcel/${id}`)
        ? { body: answerOf({ id, title: 'Khet then', status: 'MAPPED', boundary: polygon, mappedAreaHa: 1.25, past }) }
        : undefined
    })
    const place = within(await screen.findByRole('region', { name: 'Map of the plot' }))
    expect(place.getByText('Plots around it, and what overlaps, are not worked out for the past.')).toBeTruthy()
    const versions = within(await screen.findByRole('region', { name: 'Boundary versions' }))
    expect(versions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Version 1')])
    expect(requested).toEqual([`asOf=${day}&knownAt=${day}`])
  })
})
