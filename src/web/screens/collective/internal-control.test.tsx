// The internal control in statistics on the operator's page: for whom it has a tab, the figures in words, whom they lead to, and a season without any.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import type { InspectionQuality } from '#domain/reports/inspection-quality-answer.ts'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const group = omar.grants[0]?.operatorIds?.[0] ?? ''
const seasonId = '01900000-0000-7000-8000-0000000000c1'
const inspectorId = '01900000-0000-7000-8000-0000000000d1'
const farmerId = '01900000-0000-7000-8000-0000000000e1'
const quality = (values: Partial<InspectionQuality> = {}): InspectionQuality => ({
  seasonId,
  detection: {
    holdings: 1,
    byFirst: 3,
    bySecond: 4,
    byBoth: 2,
    byEither: 5,
    rate: 0.6,
    interval: { low: 0.23, high: 0.88 },
    recaptured: 0.5,
    items: [
      {
        farmerId,
        name: 'Raju Mandloi',
        kind: 'AUDIT',
        first: { by: 'Ines Rao', on: '2025-08-10', found: [], unnamed: false },
        second: { by: 'Carla', on: '2026-01-13', found: ['STORE'], unnamed: false },
        missed: 1,
      },
    ],
  },
  score: {
    score: 67,
    risk: 'MEDIUM',
    parts: [
      { part: 'COVERAGE', done: 36, of: 40, share: 0.9 },
      { part: 'DETECTION', done: 3, of: 5, share: 0.6 },
      { part: 'SPREAD', done: 0, of: 0, share: null },
      { part: 'CORRECTION', done: 1, of: 2, share: 0.5 },
    ],
  },
  rate: 0.2,
  inspectors: [{ inspectorId, name: 'Ines Rao', members: 40, found: 0, expected: 8, adjusted: 0, place: 'MANY_FEWER' }],
  classes: [{ riskClass: 'LOW', members: 30, visited: 40, found: 8 }],
  sample: { members: 40, high: [{ farmerId, name: 'Raju Mandloi' }], others: 9, certificationBody: 10, toDetect: [{ prevalence: 0.1, sample: 21 }] },
  ...values,
})
const answering =
  (answer: InspectionQuality): Answering =>
  ({ method, path }) => {
    if (method !== 'GET') return undefined
    if (path.endsWith('/season'))
      return {
        body: {
          items: [answerOf({ id: seasonId, title: 'Kharif 2025', status: 'OPEN', startDate: '2025-06-01', endDate: '2026-02-28' })],
          next: null,
          total: 1,
          refs: {},
        },
      }
    if (path.endsWith('/inspection-quality')) return { body: answer }
    return path.endsWith(`/collective/${group}`) ? { body: answerOf({ id: group, code: 'OP1', title: 'Narmada Organic Growers' }) } : undefined
  }
const page = `/private/farmbook/OP1/collective/${group}?tab=control`

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./internal-control.tsx')]), 120_000)

describe('InternalControl', () => {
  it('says the detection rate, who lies outside, and whom to look at again, each with its list', async () => {
    await openStage(page, answering(quality()))
    expect(await screen.findByText('with 95 % confidence between 23% and 88%')).toBeDefined()
    const mark = screen.getByRole('button', { name: 'Ines Rao: 0 of 40, expected 8' })
    expect(mark).toBeDefined()
    const line = within(screen.getByRole('list', { name: 'Inspectors compared at the same risk' }))
    expect(line.getByText('Far fewer than expected')).toBeDefined()
    expect(line.getByRole('link', { name: 'Ines Rao' }).getAttribute('href')).toContain(inspectorId)
    const twice = within(screen.getByRole('list', { name: 'Members looked at by two people' }))
    expect(twice.getByText('Missed: 1')).toBeDefined()
    expect(twice.getByRole('link', { name: 'Raju Mandloi' }).getAttribute('href')).toContain(`/farmer/${farmerId}`)
    expect(within(screen.getByRole('list', { name: 'All of high risk' })).getByRole('link', { name: 'Raju Mandloi' })).toBeDefined()
  })
  it('says the score of the control, its risk and what it is made of', async () => {
    await openStage(page, answering(quality()))
    expect(await screen.findByText('67 of 100')).toBeDefined()
    expect(screen.getByText('Medium risk')).toBeDefined()
    expect(screen.getByText('36 of 40')).toBeDefined()
    expect(screen.getByText('nothing to measure yet')).toBeDefined()
  })
  it('has no score where less than two things are measured', async () => {
    const score = { score: null, risk: null, parts: [{ part: 'COVERAGE' as const, done: 0, of: 40, share: 0 }] }
    await openStage(page, answering(quality({ score })))
    expect(await screen.findByText(/^No score yet/)).toBeDefined()
  })
  it('says that there is nothing to compare yet, on a phone', async () => {
    const nothing = { holdings: 0, byFirst: 0, bySecond: 0, byBoth: 0, byEither: 0, rate: null, interval: null, recaptured: null, items: [] }
    await openStage(page, answering(quality({ detection: nothing, inspectors: [] })), { width: 390 })
    expect(await screen.findByText(/^Nothing to compare yet/)).toBeDefined()
    expect(screen.getByText('No inspection of this season yet.')).toBeDefined()
  })
  it('has no tab for an inspector', async () => {
    const ines: User = { ...omar, grants: [{ role: 'INTERNAL_INSPECTOR', operatorIds: [group] }] }
    const { requested } = await openStage(page, answering(quality()), { user: ines })
    expect(await screen.findByRole('tab', { name: 'Approved farmer lists' })).toBeDefined()
    expect(screen.queryByRole('tab', { name: 'Internal control' })).toBeNull()
    expect(requested.some(({ path }) => path.endsWith('/inspection-quality'))).toBe(false)
  })
})
