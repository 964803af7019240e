// A group with an internal control: people with roles at it, small documents, and short words for what is done with them.
import { entityOf } from '#domain/entities.ts'
import { documentNames } from '#domain/people/internal-control.ts'
import type { Client } from '../harness/client.ts'
import { pdf } from '../harness/files.ts'
import type { World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Json, ok } from './chain-stage.ts'

export type Row = { userId: string; role: string }

/** An applying group of its own, with a manager and an inspector who are registered for it, and by whom nothing is filled in yet. */
export async function applicant(world: World) {
  const ada = world.as('ada', '-')
  const group: Json = await ok(ada.post('/collective', { ...sampleOf(entityOf('collective')) }))
  const id = group.id as string
  const person = async (...roles: string[]): Promise<string> =>
    (await ok(ada.post('/user', { ...sampleOf(entityOf('user')), roles: roles.map((role) => ({ role, operatorIds: [id] })) }))).id
  const [manager, inspector] = [await person('OPERATOR_MANAGER'), await person('INTERNAL_INSPECTOR')]
  const view = (): Promise<Json> => ok(ada.get(`/collective/${id}`))
  const edit = async (values: Record<string, unknown>, who: Client = ada) =>
    who.patch(`/collective/${id}`, values, { 'if-match': `"${(await view()).version}"` })
  const event = (eventType: string, data: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
    ada.post(`/collective/${id}/events`, { eventType, occurredAt: new Date().toISOString(), data, ...more })
  const staff: Row[] = [
    { userId: manager, role: 'ICS_MANAGER' },
    { userId: inspector, role: 'INSPECTOR' },
  ]
  return { ada, id, code: group.code as string, manager, inspector, staff, person, view, edit, event }
}
export type Applicant = Awaited<ReturnType<typeof applicant>>

export const sentFile = async (who: Client, name: string): Promise<string> =>
  (await ok(who.send(`/files?name=${name}.pdf`, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(name)) }))).id

/** One file for each document. */
export const fourDocuments = async (who: Client): Promise<Record<string, string[]>> =>
  Object.fromEntries(await Promise.all(documentNames.map(async (name): Promise<[string, string[]]> => [name, [await sentFile(who, name)]])))

/** The same group, active. */
export async function activeGroup(world: World): Promise<Applicant> {
  const group = await applicant(world)
  await ok(group.edit({ icsStaff: group.staff, ...(await fourDocuments(group.ada)) }))
  await ok(group.event('ACTIVATED'))
  return group
}
