// Files of every declared entity: who may have them, a template that fits, an export that comes back through the
// import without changing anything, and cells that no spreadsheet executes.
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { can } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { layoutOf } from '#domain/exchange/layouts.ts'
import { recordColumns } from '#domain/exchange/record-layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { holderOf, workers } from '../harness/actors.ts'
import type { Client } from '../harness/client.ts'
import { type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
let ada: Client
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
})

const exported = (entity: AnyEntity): Promise<string> =>
  ada
    .get(`/${entity.name}/export?purpose=OWN_RECORDS`)
    .then(({ status, body }) => (status === 200 ? body : expect.unreachable(`${entity.name}: ${JSON.stringify(body)}`)))
/** The entity can be imported by somebody. */
const isImported = (entity: AnyEntity): boolean => !entity.readOnly && can({ id: '', name: '', email: null, grants: [{ role: 'ADMIN' }] }, entity.name, 'I')

describe.each(entities.map((entity) => [entity.name, entity] as const))('/api/operators/{operator}/%s/export and /import', (name, entity) => {
  it('refuses those who may not export or import (403 FORBIDDEN)', async () => {
    for (const person of workers) {
      const client = world.as(person, 'OP1')
      if (!can(world.people[person] as never, name, 'X')) expect(await client.get(`/${name}/export`), person).toMatchObject({ status: 403 })
      if (!can(world.people[person] as never, name, 'I'))
        expect(await client.send(`/${name}/import`, { method: 'POST', body: 'a\n1\n', headers: { 'content-type': 'text/csv' } }), person).toMatchObject({
          status: 403,
        })
    }
  })
  it('refuses a format, a page or a parameter it does not have (400 VALIDATION)', async () => {
    const who = holderOf(world, entity, 'X')
    if (!who) return
    const exporter = world.as(who, 'OP1')
    for (const query of ['format=pdf', 'limit=5', 'cursor=x', 'shoe=1', 'sort=shoe'])
      expect([query, (await exporter.get(`/${name}/export?purpose=OWN_RECORDS&${query}`)).status]).toEqual([query, 400])
    const hasPlace = Object.values(entity.fields as Record<string, Field>).some(({ kind, by }) => by === 'person' && (kind === 'polygon' || kind === 'point'))
    expect((await exporter.get(`/${name}/export?purpose=OWN_RECORDS&format=geojson`)).status).toBe(hasPlace ? 200 : 400)
  })
  it.runIf(isImported(entity))('offers a template whose columns are those of the import', async () => {
    const { status, body } = await ada.get(`/${name}/import-template.csv`)
    expect(status).toBe(200)
    expect(body.split('\r\n')[0]).toBe(
      layoutOf(entity, 'records')
        ?.columns.map((column) => column.name)
        .join(','),
    )
  })
  /** A crop follows a published package only, and seeds publish none; it has a share where it grows mixed alone. */
  const left = name === 'crop' ? { values: { popId: null, areaShare: null } } : {}
  it.runIf(isImported(entity))('exports what an import takes back without a change', async () => {
    for (let n = 0; n < 3; n++) await seeds.make(entity, { full: n > 0, ...left })
    const text = await exported(entity)
    const before = await rowCounts(world)
    const job = await ada.send(`/${name}/import`, { method: 'POST', body: text, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } })
    expect(job.body, JSON.stringify(job.body.problems ?? job.body).slice(0, 600)).toMatchObject({ state: 'DONE', created: 0, changed: 0, rejected: 0 })
    expect(job.body.unchanged).toBeGreaterThanOrEqual(3)
    // Its end notifies whoever sent it.
    const { import_job: jobs, outbox, counter, ...after } = await rowCounts(world)
    // The counter of stored bytes stands from the first file on.
    expect({ ...after, counter: before.counter }).toEqual({ ...before, import_job: undefined, outbox: undefined })
    expect(counter).toBeLessThanOrEqual((before.counter ?? 0) + 1)
    expect([jobs, outbox]).toEqual([(before.import_job ?? 0) + 1, (before.outbox ?? 0) + 1])
  })
  it.runIf(isImported(entity))('exports the same as a workbook', async () => {
    const answer = await world.app.request(
      `http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/${name}/export?purpose=OWN_RECORDS&format=xlsx`,
      {
        headers: { host: `${world.tenants.cotton.subdomain}.farmbook.test`, 'x-test-user': world.people.ada?.id ?? '' },
      },
    )
    const workbook = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
    const rows = (await exported(entity)).trim().split('\r\n')
    expect(workbook.sheets[0]?.rows[0]).toEqual((rows[0] ?? '').replace('\ufeff', '').split(','))
    expect(workbook.sheets[0]?.rows.length).toBeGreaterThan(3)
  })
  it.runIf(
    isImported(entity) &&
      recordColumns(entity).some(({ field }) => (entity.fields as Record<string, Field>)[field ?? '']?.kind === 'longText' || field === 'name'),
  )('exports no cell that a spreadsheet would run', async () => {
    const [field] =
      Object.entries(entity.fields as Record<string, Field>).find(([one, { kind, by }]) => by === 'person' && (kind === 'longText' || one === 'name')) ?? []
    const created = await seeds.make(entity, { values: { [field ?? '']: '=HYPERLINK("http://x.example","y")' } }).catch(() => undefined)
    if (created) expect(await exported(entity)).toContain(`"'=HYPERLINK(`)
    expect(await exported(entity)).not.toMatch(/(^|,)"?=/m)
  })
})
