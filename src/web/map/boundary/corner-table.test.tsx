// A boundary without seeing or touching the map: every corner is a field, and the checks speak.
import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { BoundaryChecks } from './boundary-checks.tsx'
import { CornerTable } from './corner-table.tsx'
import { useBoundary } from './use-boundary.ts'

const square: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [75.6, 22.13],
      [75.6015, 22.13],
      [75.6015, 22.1314],
      [75.6, 22.1314],
      [75.6, 22.13],
    ],
  ],
}
const sent = vi.fn()

function Both() {
  const session = useBoundary({ polygon: square, neighbours: [], declaredHa: 2.4 })
  return (
    <form onSubmit={sent}>
      <CornerTable corners={session.corners} dispatch={session.dispatch} />
      <BoundaryChecks session={session} declaredHa={2.4} />
      <output>{JSON.stringify(session.corners.map(({ position }) => position))}</output>
    </form>
  )
}
const open = () => {
  render(
    <ThemeProvider theme={createProductTheme()}>
      <Both />
    </ThemeProvider>,
  )
  return userEvent.setup()
}
const corners = () => JSON.parse(screen.getByRole('status').textContent ?? '') as [number, number][]
const type = async (person: ReturnType<typeof open>, label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await person.clear(field)
  await person.type(field, text)
}

beforeAll(async () => {
  await startLanguages('en')
})
afterEach(cleanup)

describe('CornerTable', () => {
  it('moves a corner typed from paper; Enter commits it without sending the form around', async () => {
    const person = open()
    await type(person, 'Latitude of corner 3', '22.1316{Enter}')
    expect(corners()[2]).toEqual([75.6015, 22.1316])
    expect(sent).not.toHaveBeenCalled()
  })
  it('keeps a figure that is none until it is corrected', async () => {
    const person = open()
    await type(person, 'Latitude of corner 3', '221.3')
    await person.tab()
    expect(screen.getByLabelText('Latitude of corner 3').getAttribute('aria-invalid')).toBe('true')
    expect(corners()[2]).toEqual([75.6015, 22.1314])
  })
  it('adds and removes corners, each told by its number', async () => {
    const person = open()
    await person.click(screen.getByLabelText('Insert a corner after corner 2'))
    expect(corners()).toHaveLength(5)
    await person.click(screen.getByLabelText('Remove corner 3'))
    expect(corners()).toHaveLength(4)
  })
})

describe('BoundaryChecks', () => {
  it('says at once that a line crosses itself', async () => {
    const person = open()
    expect(screen.queryByText('It cannot be kept like this.')).toBeNull()
    await type(person, 'Longitude of corner 3', '75.5990{Enter}')
    expect(screen.getByText('It cannot be kept like this.')).toBeDefined()
  })
})
