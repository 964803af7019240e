// A file of 10,000 rows: it goes through the house without ever lying in it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { farmers, header, person } from './exchange-stage.ts'

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 2)
  })

let world: World
let omar: Client
beforeAll(async () => {
  world = await openWorld()
  omar = world.as('omar')
})

describe('a large file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farmbook-large-'))
  const before = process.env.TMPDIR
  beforeAll(() => {
    process.env.TMPDIR = folder
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true })
  })
  const onDisk = (): number =>
    readdirSync(folder).reduce((bytes, name) => bytes + (statSync(join(folder, name, 'upload'), { throwIfNoEntry: false })?.size ?? 0), 0)

  it('goes to disk while it is still arriving, and from there in transactions of five hundred rows at most, 10,000 in all', async () => {
    const rows = 10_000
    const line =
      farmers(person({ gender: 'X' }))
        .split('\r\n')[1]
        ?.concat('\r\n') ?? ''
    let sent = 0
    // Every piece waits until the one before it lies on the disk: a house that collected the body first would wait for ever.
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        while (onDisk() < sent) await pause()
        if (sent > rows * line.length) return controller.close()
        const piece = new TextEncoder().encode(sent ? line.repeat(500) : `${header.join(',')}\r\n`)
        sent += piece.length
        controller.enqueue(piece)
      },
    })
    const transactions: number[] = []
    const { transaction } = world.database
    world.database.transaction = (tenantId, work) => {
      transactions.push(Date.now())
      return transaction.call(world.database, tenantId, work) as never
    }
    try {
      const job = await omar.send('/farmer/import?name=large.csv', {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'content-type': 'text/csv', prefer: 'wait=100' },
      } as RequestInit)
      expect(job.body).toMatchObject({ state: 'DONE', rows, rejected: rows, created: 0 })
      expect(transactions.length).toBeGreaterThan(rows / 500)
      const rejects = await omar.get(`/farmer/imports/${job.body.importId}/rejects.csv`)
      expect(rejects.body.trim().split('\r\n')).toHaveLength(rows + 1)
    } finally {
      world.database.transaction = transaction
    }
    expect(readdirSync(folder)).toEqual([])
  })
})
