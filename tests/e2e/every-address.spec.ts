// Every address of the specification, opened in a browser with records behind it: each shows a screen of its own and
// nothing that failed. The people are those who may; what the demo has no records of is entered first, through the API.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import { loopback } from '#server/dev/sign-in.ts'
import { dataOf, sampleOf } from '../samples.ts'
import { publicPaths, specified } from '../web/specified-routes.ts'
import { addressOf, expectNoSidewaysScroll, journey, phone } from './harness.ts'
import { as } from './programme-stage.ts'

type Known = { id: string; title: string; [field: string]: unknown }
const people = ['ada', 'omar', 'fatima', 'carla'] as const
const records = new Map<string, Known>()
const events = new Map<string, string>()

/** A record of this entity with these values: one of the demo's, else a new one, entered by whoever may. */
async function recordOf(name: string, values: Record<string, unknown> = {}): Promise<Known> {
  const key = keyOf(name, values)
  const known = records.get(key)
  if (known) return known
  const ada = await as('ada')
  const filters = Object.entries(values).map(([field, value]) => `&filter[${field}]=${value}`)
  const [first] = (await ada.get(`/${name}?limit=1&sort=createdAt${filters.join('')}`)).items as Known[]
  const record = first ?? (await enter(entityOf(name), values))
  records.set(key, record)
  return record
}
const keyOf = (name: string, values: Record<string, unknown>): string => `${name} ${JSON.stringify(values)}`

async function enter(entity: AnyEntity, values: Record<string, unknown> = {}): Promise<Known> {
  const ids = new Map<string, string>()
  const body = await referring(entity, ids, values)
  const refusals: unknown[] = []
  for (const person of people) {
    const made = await (await as(person)).post(`/${entity.name}`, body).catch((error: Error) => refusals.push(error.message))
    if (typeof made === 'object') return made
  }
  throw new Error(`Nobody could enter a ${entity.name}: ${refusals.join('\n')}`)
}

/** Stands in a sample until the record it must refer to is there. */
const nobody = '00000000-0000-7000-8000-000000000000'
/** A sample of the entity, and before it whatever it must refer to. */
async function referring(entity: AnyEntity, ids: Map<string, string>, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const missing: [target: string, values: Record<string, unknown>][] = []
  const body = sampleOf(entity, {
    values,
    refer: (target, wanted = {}) => {
      if (!ids.has(keyOf(target, wanted))) missing.push([target, wanted])
      return ids.get(keyOf(target, wanted)) ?? nobody
    },
  })
  if (missing.length === 0) return body
  for (const [target, wanted] of missing) ids.set(keyOf(target, wanted), (await recordOf(target, wanted)).id)
  return referring(entity, ids, values)
}

/** An event in the record's history that has a page; recorded first where there is none yet. */
async function eventOf(name: string): Promise<string> {
  const known = events.get(name)
  if (known) return known
  const { id } = await recordOf(name)
  const ada = await as('ada')
  const shown = ((await ada.get(`/${name}/${id}/events`)).items as { id: string }[])[0] ?? (await recordAny(entityOf(name), id))
  events.set(name, shown.id)
  return shown.id
}

async function recordAny(entity: AnyEntity, id: string): Promise<{ id: string }> {
  const refusals: unknown[] = []
  for (const person of people) {
    const caller = await as(person)
    const { may } = (await caller.get(`/${entity.name}/${id}`).catch(() => ({ may: [] }))) as { may: string[] }
    const declared = entity.events as Record<string, EventSpec>
    // What changes no state comes first: the record stays as it is for the addresses after.
    const events = may.filter((name) => name in declared).toSorted((a, b) => Number(declared[a]?.to !== undefined) - Number(declared[b]?.to !== undefined))
    for (const eventType of events) {
      const spec = declared[eventType]
      if (!spec) continue
      const body = { eventType, occurredAt: new Date().toISOString(), data: dataOf(spec.fields) }
      const shown = await caller.post(`/${entity.name}/${id}/events`, body).catch((error: Error) => refusals.push(error.message))
      if (typeof shown === 'object') return shown.event
    }
  }
  throw new Error(`Nothing could be recorded of a ${entity.name}: ${refusals.join('\n')}`)
}

/** One that Ada may still change: the demo's, where that is not published or ended, else a new one. */
async function editableOf(name: string): Promise<Known> {
  const record = await recordOf(name)
  const { may } = (await (await as('ada')).get(`/${name}/${record.id}`)) as { may: string[] }
  return may.includes('edit') ? record : enter(entityOf(name))
}

/** The first of the cast to whom the server would not refuse a new one of these; an empty form is refused to everybody, but not for the role. */
async function enterer(name: string): Promise<string> {
  for (const person of people) {
    const refusal = await (await as(person)).post(`/${name}`, {}).then(() => '', String)
    if (!refusal.includes(': 403 ')) return person
  }
  throw new Error(`Nobody may enter a ${name}`)
}

/** The address with real ids in it. */
async function concrete(path: string): Promise<string> {
  if (path.startsWith('/client/')) return path.replace('{id}', String((await clientId()) ?? ''))
  const name = path.split('/')[1] ?? ''
  let filled = path
  if (filled.includes('{eventId}')) filled = filled.replace('{eventId}', await eventOf(name))
  if (filled.includes('{tcId}')) filled = filled.replace('{tcId}', (await recordOf('transactioncertificate')).id)
  const one = filled.endsWith('/edit') ? editableOf : recordOf
  return filled.includes('{id}') ? filled.replace('{id}', (await one(name)).id) : filled
}
async function clientId(): Promise<unknown> {
  return (await (await loopback(new Request(`${addressOf('cotton')}/api/tenant/cotton`))).json()).config.id
}

/** Goes there as a link within the app does, without loading the app anew. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
}

const failed = /could not be (loaded|shown)|There is nothing at this address|Your role does not allow|cannot be changed/

/** Waits for a heading other than the last screen's, and a form where one was asked for; answers what is wrong, null when nothing is. */
async function judge(page: Page, path: string, lastHeading: string): Promise<string | null> {
  const isForm = /\/(create|edit)$/.test(path)
  await page
    .waitForFunction(
      ([last, wantsForm]) => {
        const heading = document.querySelector('main h1')?.textContent ?? ''
        return heading !== '' && heading !== last && (!wantsForm || document.querySelector('main form') !== null)
      },
      [lastHeading, isForm] as const,
      { timeout: 20_000 },
    )
    .catch(() => undefined)
  const heading = await headingOf(page)
  const words = await page.locator('main').innerText()
  if (heading === '' || heading === lastHeading) return `${path} has no screen of its own: ${words.slice(0, 200)}`
  if (isForm && (await page.locator('main form').count()) === 0) return `${path} has no form: ${words.slice(0, 200)}`
  return failed.test(words) ? `${path} says ${failed.exec(words)?.[0]}` : null
}
const headingOf = (page: Page): Promise<string> => page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')

describe('every address of the specification', () => {
  journey('is a screen of its own on a phone, and nothing of it lies outside', { timeout: 600_000 }, async ({ visit }) => {
    const pages = new Map<string, Page>()
    const pageOf = async (person: string): Promise<Page> => {
      const page = pages.get(person) ?? (await visit('/private/farmbook/OP1/reports/list', { as: `${person}@cotton`, viewport: phone }))
      pages.set(person, page)
      return page
    }
    const wrong: string[] = []
    for (const path of new Set(specified.flatMap(({ paths }) => paths))) {
      const page = await pageOf(path.endsWith('/create') ? await enterer(path.split('/').at(-2) ?? '') : 'ada')
      const lastHeading = await headingOf(page)
      await follow(page, `/private/farmbook/OP1${await concrete(path)}`)
      const found = await judge(page, path, lastHeading)
      if (found) wrong.push(found)
      await expectNoSidewaysScroll(page)
    }
    expect(wrong).toEqual([])
  })
  journey('is a page for people without an account where it is public', async ({ visit }) => {
    for (const path of publicPaths) {
      const page = await visit(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
  })
})
