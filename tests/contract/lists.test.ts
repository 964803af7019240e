// Lists, once per declared entity: every order, every filter, every page, and what is refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import { filterableNames, selectableNames, sortableNames } from '#server/store/list-query.ts'
import type { Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
let ada: Client
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
})

const nowhere = '00000000-0000-7000-8000-000000000000'

describe.each(entities.map((entity) => [entity.name, entity] as const))('GET /api/operators/{operator}/%s', (name, entity) => {
  const path = `/${name}`
  let all: string[]
  beforeAll(async () => {
    for (let n = 0; n < 5; n++) await seeds.make(entity)
    all = (await ada.get(`${path}?limit=200`)).body.items.map((item: Made) => item.id)
  })

  it('answers as the contract says, newest first, with a total when asked', async () => {
    const { status, body } = await ada.get(`${path}?limit=200&count=true`)
    expect(status).toBe(200)
    expect(flawsOfAnswer(`${name}.list`, 200, body)).toEqual([])
    expect(body.total).toBe(body.items.length)
    // The schema leaves open what `fields` may leave out; a list that does not ask for some carries all.
    for (const item of body.items) expect(Object.keys(item)).toEqual(expect.arrayContaining([...selectableNames(entity), 'may', 'flags']))
    const times = body.items.map((item: Made) => item.createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })
  it('shows every record once, page by page, in every order', async () => {
    for (const sort of sortableNames(entity).flatMap((field) => [field, `-${field}`])) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { status, body } = await ada.get(`${path}?limit=3&sort=${sort}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
        expect([sort, status]).toEqual([sort, 200])
        seen.push(...body.items.map((item: Made) => item.id))
        cursor = body.next
      } while (cursor && seen.length < 500)
      expect([sort, [...seen].sort()]).toEqual([sort, [...all].sort()])
    }
  })
  it('pages by several keys of mixed direction', async () => {
    const first = (await ada.get(`${path}?limit=4&sort=title,-createdAt`)).body
    const second = (await ada.get(`${path}?limit=200&sort=title,-createdAt&cursor=${first.next}`)).body
    expect([...first.items, ...second.items].map((item: Made) => item.id).sort()).toEqual([...all].sort())
  })
  it('finds by every filter it offers, by value, and by empty or set', async () => {
    const sample = (await ada.get(`${path}?limit=1`)).body.items[0] as Made
    for (const field of filterableNames(entity).filter((one) => one !== 'flag' && one !== 'externalId')) {
      const value = sample[field]
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
      if (!isEmpty) {
        const { status, body } = await ada.get(`${path}?limit=200&filter[${field}]=${encodeURIComponent([value].flat().join(','))}`)
        expect([field, status]).toEqual([field, 200])
        expect([field, body.items.map((item: Made) => item.id)]).toEqual([field, expect.arrayContaining([sample.id])])
      }
      const { body } = await ada.get(`${path}?limit=200&filter[${field}][is]=${value === null ? 'empty' : 'set'}`)
      expect([field, body.items.map((item: Made) => item.id)]).toEqual([field, expect.arrayContaining([sample.id])])
    }
    expect((await ada.get(`${path}?filter[id]=${nowhere}`)).body.items).toEqual([])
    expect((await ada.get(`${path}?filter[flag]=BR-99`)).body.items).toEqual([])
    expect((await ada.get(`${path}?filter[externalId]=TRACENET:nowhere`)).body.items).toEqual([])
  })
  it('finds by code and by the beginning of a word of the title', async () => {
    const sample = (await ada.get(`${path}?limit=1`)).body.items[0] as Made
    const word =
      String(sample.title)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)[0] ?? ''
    for (const q of [sample.code, sample.code.toLowerCase(), word.slice(0, 4)])
      expect((await ada.get(`${path}?limit=200&q=${encodeURIComponent(q)}`)).body.items.map((item: Made) => item.id)).toContain(sample.id)
    // Long and without a double letter: names are found by their sound too, and a short sound is soon somebody's.
    expect((await ada.get(`${path}?q=brahmaputrashirvad`)).body.items).toEqual([])
  })
  it('carries only the fields that are asked for, with the same rights and findings', async () => {
    const whole = (await ada.get(`${path}?limit=200`)).body.items as Made[]
    const [name = 'code'] = Object.keys(entity.fields).filter((one) => selectableNames(entity).includes(one))
    const { status, body } = await ada.get(`${path}?limit=200&fields=${name}`)
    expect(status).toBe(200)
    expect(flawsOfAnswer(`${entity.name}.list`, 200, body)).toEqual([])
    const few = body.items as Made[]
    const always = ['id', 'operatorId', 'code', 'title', 'version', 'status', 'may', 'flags', name]
    for (const [index, item] of few.entries()) {
      expect(Object.keys(item)).toEqual(expect.arrayContaining(always))
      expect(item).toEqual(Object.fromEntries(Object.keys(item).map((key) => [key, whole[index]?.[key]])))
    }
    expect(JSON.stringify(few).length).toBeLessThan(JSON.stringify(whole).length)
  })
  it.each([
    ['fields=noSuchField', 'fields'],
    ['fields=deletedAt', 'fields'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=1e9', 'limit'],
    ['sort=noSuchField', 'sort'],
    ['filter[noSuchField]=1', 'filter[noSuchField]'],
    ['filter[status]=NO_SUCH%00', 'filter[status]'],
    ['filter[createdAt][gte]=yesterday', 'filter[createdAt][gte]'],
    ['filter[createdAt][gte]=9999-99-99', 'filter[createdAt][gte]'],
    ['filter[id]=1%20or%201=1', 'filter[id]'],
    ['colour=red', 'colour'],
    ['cursor=AAAA', 'cursor'],
    ['cursor=bm90LWpzb24', 'cursor'],
    ['count=maybe', 'count'],
    ['offset=10', 'offset'],
  ])('refuses ?%s (400, %s)', async (query, field) => {
    const answer = await ada.get(`${path}?${query}`)
    expect([answer.status, answer.body.code, answer.body.fields?.[0]?.path]).toEqual([400, 'VALIDATION', field])
    expect(flawsOfAnswer(`${name}.list`, 400, answer.body)).toEqual([])
  })
})
