// Crops that might follow a package: what would move on each, what stays as it was missed, and that nothing is known until it is worked out.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import { answerOf, openStage, refusal } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000e1'
const follower = (values: Record<string, unknown>) => ({
  id: '01900000-0000-7000-8000-0000000000e2',
  code: 'CRP-000007',
  title: 'Cotton',
  village: 'Ahirkhedi',
  status: 'GROWING',
  popId: null,
  farmer: 'Geeta Thakur',
  follows: 'Organic cotton, v1',
  isEarlierVersion: false,
  why: null,
  done: 0,
  missed: 0,
  added: 0,
  overdue: 0,
  moved: 0,
  dropped: 0,
  ...values,
})
const pop = answerOf({ id, code: 'POP-2', title: 'Organic cotton, v2', status: 'PUBLISHED', planEvents: [], stepCount: 0 })
const open = (preview: (call: { body?: unknown }) => { status?: number; body: unknown } | Promise<never>, width = 1280) =>
  openStage(
    `/private/farmbook/OP1/pop/${id}?tab=crops`,
    ({ path, body }) => (path.endsWith('/preview') ? preview({ body }) : path.endsWith(id) ? { body: pop } : undefined),
    { width },
  )

beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./package-followers.tsx')]), 120_000)

describe('PackageFollowers', () => {
  it('says what would move on a crop, and what stays missed; one that cannot follow has no box and says why', async () => {
    const followers = [
      follower({ done: 23, missed: 1, moved: 2 }),
      follower({ id: '01900000-0000-7000-8000-0000000000e3', code: 'CRP-000008', title: 'Wheat', why: { message: 'It is harvested.', words: null } }),
    ]
    await open(() => ({ body: { followers, isMore: false } }))
    const rows = within(await screen.findByRole('region', { name: 'Crops' }))
    expect(await rows.findByText('moved: 2 · done, stay: 23 · missed, stay missed: 1')).toBeDefined()
    expect(rows.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))).toEqual(['Cotton, CRP-000007'])
    expect(rows.getByText('It is harvested.')).toBeDefined()
  })
  it('says that it is working, not that there are none', async () => {
    await open(() => new Promise<never>(() => {}))
    expect(await screen.findByRole('region', { name: 'Crops' })).toBeDefined()
    expect(screen.queryByText(/No crop of this type/)).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Crops' })).getByRole('status')).toBeDefined()
  })
  it('on a phone offers no filters where there are none', async () => {
    const followers = Array.from({ length: 13 }, (_, at) => follower({ id: `01900000-0000-7000-8000-0000000001${at + 10}`, code: `CRP-${at}` }))
    await open(() => ({ body: { followers, isMore: false } }), 390)
    expect(await screen.findByPlaceholderText('Name, village or code')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
  })
  it('has the others on further pages, and looks for words among all of them, not those on the page', async () => {
    const many = Array.from({ length: 13 }, (_, at) => follower({ id: `01900000-0000-7000-8000-0000000001${at + 10}`, code: `CRP-${at}`, done: at + 1 }))
    const bodies: unknown[] = []
    const { person } = await open((call) => {
      bodies.push(call.body)
      const { cursor, q } = call.body as { cursor?: string; q?: string }
      if (q) return { body: { followers: [follower({ code: 'CRP-99', done: 99 })], isMore: false, next: null } }
      return cursor
        ? { body: { followers: many.slice(7), isMore: false, next: null } }
        : { body: { followers: many.slice(0, 7), isMore: true, next: 'after-7' } }
    })
    await person.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('done, stay: 13')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    await person.type(screen.getByPlaceholderText('Name, village or code'), 'Geeta')
    expect(await screen.findByText('done, stay: 99')).toBeDefined()
    expect([bodies[0], bodies[1], bodies.at(-1)]).toEqual([{}, { cursor: 'after-7' }, { q: 'Geeta' }])
  })
  it('has all follow it that are chosen, in as many calls as the server takes, and counts those that are shown', async () => {
    const idOf = (at: number) => `01900000-0000-7000-8000-0000000${at + 10_000}`
    const many = Array.from({ length: mostFollowersAtOnce + 1 }, (_, at) => follower({ id: idOf(at), code: `CRP-${at}`, title: `Crop ${at}` }))
    const sent: string[][] = []
    const { person } = await openStage(`/private/farmbook/OP1/pop/${id}?tab=crops`, ({ path, body }) => {
      if (path.endsWith('/preview')) return { body: { followers: many, isMore: true, next: 'after' } }
      if (!path.endsWith('/assign')) return path.endsWith(id) ? { body: pop } : undefined
      const { ids } = body as { ids: string[] }
      sent.push(ids)
      return ids.length > mostFollowersAtOnce ? refusal(400, 'VALIDATION') : { body: { count: ids.length } }
    })
    expect(await screen.findByText('Of those shown 0 follow it, 201 might')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Choose all' }))
    await person.click(screen.getByRole('button', { name: 'Follow it with the chosen (201)' }))
    expect(await screen.findByText('Follow this package from now on: 201')).toBeDefined()
    expect([sent.map(({ length }) => length), new Set(sent.flat()).size]).toEqual([[200, 1], 201])
  }, 60_000)
  it('can be tried again where it was refused', async () => {
    let tries = 0
    const { person } = await open(() => {
      tries++
      return tries === 1 ? refusal(503, 'UNAVAILABLE') : { body: { followers: [follower({ done: 2 })], isMore: false } }
    })
    expect(await screen.findByText('What would move could not be worked out')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('done, stay: 2')).toBeDefined()
  })
})
