// The administrator's page of operations: for nobody else, empty and full, another try for what was given up, and what cannot be loaded.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import type { Operations } from '#domain/tenancy/operations-answer.ts'
import { type Answering, omar, openStage, refusal } from '#tests/web/stage.tsx'

const ada: User = { ...omar, name: 'Ada Deshmukh', grants: [{ role: 'ADMIN' }] }
const address = '/private/farmbook/-/operations'
const id = '0199a5b0-0000-7000-8000-00000000000a'
const quiet: Operations = {
  version: '0.1.0',
  node: 'v24.1.0',
  database: { engine: 'postgres', version: '15.4', answerMs: 1.4, running: 1, waiting: 0, connections: 10, migrations: 20, lastMigration: '0020-x.sql' },
  jobs: { topics: [], failures: [], rounds: [{ topic: 'clock', lastAt: '2026-11-23T03:00:00Z', isFailing: false, unendedSince: null }] },
  mail: { waiting: 0, failed: 0, sent: 3, lastReason: null, oldestWaitingAt: null, isSent: true },
  messages: { waiting: 0, failed: 4, sent: 9 },
  files: { files: 2, bytes: 1_500_000, unattached: 0, quotaBytes: 2_000_000_000, into: 'database', stores: ['database'] },
}
const busy: Operations = {
  ...quiet,
  jobs: {
    topics: [{ topic: 'mail', waiting: 2, running: 1, failed: 1, done: 40, lastAt: '2026-11-23T03:00:00Z' }],
    failures: [
      { id, topic: 'mail', at: '2026-11-23T02:00:00Z', tries: 9, isGivenUp: true, reason: 'The mail server does not answer' },
      { id: `${id.slice(0, -1)}b`, topic: 'brand-new', at: '2026-11-23T02:10:00Z', tries: 1, isGivenUp: false, reason: null },
    ],
    rounds: [{ topic: 'clock', lastAt: '2026-11-23T03:00:00Z', isFailing: true, unendedSince: null }],
  },
  mail: { waiting: 3, failed: 2, sent: 3, lastReason: '550 no such user', oldestWaitingAt: '2026-11-22T03:00:00Z', isSent: true },
}
const serving =
  (view: unknown, more: Answering = () => undefined): Answering =>
  async (requested) => {
    const own = await more(requested)
    if (own) return own
    if (requested.path === '/api/operations') return { body: view }
    if (requested.path === '/api/operations/tables')
      return {
        body: {
          items: [
            { table: 'event', rows: 1200, bytes: 900_000 },
            { table: 'farmer', rows: 86, bytes: 40_000 },
          ],
        },
      }
    if (requested.path === '/api/operations/storage')
      return {
        body: {
          items: [
            { kind: 'PICTURE', owner: 'landparcel', files: 12, bytes: 1_200_000 },
            { kind: 'TABLE', owner: 'export', files: 1, bytes: 300_000 },
          ],
          usedBytes: 1_500_000,
          quotaBytes: 2_000_000_000,
          awaited: 3,
        },
      }
    return undefined
  }
const panel = (name: string) => within(screen.getByRole('region', { name }))

describe('/operations', () => {
  it('is nobody’s but administrators’, and asks for nothing on behalf of others', async () => {
    const { requested } = await openStage(address, serving(quiet))
    expect(await screen.findByText('There is nothing at this address')).toBeDefined()
    expect(requested.filter(({ path }) => path.startsWith('/api/operations'))).toEqual([])
    expect(screen.queryByRole('link', { name: 'Operations' })).toBeNull()
  })
  it('says what went wrong when it cannot be loaded', async () => {
    await openStage(address, (requested) => (requested.path.startsWith('/api/operations') ? refusal(503, 'UNAVAILABLE') : undefined), { user: ada })
    expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
  it('says that all is well where nothing waits and nothing failed', async () => {
    await openStage(address, serving(quiet), { user: ada })
    expect(await screen.findByRole('heading', { name: 'Operations', level: 1 })).toBeDefined()
    expect(panel('What did not succeed').getByText('Everything that was asked for has been done, or waits for its turn.')).toBeDefined()
    expect(panel('Asked for by this programme').getByText('Nothing was left to be done later yet.')).toBeDefined()
    expect(panel('Begins by itself').getByText('What follows from the day')).toBeDefined()
    expect(screen.getByText('1.5 MB')).toBeDefined()
    expect(panel('Installation').getByText('PostgreSQL 15.4')).toBeDefined()
    expect(panel('Installation').getByText('0 wait · 9 done · 4 failed')).toBeDefined()
    expect(await panel('Rows').findByText('1,200 rows')).toBeDefined()
    expect(panel('Rows').getByText('Farmers')).toBeDefined()
    const stored = await panel('Stored files').findAllByRole('listitem')
    expect(stored.map((one) => one.textContent)).toEqual(['Photographs · Land parcelsFiles: 121.2 MB', 'Tables · ExportsFiles: 1300 kB'])
    expect(panel('Stored files').getByText('1.5 MB of 2 GB used')).toBeDefined()
    expect(panel('Stored files').getByText('Announced and not sent yet: 3')).toBeDefined()
  })
  it('shows what failed with its reason, and tries again what was given up', async () => {
    let view = busy
    const { person, requested } = await openStage(
      address,
      (given) =>
        serving(view, ({ method }) => {
          if (method !== 'POST') return undefined
          view = { ...busy, jobs: { ...busy.jobs, failures: [] } }
          return { body: { topic: 'mail' } }
        })(given),
      { user: ada },
    )
    const failed = await screen.findByText('The mail server does not answer')
    expect(failed).toBeDefined()
    // What will be tried again by itself has no button.
    expect(screen.getAllByRole('button', { name: /^Try again/ }).length).toBe(1)
    expect(panel('What did not succeed').getByText('Will be tried again')).toBeDefined()
    expect(screen.getByText('2 not delivered')).toBeDefined()
    expect(panel('Begins by itself').getByText('Failing')).toBeDefined()
    expect(panel('Installation').getByText('550 no such user')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Try again: Mail' }))
    expect(await screen.findByText('It is tried again now.')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('The mail server does not answer')).toBeNull())
    expect(requested.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`/api/operations/jobs/${id}/retry`])
  })
  it('warns when a round has not ended', async () => {
    const rounds = [{ topic: 'clock', lastAt: '2026-11-23T03:00:00Z', isFailing: false, unendedSince: '2026-11-23T03:05:00Z' }]
    await openStage(address, serving({ ...quiet, jobs: { ...quiet.jobs, rounds } }), { user: ada })
    expect(await screen.findByText('A round has not ended')).toBeDefined()
    expect(panel('Begins by itself').getByText('Not ended')).toBeDefined()
    expect(panel('Begins by itself').getByText(/^It began at .+ and has not ended\.$/)).toBeDefined()
  })
  it('says why another try was refused', async () => {
    const { person } = await openStage(
      address,
      serving(busy, ({ method }) =>
        method === 'POST' ? refusal(409, 'STATE_CONFLICT', { detail: 'This job is under way again, or has been carried out.' }) : undefined,
      ),
      { user: ada },
    )
    await person.click(await screen.findByRole('button', { name: 'Try again: Mail' }))
    expect(await screen.findByText('This job is under way again, or has been carried out.')).toBeDefined()
  })
})
