// A spinning mill that buys lint and bales, and a company that does without one of its own.
import { entityOf } from '#domain/entities.ts'
import type { World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Json, ok, record } from './chain-stage.ts'

/** Ids of the company, of its line, and of the product that it spins. */
export type Mill = { company: string; line: string; yarn: string }

/** A company with one line for carded yarn. */
export async function millOf(world: World): Promise<Mill> {
  const ada = world.as('ada', 'OP1')
  const { id: _, ...company } = sampleOf(entityOf('processor'), { values: { code: 'MILL', legalName: 'Indore Mills', types: ['SPINNER'] } }) as Json
  const made = async (entity: string, body: Record<string, unknown>) => {
    const { id } = await ok(ada.post(`/${entity}`, body))
    await ok(record(ada, entity, id, 'ACTIVATED', '2025-06-01'))
    return id as string
  }
  const owner = await made('processor', company)
  const line = { name: 'Indore carded', place: 'Indore', district: 'Indore', capacityKgPerDay: 5000, systemType: 'SPINNING_CARDED', processorId: owner }
  const product = {
    code: 'PRD-YARN',
    name: 'Yarn',
    kind: 'SEMI',
    material: 'YARN',
    unitType: 'CONE_LOT',
    hsCode: '520512',
    sellable: true,
    cocModel: 'SEGREGATED',
  }
  return { company: owner, line: await made('processingsystem', { ...line, segregation: 'DEDICATED' }), yarn: await made('product', product) }
}

/** A company that spins, active, without a line. Answers its id. */
export async function spinnerOf(world: World, legalName = 'Indore Spinners'): Promise<string> {
  const ada = world.as('ada', 'OP1')
  const place = { address: 'Indore', district: 'Indore', state: 'Madhya Pradesh', country: 'IN' }
  const { id } = await ok(ada.post('/processor', { legalName, types: ['SPINNER'], isConventional: true, ...place, contacts: [{ name: 'Meena Rao' }] }))
  await ok(record(ada, 'processor', id, 'ACTIVATED', '2025-06-01'))
  return id
}
