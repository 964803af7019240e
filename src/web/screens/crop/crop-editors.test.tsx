// What the lists of packages and inputs say of a crop before anything is sent: why a package cannot be followed, and that its package does not name an input.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const uuid = (end: string) => `01900000-0000-7000-8000-0000000004${end}`
const listed = (...items: Record<string, unknown>[]) => ({ body: { items, next: null, total: items.length, refs: {} } })
const crop = answerOf({
  ...{ id: uuid('01'), code: 'CRP-1', title: 'Cotton, Suraj', status: 'SOWN', may: ['PACKAGE_ASSIGNED', 'PLANT_PROTECTION'], popId: uuid('21') },
  ...{ cropTypeId: uuid('05'), varietyId: uuid('06'), croppingSystemId: uuid('02'), plannedSowing: '2025-06-15' },
})
const system = answerOf({
  ...{ id: uuid('02'), code: 'CSY-1', title: 'Cotton 2025', status: 'ACTIVE', may: ['INPUT_APPLICATION'] },
  ...{ seasonId: uuid('03'), farmerId: uuid('04'), waterRegime: 'RAINFED', village: 'Balsamud' },
})
const season = answerOf({ id: uuid('03'), title: 'KH-2025', kind: 'KHARIF', status: 'OPEN' })
const farmer = answerOf({ id: uuid('04'), title: 'Savita Nagar', village: 'Balsamud', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
const pop = (end: string, title: string, more: Record<string, unknown> = {}) =>
  answerOf({
    ...{ id: uuid(end), code: `POP-${end}`, title, status: 'PUBLISHED', cropTypeId: uuid('05'), varietyIds: [], waterRegimes: ['RAINFED'] },
    ...{ season: null, regions: [], validTo: null, inputItemIds: [], ...more },
  })
const packages = [
  pop('11', 'Rabi, v1', { season: 'RABI' }),
  pop('12', 'Irrigated, v1', { waterRegimes: ['IRRIGATED'] }),
  pop('13', 'Kutch, v1', { regions: ['Kutch'] }),
  pop('14', 'Other varieties, v1', { varietyIds: [uuid('07')] }),
  pop('15', 'Of before, v1', { validTo: '2020-01-01' }),
  pop('21', 'Khargone, v1', { season: 'KHARIF', regions: [' khargone '], inputItemIds: [uuid('31')], planEvents: [{ code: 'NEEM', itemId: uuid('32') }] }),
  pop('22', 'Any, v1', { planEvents: [] }),
]
const inputs = [
  answerOf({ id: uuid('31'), title: 'Compost' }),
  answerOf({ id: uuid('32'), title: 'Neem oil' }),
  answerOf({ id: uuid('33'), title: 'Bordeaux' }),
]
let popOfCrops = [uuid('21')]
const server: Answering = ({ path }) => {
  const one = [crop, system, season, farmer, ...packages, ...inputs].find(({ id }) => path.endsWith(String(id)))
  if (one) return { body: one }
  if (path.endsWith('/pop')) return listed(...packages)
  if (path.endsWith('/inputitem')) return listed(...inputs)
  return path.endsWith('/crop') ? listed(...popOfCrops.map((popId) => ({ ...crop, popId }))) : undefined
}
const open = async (entity: string, id: string, type: string, label: RegExp) => {
  const stage = await openStage(`/private/farmbook/OP1/${entity}/${id}/create-event?type=${type}`, server)
  await stage.person.click(await screen.findByRole('combobox', { name: label }))
  return stage
}
const optionOf = (name: string) => screen.findByRole('option', { name: new RegExp(name) })
const notNamed = 'Not among the inputs of the package.'

beforeAll(() => Promise.all([import('#web/engine/event/event-form.tsx'), import('./crop-editors.tsx')]), 120_000)
beforeEach(() => {
  localStorage.clear()
  popOfCrops = [uuid('21')]
})

describe('the list of packages of a crop', () => {
  it('says why one of another season, water, region or variety, or one that is over, cannot be followed, below those that can', async () => {
    const { person } = await open('crop', String(crop.id), 'PACKAGE_ASSIGNED', /^Package of practices/)
    for (const [title, why] of [
      ['Rabi', 'This package is made for another season.'],
      ['Irrigated', 'This package is made for another water regime.'],
      ['Kutch', 'This package is made for another region.'],
      ['Other varieties', 'This package is made for other varieties.'],
      ['Of before', /was valid until .*2020/],
    ] as const) {
      expect(await within(await optionOf(title)).findByText(why)).toBeDefined()
      expect((await optionOf(title)).getAttribute('aria-disabled')).toBe('true')
    }
    const names = screen.getAllByRole('option').map((option) => option.textContent)
    expect(names.slice(0, 2).map((name) => name?.split(',')[0])).toEqual(['Khargone', 'Any'])
    expect((await optionOf('Any')).getAttribute('aria-disabled')).toBe('false')
    await person.click(await optionOf('Any'))
    expect(await screen.findByDisplayValue('Any, v1')).toBeDefined()
  })
  it('says of a crop that is entered what is known by then: first only which are over, with the cropping system the rest', async () => {
    const { person } = await openStage('/private/farmbook/OP1/crop/create', (requested) =>
      requested.path.endsWith('/croppingsystem') ? listed(system) : server(requested),
    )
    const packageField = await screen.findByRole('combobox', { name: /^Package of practices/ })
    await person.click(packageField)
    expect((await optionOf('Of before')).getAttribute('aria-disabled')).toBe('true')
    expect((await optionOf('Rabi')).getAttribute('aria-disabled')).toBe('false')
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('combobox', { name: /^Cropping system/ }))
    await person.click(await optionOf('Cotton 2025'))
    await person.click(packageField)
    for (const title of ['Rabi', 'Irrigated', 'Kutch']) await waitFor(async () => expect((await optionOf(title)).getAttribute('aria-disabled')).toBe('true'))
  })
})

describe('the list of inputs', () => {
  it('notes on a crop what its package names neither in its list nor in a step, and lets it be taken', async () => {
    const { person } = await open('crop', String(crop.id), 'PLANT_PROTECTION', /^Input/)
    expect(await within(await optionOf('Bordeaux')).findByText(notNamed)).toBeDefined()
    for (const title of ['Compost', 'Neem oil']) expect(within(await optionOf(title)).queryByText(notNamed)).toBeNull()
    await person.click(await optionOf('Bordeaux'))
    expect(await screen.findByDisplayValue('Bordeaux')).toBeDefined()
  })
  it('does so on a cropping system by the packages of its crops', async () => {
    await open('croppingsystem', String(system.id), 'INPUT_APPLICATION', /^Input/)
    expect(await within(await optionOf('Bordeaux')).findByText(notNamed)).toBeDefined()
  })
  it('notes nothing where the package lists none', async () => {
    popOfCrops = [uuid('22')]
    await open('croppingsystem', String(system.id), 'INPUT_APPLICATION', /^Input/)
    await optionOf('Bordeaux')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.queryByText(notNamed)).toBeNull()
  })
})
