// Packages of practices in the language of their reader (domain dictionary 5.1, decision 118): what translations are refused, who reads which words, recordings, and what a
// published version, a copy and a file do with them.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { mp3, pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let cropId: string
let popId: string
let recording: string
let hindiRecording: string
const now = '2026-01-15T06:30:00Z'
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const hindi = { 'accept-language': 'hi-IN, en;q=0.5' }
const send = async (bytes: Buffer, name: string): Promise<string> =>
  (await ok(as('ada').send(`/files?name=${name}`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: new Uint8Array(bytes) }))).id
const weed = (more: Json = {}) =>
  step('WEED', 'INTERCULTURE', 200, 30, 60, { operation: 'WEEDING', name: 'Weeding', instruction: 'Pull the weeds.', weight: 10, ...more })
const hi = (more: Json = {}) => ({ language: 'hi', name: 'निराई', instruction: 'खरपतवार निकालें।', ...more })
const body = (planEvents: Json[], more: Json = {}) => ({
  name: 'Cotton in two languages',
  cropTypeId: chain.cotton,
  varietyIds: [],
  regions: [],
  waterRegimes: ['RAINFED', 'IRRIGATED'],
  durationDays: 400,
  validFrom: '2025-01-01',
  inputItemIds: [],
  planEvents,
  ...more,
})
const post = (planEvents: Json[], more: Json = {}) => as('ada').post('/pop', body(planEvents, more))
const steps = (headers: Record<string, string> = {}, who = 'omar') =>
  as(who).get(`/planevent?filter[cropId]=${cropId}&fields=name,instruction,audio,due`, headers)
const weeding = async (headers: Record<string, string> = {}) =>
  (await ok(steps(headers))).items.find((one: Json) => one.due !== null && /Weeding|निराई/.test(one.title))

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  recording = await send(mp3(), 'weeding.mp3')
  hindiRecording = await send(mp3(9), 'nirai.mp3')
  const pop = await ok(
    post(
      [
        weed({ audio: [recording], translations: [hi({ audio: [hindiRecording] }), { language: 'mr', name: 'खुरपणी' }] }),
        step('SCOUT', 'SCOUTING', 210, 5, 5, { name: 'Scouting', instruction: 'Count.', translations: [{ language: 'hi', instruction: 'गिनें।' }] }),
      ],
      { names: [{ language: 'hi', name: 'दो भाषाओं में कपास' }] },
    ),
  )
  popId = pop.id
  await ok(record(as('ada'), 'pop', popId, 'PUBLISHED', '2026-01-10'))
  cropId = (await chain.sown()).cropId
  await ok(as('omar').post(`/pop/${popId}/assign`, { ids: [cropId] }))
}, 120_000)

describe('translations are refused', () => {
  it.each([
    ['a language twice', [weed({ translations: [hi(), hi()] })], 'planEvents.0.translations.1.language'],
    ['the language of the package itself', [weed({ translations: [{ language: 'en', name: 'Weeding' }] })], 'planEvents.0.translations.0.language'],
    ['one that says nothing', [weed({ translations: [{ language: 'hi' }] })], 'planEvents.0.translations.0.name'],
    ['a language that is not ours', [weed({ translations: [{ language: 'de', name: 'Jäten' }] })], 'planEvents.0.translations.0.language'],
  ])('%s', async (_, planEvents, path) => {
    await refused(() => post(planEvents as Json[]), { status: 400, body: { fields: [{ path }] } })
  })
  it('a name of the package in its own language, also where that is not English', async () => {
    await refused(() => post([weed()], { names: [{ language: 'en', name: 'Cotton' }] }), { status: 400, body: { fields: [{ path: 'names' }] } })
    await refused(() => post([weed()], { language: 'hi', names: [{ language: 'hi', name: 'कपास' }] }), { status: 400, body: { fields: [{ path: 'names' }] } })
  })
  it('a document where a recording stands, a file that is not there, and two recordings', async () => {
    const paper = await send(pdf(), 'paper.pdf')
    await refused(() => post([weed({ audio: [paper] })]), { status: 400, body: { fields: [{ path: 'planEvents.0.audio', code: 'format' }] } })
    await refused(() => post([weed({ translations: [hi({ audio: [paper] })] })]), {
      status: 400,
      body: { fields: [{ path: 'planEvents.0.translations.0.audio', code: 'format' }] },
    })
    await refused(() => post([weed({ audio: ['0190a0a0-0000-7000-8000-00000000dead'] })]), {
      status: 400,
      body: { fields: [{ path: 'planEvents.0.audio', code: 'missing' }] },
    })
    await refused(() => post([weed({ audio: [recording, hindiRecording] })]), { status: 400, body: { fields: [{ path: 'planEvents.0.audio' }] } })
  })
})

describe('a planned step is read', () => {
  it('in the package’s own words by who asks for no language, for English, or for one that it lacks', async () => {
    for (const headers of [{}, { 'accept-language': 'en' }, { 'accept-language': 'gu' }] as Record<string, string>[])
      expect(await weeding(headers)).toMatchObject({ title: 'Weeding', name: 'Weeding', instruction: 'Pull the weeds.', audio: [recording] })
  })
  it('in the reader’s, in lists and on its page, by header or by the choice on the device', async () => {
    const spoken = { title: 'निराई', name: 'निराई', instruction: 'खरपतवार निकालें।', audio: [hindiRecording] }
    const found = await weeding(hindi)
    expect(found).toMatchObject(spoken)
    expect(await weeding({ cookie: 'language=hi', 'accept-language': 'en' })).toMatchObject(spoken)
    expect(await ok(as('omar').get(`/planevent/${found.id}`, hindi))).toMatchObject(spoken)
    expect(await ok(as('omar').get(`/planevent/${found.id}`))).toMatchObject({ title: 'Weeding' })
  })
  it('with the words that are missing in the package’s own', async () => {
    const { items } = await ok(steps(hindi))
    expect(items.find((one: Json) => one.instruction === 'गिनें।')).toMatchObject({ title: 'Scouting', audio: null })
    // Marathi has a name alone: its reader hears and reads the instruction as it was written.
    expect(await weeding({ 'accept-language': 'mr' })).toBeUndefined()
    expect((await ok(steps({ 'accept-language': 'mr' }))).items.find((one: Json) => one.title === 'खुरपणी')).toMatchObject({
      instruction: 'Pull the weeds.',
      audio: [recording],
    })
  })
  it('by its name in tasks that come of it, and the package by its own', async () => {
    await runClock(
      { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date(now), stop: new AbortController().signal },
      world.tenants.cotton,
      clockHandlers.filter(({ name }) => /^(plans of|tasks of)/.test(name)),
    )
    const { id } = await weeding()
    const task = async (headers = {}) => (await ok(as('omar').get('/task?limit=200', headers))).items.find((one: Json) => one.planEventId === id)
    expect(await task()).toMatchObject({ title: 'Weeding' })
    expect(await task(hindi)).toMatchObject({ title: 'निराई' })
    expect((await ok(as('omar').get(`/task/${(await task()).id}`, hindi))).refs[id].title).toBe('निराई')
    expect((await ok(as('omar').get(`/crop/${cropId}`, hindi))).refs[popId].title).toBe('दो भाषाओं में कपास, v1')
    expect((await ok(as('omar').get(`/pop/${popId}`, hindi))).title).toBe('दो भाषाओं में कपास, v1')
    expect((await ok(as('omar').get(`/crop/${cropId}`))).refs[popId].title).toBe('Cotton in two languages, v1')
  })
})

describe('a recording', () => {
  it('is heard by whoever reads the package, and by nobody else', async () => {
    const status = async (who: string) => (await as(who).get(`/files/${hindiRecording}`)).status
    expect([await status('fatima'), await status('ines'), await status('omar')]).toEqual([200, 200, 200])
    expect(await status('pooja')).toBe(404)
  })
})

describe('a package that was published', () => {
  it('stays as it is in all its languages, and its copy has them and may be changed', async () => {
    const stored = await ok(as('ada').get(`/pop/${popId}`))
    const ifMatch = { 'if-match': `"${stored.version}"` }
    const other = stored.planEvents.map((one: Json) => ({ ...one, translations: [hi({ name: 'दूसरा' })] }))
    expect((await as('ada').patch(`/pop/${popId}`, { planEvents: other }, ifMatch)).status).toBe(409)
    expect((await as('ada').patch(`/pop/${popId}`, { names: [] }, ifMatch)).status).toBe(409)
    const copy = await ok(post(stored.planEvents, { names: stored.names, basedOnId: popId }))
    expect(copy.planEvents).toEqual(stored.planEvents)
    await ok(as('ada').patch(`/pop/${copy.id}`, { planEvents: other }, { 'if-match': `"${copy.version}"` }))
    // Who follows the first one reads the first one.
    expect(await weeding(hindi)).toMatchObject({ title: 'निराई' })
  })
})
