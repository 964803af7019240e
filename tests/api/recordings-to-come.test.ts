// A recording that is named before it is sent: what is none does not come in under its id, in whatever order the two arrive and also at once; the recording itself then does.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseStorage } from '#server/files/database-driver.ts'
import { prepareFile } from '#server/files/prepare.ts'
import { beginUpload } from '#server/files/upload.ts'
import { mp3, pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
const ada = () => world.as('ada', 'OP1')
const refused = refusing(() => world)
const announcing = (id: string) => ({ 'x-files-to-come': id })
const upload = (id: string, bytes: Buffer, name = 'sent') =>
  ada().send(`/files?name=${name}&id=${id}`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: new Uint8Array(bytes) })
/** A package whose step, or the translation of it, waits for a recording. */
const named = (id: string, inTranslation = false) =>
  ada().post(
    '/pop',
    {
      ...{ name: `Heard ${randomUUID().slice(0, 8)}`, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300 },
      ...{ validFrom: '2025-01-01', inputItemIds: [] },
      planEvents: [step('SOW', 'SOWING', 0, 0, 0, inTranslation ? { translations: [{ language: 'hi', audio: [id] }] } : { audio: [id] })],
    },
    announcing(id),
  )
const states = async (id: string) =>
  (await world.scoped('ada', ({ db }) => sql<{ state: string }>`select state from file where id = ${id}`.execute(db))).rows.map(({ state }) => state)
const waiting = async (id: string) =>
  (await world.scoped('ada', ({ db }) => sql<{ field: string }>`select field from awaited_file where file_id = ${id}`.execute(db))).rows.length
const noRecording = { status: 415, body: { code: 'UNSUPPORTED_MEDIA', fields: [{ path: 'file', code: 'format' }] } }

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})

describe('under the id of a recording that is awaited', () => {
  it.each([
    ['in a step', false],
    ['in the translation of a step', true],
  ])('a paper is refused, and the recording comes (%s)', async (_, inTranslation) => {
    const id = randomUUIDv7()
    expect((await named(id, inTranslation)).status).toBe(201)
    await refused(() => upload(id, pdf()), noRecording)
    expect([await states(id), await waiting(id)]).toEqual([[], 1])
    expect(await upload(id, mp3())).toMatchObject({ status: 201, body: { id, mediaType: 'audio/mpeg', state: 'ATTACHED' } })
    expect(await waiting(id)).toBe(0)
  })
  it('a paper is refused also where another record waits for any file under the id', async () => {
    const id = randomUUIDv7()
    const { parcelId } = await chain.member()
    const { version } = await chain.view('landparcel', parcelId)
    expect((await ada().patch(`/landparcel/${parcelId}`, { files: [id] }, { 'if-match': `"${version}"`, ...announcing(id) })).status).toBe(200)
    // Until a recording is wanted of it anything may come.
    expect((await named(id)).status).toBe(201)
    await refused(() => upload(id, pdf()), noRecording)
    expect(await upload(id, mp3())).toMatchObject({ status: 201, body: { state: 'ATTACHED' } })
  })
})
it('a paper that was cut off while it was sent is not named as a recording', async () => {
  const id = randomUUIDv7()
  const paper = await prepareFile(pdf('cut off'), 'paper.pdf')
  await world.scoped('ada', (scope) => beginUpload(scope, paper, id, databaseStorage(world.database)))
  await refused(() => named(id), { status: 400, body: { fields: [{ path: 'planEvents.0.audio', code: 'format' }] } })
  expect(await waiting(id)).toBe(0)
})
it('sent at the same moment as it is named, one of the two is refused, forty times', async () => {
  for (let round = 0; round < 10; round++) {
    const ids = Array.from({ length: 4 }, () => randomUUIDv7())
    const answers = await Promise.all(ids.map((id) => Promise.all([named(id), upload(id, pdf(`${round} ${id}`))])))
    for (const [at, [record, file]] of answers.entries()) {
      expect([
        [201, 415],
        [400, 201],
      ]).toContainEqual([record.status, file.status])
      expect((await states(ids[at] as string)).includes('ATTACHED')).toBe(false)
    }
  }
})
