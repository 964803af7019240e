// A bar in the wrong place sends somebody to the field on the wrong day.
import { describe, expect, it } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import { dueFirst, lanesOf, linesOfGrowers, linesOfSteps, spanOf } from './plan-bars.ts'

let made = 0
const step = (popEventCode: string, windowStart: string, windowEnd: string, more: Record<string, unknown> = {}): RecordAnswer =>
  ({
    id: `s${++made}`,
    name: popEventCode,
    title: popEventCode,
    popEventCode,
    windowStart,
    windowEnd,
    due: windowStart,
    status: 'PLANNED',
    mandatory: true,
    doneOn: null,
    cropId: 'c1',
    farmerId: 'f1',
    may: [],
    ...more,
  }) as unknown as RecordAnswer

describe('the lines of a plan', () => {
  const steps = [
    step('WEED', '2025-07-06', '2025-07-18'),
    step('SCOUT', '2025-07-17', '2025-07-24'),
    step('SCOUT', '2025-07-27', '2025-08-03', { status: 'DONE_LATE', doneOn: '2025-08-09' }),
    step('WATER', '2025-07-01', '2025-07-02', { status: 'NOT_APPLICABLE' }),
  ]
  it('have repetitions on one line, and nothing that does not apply', () => {
    expect(linesOfSteps(steps).map(({ label, lanes }) => [label, lanes.map((lane) => lane.length)])).toEqual([
      ['WEED', [1]],
      ['SCOUT', [2]],
    ])
  })
  it('reach over all windows and marks', () => expect(spanOf(linesOfSteps(steps))).toEqual({ from: '2025-07-03', to: '2025-08-14' }))
  it('have a lane more only where two would lie on one another', () => {
    const [line] = linesOfGrowers(steps, { f1: { entity: 'farmer', title: 'Sunita', code: 'F1' } } as never, 'crop')
    expect(line).toMatchObject({ label: 'Sunita', lanes: [[{ code: 'WEED' }, { code: 'SCOUT' }], [{ code: 'SCOUT' }]] })
    expect(lanesOf([])).toEqual([])
  })
  it('are none without steps', () => expect(spanOf([])).toBeNull())
})

it('what must be done and ends first comes first', () => {
  const due = { status: 'DUE' }
  const all = [
    step('A', '2025-07-01', '2025-07-09', due),
    step('B', '2025-07-01', '2025-07-03', { ...due, mandatory: false }),
    step('C', '2025-07-01', '2025-07-05', due),
    step('D', '2025-07-01', '2025-07-02'),
  ]
  expect(dueFirst(all).map(({ title }) => title)).toEqual(['C', 'A', 'B'])
})
