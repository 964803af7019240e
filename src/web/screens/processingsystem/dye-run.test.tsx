// The run form of a dye house that dyes yarn and fabric: once one is fed, only what comes of it is offered.
import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const [lineId, yarnLot, fabricLot, yarnId, fabricId, ownerId] = ['11', '12', '13', '14', '15', '16'].map((end) => `01900000-0000-7000-8000-0000000000${end}`)
const line = answerOf({
  id: lineId,
  title: 'Dye house',
  systemType: 'DYEING',
  processorId: ownerId,
  segregation: 'DEDICATED',
  capacityKgPerDay: 8000,
  norms: [],
  inputProductIds: [],
  outputProductIds: [],
  may: ['PROCESS_RUN'],
})
const lot = (id: string | undefined, title: string, productId: string | undefined) =>
  answerOf({
    id,
    title,
    productId,
    status: 'RECEIVED',
    processorId: ownerId,
    processingSystemId: lineId,
    claimStatus: 'ORGANIC',
    onHandKg: 500,
    availableKg: 500,
  })
const list = (items: unknown[]) => ({ body: { items, next: null, refs: {} } })
const house: Answering = ({ path, method }) => {
  if (method !== 'GET') return undefined
  if (path.endsWith('/run-history')) return { body: { items: [], norm: { material: 'FABRIC', min: 0.86, max: 1.02 }, meanShare: null, throughputKg30Days: 0 } }
  if (path.endsWith(`/processingsystem/${lineId}`)) return { body: line }
  if (path.endsWith('/product'))
    return list([answerOf({ id: yarnId, title: 'Yarn', material: 'YARN' }), answerOf({ id: fabricId, title: 'Fabric', material: 'FABRIC' })])
  return path.endsWith('/productbatch') ? list([lot(yarnLot, 'Cones 7', yarnId), lot(fabricLot, 'Rolls 3', fabricId)]) : undefined
}
const address = `/private/farmbook/OP1/processingsystem/${lineId}/create-event?type=PROCESS_RUN`

beforeAll(() => import('./new-run.tsx'), 120_000)

describe('NewRun of a dye house', () => {
  it('offers yarn of yarn alone, and no fabric to add to it', async () => {
    await openStage(`${address}&batchId=${yarnLot}`, house)
    await screen.findByLabelText('Taken from Cones 7')
    expect([screen.queryByLabelText('Yarn'), screen.queryByLabelText('Fabric')]).toEqual([expect.anything(), null])
    expect((screen.getByRole('button', { name: 'Add a lot or scan its label' }) as HTMLButtonElement).disabled).toBe(true)
  })
  it('offers both until something is fed, and refuses what was typed for the other before saving (BR-10)', async () => {
    const { person } = await openStage(address, house)
    const fabric = await screen.findByLabelText('Fabric')
    await person.click(fabric)
    await person.paste('470')
    await person.click(screen.getByRole('button', { name: 'Choose a lot or scan its label' }))
    await person.click(await screen.findByText('Cones 7'))
    for (const [name, kg] of Object.entries({ 'Taken from Cones 7': '500', Waste: '15', 'Invisible loss': '15' })) {
      await person.click(await screen.findByLabelText(name))
      await person.paste(kg)
    }
    expect(await screen.findByText('Of yarn comes no fabric here. Record each material as a run of its own.')).toBeDefined()
  })
})
