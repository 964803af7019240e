// Every address of the specification opens a screen, the menu says the specification's words, and docs/routes.md, which
// is made here, names both with their tests. Written anew with: vitest run --project web src/web/routes.test.tsx -u
import { existsSync } from 'node:fs'
import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Role, roles } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import { customScreens, routeScreens } from '#tests/web/route-screens.ts'
import { publicPaths, publicServerPaths, type Specified, specified } from '#tests/web/specified-routes.ts'
import { answerOf, omar, openStage } from '#tests/web/stage.tsx'
import { listPath } from './engine/list-address.ts'
import { createAppRouter } from './routes.tsx'
import { groups, isOpen, menu, menuFor } from './shell/menu.ts'

const id = '01900000-0000-7000-8000-0000000000f1'
const farmbook = '/private/farmbook/OP1'
const concrete = (path: string): string => path.replace(/\{\w+\}/g, id)
const routerAt = (path: string) => createAppRouter(createMemoryHistory({ initialEntries: [path] }))

/** The route that answers to an address; undefined where the router, or the entity's branch, would say that nothing is there. */
function routeOf(address: string): string | undefined {
  const [, params, route] = routerAt(address).getMatchedRoutes(address)
  // What answers only to the beginning of an address (the rest is in `**`) says that the rest is not there.
  if (!route || '**' in params) return undefined
  return params.entity !== undefined && !findEntity(params.entity) ? undefined : (route.fullPath as string)
}
/** Where an address leads after what it redirects to. */
async function landing(path: string): Promise<string> {
  const router = routerAt(path)
  await router.load()
  return router.state.location.href
}
const privatePaths = [...new Set(specified.flatMap(({ paths }) => paths))]
const addresses = [...publicPaths, ...privatePaths.map((path) => `${farmbook}${path}`)]

describe('createAppRouter', () => {
  it('has nothing at an address that nobody named', () => {
    expect(routeOf(`${farmbook}/dragon/list`)).toBeUndefined()
    expect(routeOf(`${farmbook}/crop/${id}/nothing/at/all`)).toBeUndefined()
    expect(routeOf('/public/nothing')).toBeUndefined()
  })
  it('has a screen, which is there, with a test, which is there, at every specified address', () => {
    expect(addresses.filter((path) => !routeScreens[routeOf(concrete(path)) ?? ''])).toEqual([])
    const used = new Set(addresses.map((path) => routeOf(concrete(path))))
    expect(Object.keys(routeScreens).filter((route) => !used.has(route))).toEqual([])
    expect(Object.keys(customScreens).filter((path) => !specified.some(({ paths }) => paths.includes(path)))).toEqual([])
    expect(
      [...Object.values(routeScreens), ...Object.values(customScreens)].flatMap(({ screen, test }) => [screen, test].filter((file) => !existsSync(file))),
    ).toEqual([])
  })
  it.each(privatePaths.filter((path) => !path.includes('?')))('stays at %s: no specified address leads to another', async (path) => {
    const address = `${farmbook}${concrete(path)}`
    expect(await landing(address)).toBe(address)
  })
  it('is listed in docs/routes.md', async () => {
    await expect(document()).toMatchFileSnapshot('../../docs/routes.md')
  })
})

/** Entries that the specification does not have, by group. */
const own: Record<'' | 'Settings', readonly string[]> & Record<string, readonly string[]> = {
  '': [
    'Cropping Systems',
    'Planned events',
    'Submissions',
    'Inspections',
    'Company audits',
    'Recalls',
    'Non-conformities',
    'Anomalies',
    'Certificates to decide',
  ],
  'Animal Husbandry': ['Units', 'Groups of animals', 'Lactations', 'Withdrawals'],
  Administration: ['Transaction certificates', 'Checklists', 'Scope certificates', 'Organization details', 'Operations'],
  Settings: ['Seasons', 'Crop types', 'Varieties', 'Inputs', 'Breeds', 'Medicines', 'Feeds', 'Diagnoses', 'Villages'],
}

describe('menu', () => {
  const named = specified.filter((one): one is Specified & { title: string } => one.title !== null)
  it('begins each group with the specification’s entries, in its order, and has our own after them', () => {
    const inOrder = [...new Set(specified.map(({ group }) => group))]
    expect(groups.slice(0, inOrder.length)).toEqual(inOrder)
    for (const group of inOrder) {
      // What stands there without a title are the dashboards, under a heading of their own.
      const titles = specified.filter((one) => one.group === group).map(({ title }) => title ?? 'Dashboards')
      expect([group, menu.filter((item) => item.group === group).map(({ title }) => title)]).toEqual([group, [...titles, ...(own[group ?? ''] ?? [])]])
    }
    expect(menu.filter(({ group }) => !inOrder.includes(group)).map(({ group }) => group)).toEqual(menu.slice(-own.Settings.length).map(() => 'Settings'))
  })
  it('leads where the specification says, and offers to administrators alone what is theirs', async () => {
    for (const { title, paths, adminOnly = false } of named) {
      const item = menu.find((one) => one.title === title)
      if (!item) throw new Error(`${title} is not in the menu`)
      expect([title, item.href]).toEqual([title, paths[0]])
      expect([title, item.permittedRoles ?? []]).toEqual([title, adminOnly ? ['ADMIN'] : []])
    }
  })
  it.each([
    ['/dashboard', 'Dashboard'],
    ['/farmer/list?q=ra', 'Farmers'],
    [`/farmer/${id}/edit`, 'Farmers'],
    ['/productionsystem/list', 'Production Systems'],
    ['/productionsystem/list?filter[systemType]=POULTRY', 'Production Systems'],
    ['/dairyproductionsystem/list', 'Dairy Production Systems'],
    ['/notifications/list', 'Notifications'],
    ['/mobile-notifications', 'Mobile Notifications'],
    ['/certificates-to-decide', 'Certificates to decide'],
    [`/collective/${id}/transactioncertificate/create`, 'Operators'],
    [`/productionsystem/${id}`, 'Production Systems'],
    ['/dairydashboard', 'Dairy Dashboard'],
    [`/client/${id}`, 'Organization details'],
    [`/client/${id}/edit`, 'Organization details'],
  ])('shows of %s that it belongs to “%s” alone', async (path, title) => {
    const router = routerAt(`${farmbook}${path}`)
    await router.load()
    const open = menu.flatMap((item) => [item, ...(item.subMenu ?? [])]).filter((item) => isOpen(item, router.state.location))
    expect(open.map((item) => item.title)).toEqual([title])
  })
  it('shows Users, Operators and Certification Bodies to nobody but administrators, whatever they may list', () => {
    const titles = (role: Role) => menuFor({ id, name: role, email: null, grants: [{ role }] }).map(({ title }) => title)
    const theirs = named.filter(({ adminOnly }) => adminOnly).map(({ title }) => title)
    expect(titles('ADMIN')).toEqual(expect.arrayContaining(theirs))
    for (const role of (Object.keys(roles) as Role[]).filter((one) => one !== 'ADMIN'))
      expect([role, titles(role).filter((title) => theirs.includes(title))]).toEqual([role, []])
  })
  it('states of every entry where it leads, and nothing of a heading', () => {
    for (const item of menu.flatMap((one) => [one, ...(one.subMenu ?? [])]))
      expect([item.title, typeof item.href]).toEqual([item.title, item.subMenu ? 'undefined' : 'string'])
    for (const { entity, href } of menu.filter((one) => one.entity)) expect(href).toBe(listPath(entity ?? ''))
  })
  it('leads to every dashboard of animal husbandry', () => {
    const shown = menu.filter(({ group }) => group === 'Animal Husbandry').flatMap(({ subMenu = [] }) => subMenu)
    const dashboards = specified.find(({ group, title }) => group === 'Animal Husbandry' && title === null)?.paths ?? []
    expect(shown.map(({ href }) => href)).toEqual(dashboards)
  })
})

describe('pages of their own', () => {
  const system = answerOf({ code: 'PDS-000001', title: 'Mandloi dairy', systemType: 'DAIRY', may: ['MILK_DISPATCH', 'BIOSECURITY_VISIT'] })
  const counts = {
    statusCounts: [{ entity: 'cow', counts: { ALIVE: 12, DEAD: 1 }, flagged: 2, within: {} }],
    dairy: null,
    poultry: null,
    aqua: null,
    restrictions: [],
  }
  it('says what went wrong when the sums cannot be told, and asks again', async () => {
    const { person, requested } = await openStage(`${farmbook}/procdashboard`, ({ path }) =>
      path.endsWith('/processing-summary')
        ? { status: 503, body: { status: 503, code: 'UNAVAILABLE', title: 'Unavailable', detail: 'Unavailable' } }
        : undefined,
    )
    const again = await screen.findByRole('button', { name: 'Try again' })
    const before = requested.length
    await person.click(again)
    await waitFor(() => expect(requested.length).toBeGreaterThan(before))
  })
  it('procdashboard shows stock by material and each line’s out-turn against its band', async () => {
    const line = { id, title: 'Khargone gin', code: 'PSY-000001', process: 'GINNING', runs: 3, lastRunAt: '2025-12-01T05:00:00Z', throughputKg30Days: 900 }
    const body = {
      statusCounts: [{ entity: 'productbatch', counts: { CLOSED: 4 }, flagged: 0 }],
      stock: [{ material: 'LINT', lots: 2, onHandKg: 1234.5, availableKg: 1000, onHoldKg: 34.5 }],
      lines: [{ ...line, lastShare: 0.29, meanShare: 0.34, latestShares: [0.38, 0.35, 0.29], norm: { material: 'LINT', min: 0.32, max: 0.38 } }],
    }
    await openStage(`${farmbook}/procdashboard`, ({ path }) => (path.endsWith('/processing-summary') ? { body } : undefined))
    expect(await screen.findByText('1,234.5 kg')).toBeDefined()
    expect(screen.getByRole('link', { name: /Khargone gin.*29.*usual 32.*38/ })).toBeDefined()
  })
  it.each([
    ['ahdashboard', 'husbandry', 'Animal husbandry summary'],
    ['dairydashboard', 'dairy', 'Dairy summary'],
  ])('%s asks for its trade and counts by state', async (page, trade, title) => {
    const { requested } = await openStage(`${farmbook}/${page}`, ({ path }) => (path.endsWith('/husbandry-summary') ? { body: counts } : undefined))
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    expect(await screen.findByText('Cows with open findings')).toBeDefined()
    expect(requested.find(({ path }) => path.endsWith('/husbandry-summary'))?.query.get('trade')).toBe(trade)
  })
  it.each([
    ['poultrydashboard', 'poultry'],
    ['aquadashboard', 'aqua'],
  ])('%s says how to begin where nothing is kept', async (page, trade) => {
    const { requested } = await openStage(`${farmbook}/${page}`, ({ path }) =>
      path.endsWith('/husbandry-summary') ? { body: { statusCounts: [], dairy: null, poultry: null, aqua: null, restrictions: [] } } : undefined,
    )
    expect(await screen.findByText('No animals are kept here yet')).toBeDefined()
    expect(requested.find(({ path }) => path.endsWith('/husbandry-summary'))?.query.get('trade')).toBe(trade)
  })
  it('reports/list names what this person may take away, and nothing else', async () => {
    await openStage(`${farmbook}/reports/list`, () => undefined)
    const files = await screen.findByRole('region', { name: /^Lists as files/ })
    expect(files.textContent).toContain('Farmers')
    expect(files.textContent).not.toContain('Schemes')
    expect(screen.getByRole('link', { name: /^Trace of a lot/ }).getAttribute('href')).toBe(`${farmbook}/productbatch/list`)
  })
  it('lists the dairies under their own address, heading and columns, and begins a new one as a dairy', async () => {
    const dairy = answerOf({ code: 'PDS-000001', title: 'Mandloi dairy', systemType: 'DAIRY', milkSpecies: ['COW'], milkingsPerDay: '2' })
    const { requested, address } = await openStage(`${farmbook}/dairyproductionsystem/list?q=mandloi`, ({ path, query }) =>
      path.endsWith('/productionsystem') && query.get('limit') !== '1' ? { body: { items: [dairy], next: null, total: 1, refs: {} } } : undefined,
    )
    expect(await screen.findByRole('heading', { level: 1, name: /^Dairy Production Systems/ })).toBeDefined()
    expect(await screen.findByRole('columnheader', { name: /Milkings a day/ })).toBeDefined()
    expect(address()).toBe(`${farmbook}/dairyproductionsystem/list?q=mandloi`)
    for (const { path, query } of requested.filter((one) => one.path.endsWith('/productionsystem')))
      expect([path, query.get('filter[systemType]')]).toEqual([path, 'DAIRY'])
    // What the address fixes is no filter that could be taken off.
    expect(screen.queryByRole('button', { name: /^Type/ })).toBeNull()
    expect(screen.getByRole('link', { name: /^New production system/ }).getAttribute('href')).toContain('systemType=DAIRY')
  })
  it('lists what waits for a certification body, oldest first, with the days that it waits and what the checks said', async () => {
    const certificate = answerOf({ code: 'TRC-000001', title: 'REF-1', status: 'SUBMITTED', submittedAt: '2020-01-01T06:00:00Z', certifiedKg: 120 })
    const { requested } = await openStage(`${farmbook}/certificates-to-decide`, ({ path, query }) => {
      if (path.endsWith('/certificate-summaries')) return { body: { items: [{ id: certificate.id, ok: 15, review: 2, block: 0 }] } }
      return path.endsWith('/transactioncertificate') && query.get('limit') !== '1'
        ? { body: { items: [certificate], next: null, total: 1, refs: {} } }
        : undefined
    })
    expect(await screen.findByRole('heading', { level: 1, name: /^Certificates to decide/ })).toBeDefined()
    expect(await screen.findByText(/^[\d,]+ days waiting$/)).toBeDefined()
    expect(await screen.findByText('2 checks to review')).toBeDefined()
    const lists = requested.filter(({ path, query }) => path.endsWith('/transactioncertificate') && query.get('limit') !== '1')
    for (const { query } of lists) expect([query.get('filter[status]'), query.get('sort')]).toEqual(['SUBMITTED,UNDER_REVIEW', 'submittedAt'])
  })
  it.each([
    ['/notifications/list', 'Notifications', '/notification'],
    ['/mobile-notifications', 'Mobile notifications', '/mobilenotification'],
  ])('%s is the list of its entity', async (path, heading, end) => {
    const { requested, address } = await openStage(`${farmbook}${path}`, () => undefined)
    expect(await screen.findByRole('heading', { level: 1, name: new RegExp(`^${heading}`) })).toBeDefined()
    expect(address()).toBe(`${farmbook}${path}`)
    await waitFor(() => expect(requested.some((one) => one.path.endsWith(end))).toBe(true))
  })
  it('under an operator begins a certificate with that operator as its seller', async () => {
    const admin = { ...omar, grants: [{ role: 'ADMIN' as const }] }
    const { address } = await openStage(
      `${farmbook}/collective/${id}/transactioncertificate/create`,
      ({ path }) => (path.endsWith(`/collective/${id}`) ? { body: answerOf({ title: 'Narmada Organic Growers' }) } : undefined),
      { user: admin },
    )
    expect(await screen.findByRole('heading', { level: 1, name: /^New transaction certificate/ })).toBeDefined()
    await waitFor(() => expect((screen.getByRole('combobox', { name: /^Seller \(operator\)/ }) as HTMLInputElement).value).toBe('Narmada Organic Growers'))
    expect(address()).toBe(`${farmbook}/collective/${id}/transactioncertificate/create`)
  })
  it('under an operator shows the certificate that the address names', async () => {
    const tcId = id.replace('f1', 'f3')
    const { requested } = await openStage(`${farmbook}/collective/${id}/transactioncertificate/${tcId}`, ({ path }) =>
      path.endsWith(`/transactioncertificate/${tcId}`)
        ? { body: answerOf({ id: tcId, code: 'TC-000001', title: 'NOG-2025-001', lines: [], shipments: [], inputCertificates: [], documents: [] }) }
        : undefined,
    )
    expect(await screen.findByRole('heading', { level: 1, name: /NOG-2025-001/ })).toBeDefined()
    expect(requested.some(({ path }) => path.endsWith(`/transactioncertificate/${id}`))).toBe(false)
  })
  it('of a dairy’s events offers only those of milk', async () => {
    await openStage(`${farmbook}/productionsystem/${id}/dairy/create-event`, ({ path }) =>
      path.endsWith(`/productionsystem/${id}`) ? { body: system } : undefined,
    )
    expect(await screen.findByRole('link', { name: /^Milk dispatched/ })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Visitor/ })).toBeNull()
  })
  it('lets the animal of that species be chosen, among those of the system that live', async () => {
    const cow = answerOf({ id: id.replace('f1', 'f2'), code: 'COW-000001', title: 'Gauri', status: 'ALIVE' })
    const { requested } = await openStage(`${farmbook}/productionsystem/${id}/cow/create-event`, ({ path }) =>
      path.endsWith(`/productionsystem/${id}`)
        ? { body: system }
        : path.endsWith('/cow')
          ? { body: { items: [cow], next: null, total: 1, refs: {} } }
          : undefined,
    )
    const link = await screen.findByRole('link', { name: /Gauri/ })
    expect(link.getAttribute('href')).toBe(`${farmbook}/cow/${cow.id}/create-event`)
    const { query } = requested.find(({ path }) => path.endsWith('/cow')) ?? {}
    expect([query?.get('filter[productionSystemId]'), query?.get('filter[status]')]).toEqual([id, 'ALIVE'])
  })
  it('says so for a species nobody keeps', async () => {
    await openStage(`${farmbook}/productionsystem/${id}/dragon/create-event`, () => undefined)
    expect(await screen.findByText('There is nothing at this address')).toBeDefined()
  })
  it('the root leads who is not signed in to the login page, and remembers no way back to itself', async () => {
    const { address } = await openStage('/', () => undefined, { user: null })
    await waitFor(() => expect(address()).toBe('/public/login'))
  })
  it('the root leads who is signed in to their dashboard', async () => {
    const { address } = await openStage('/', () => undefined)
    await waitFor(() => expect(address()).toBe(`${farmbook}/dashboard`))
  })
  it('public/404 says that nothing is there, without an account', async () => {
    await openStage('/public/404', () => undefined)
    expect(await screen.findByText('There is nothing at this address')).toBeDefined()
    // The lighter frame, whoever looks: no menu of the private area.
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})

/** The table for people. */
function document(): string {
  const row = (title: string, path: string, address: string) => {
    const { screen: file, test } = customScreens[path] ?? routeScreens[routeOf(concrete(address)) ?? ''] ?? { screen: '', test: '' }
    return `| ${title} | \`${path}\` | \`${file}\` | \`${test}\` |`
  }
  const head = ['| Menu | Address | Screen | Test |', '|---|---|---|---|']
  return [
    '# Addresses',
    '',
    'Every address of the specification, what draws it and which test opens it. Written by `src/web/routes.test.tsx` (`-u`), which also holds it against the router and the menu.',
    '',
    '## Public',
    '',
    ...head,
    ...publicPaths.map((path) => row('', path, path)),
    ...publicServerPaths.map((path) => `|  | \`${path}\` | \`src/server/public/page.ts\` | \`tests/api/public-page.test.ts\` |`),
    // Not of the specification's table: behind the code on a paper (6.5).
    '|  | `/public/report/{code}` | `src/server/public/report-page.ts` | `tests/api/report-checks.test.ts` |',
    '',
    '## Private, below `/private/farmbook/{operator}`',
    '',
    '`create` of the packages of practice and schemes takes `duplicate_from_id`; `create-event` of a crop takes `plan_event_id`.',
    '',
    ...head,
    ...specified.flatMap(({ title, group, paths }) => paths.map((path) => row(title ?? `${group} dashboards`, path, `${farmbook}${path}`))),
    '',
  ].join('\n')
}
