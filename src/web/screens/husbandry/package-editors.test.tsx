// What the list of packages says of a flock and of a pond before anything is sent: why a package cannot be followed (domain dictionary 5.1).
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const uuid = (end: string) => `01900000-0000-7000-8000-0000000005${end}`
const listed = (...items: Record<string, unknown>[]) => ({ body: { items, next: null, total: items.length, refs: {} } })
const unit = answerOf({ id: uuid('02'), title: 'House 1', status: 'IN_USE', village: 'Balsamud', farmerId: uuid('04') })
const farmer = answerOf({ id: uuid('04'), title: 'Savita Nagar', village: 'Balsamud', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
const flock = answerOf({
  ...{ id: uuid('01'), code: 'PBT-1', title: 'Flock', status: 'PLANNED', may: ['edit'], unitId: uuid('02'), farmerId: uuid('04'), village: 'Balsamud' },
  ...{ birdType: 'BROILER', strainId: uuid('06'), popId: uuid('15') },
})
const pond = answerOf({
  ...{ id: uuid('07'), code: 'AQC-1', title: 'Pond', status: 'PLANNED', may: ['edit'], unitId: uuid('02'), farmerId: uuid('04'), village: 'Balsamud' },
  ...{ species: [{ faoAlpha3: 'CTC', share: 1, stage: 'FINGERLING' }], popId: null },
})
const pop = (end: string, title: string, more: Record<string, unknown>) =>
  answerOf({ id: uuid(end), title, status: 'PUBLISHED', regions: [], birdType: 'BROILER', strainId: null, speciesGroup: 'OTHER', ...more })
const packages = [
  pop('11', 'Kutch, v1', { regions: ['Kutch'] }),
  pop('12', 'Layers, v1', { birdType: 'LAYER', speciesGroup: 'SHRIMP' }),
  pop('13', 'Khargone, v1', { regions: [' khargone '] }),
  pop('14', 'Any, v1', {}),
  pop('15', 'Of before, v1', { regions: ['Elsewhere'] }),
]
const server: Answering = ({ path }) => {
  const one = [flock, pond, unit, farmer, ...packages].find(({ id }) => path.endsWith(String(id)))
  if (one) return { body: one }
  return path.endsWith('pop') ? listed(...packages) : undefined
}
const open = async (entity: string, id: string) => {
  const stage = await openStage(`/private/farmbook/OP1/${entity}/${id}/edit`, server)
  await stage.person.click(await screen.findByRole('combobox', { name: /^Package of practices/ }))
}
const optionOf = (name: string) => screen.findByRole('option', { name: new RegExp(name) })
const isRefused = async (name: string, why: string): Promise<void> => {
  expect(await within(await optionOf(name)).findByText(why)).toBeDefined()
  expect((await optionOf(name)).getAttribute('aria-disabled')).toBe('true')
}

beforeAll(() => import('./package-editors.tsx'), 120_000)
beforeEach(() => localStorage.clear())

describe('the list of packages', () => {
  it('says of a flock why one of another region or for other birds cannot be followed; what it follows already can', async () => {
    await open('poultrybatch', String(flock.id))
    await isRefused('Kutch', 'This package is made for another region.')
    await isRefused('Layers', 'This package is for other birds.')
    for (const name of ['Khargone', 'Any', 'Of before']) expect((await optionOf(name)).getAttribute('aria-disabled')).not.toBe('true')
  })
  it('says it of a pond and its species', async () => {
    await open('aquacrop', String(pond.id))
    await isRefused('Kutch', 'This package is made for another region.')
    for (const name of ['Khargone', 'Any']) expect((await optionOf(name)).getAttribute('aria-disabled')).not.toBe('true')
  })
})
