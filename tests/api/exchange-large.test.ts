// A file of 10,000 rows: it goes through the house without ever lying in it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { farmers, header, person } from './exchange-stage.ts'

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

  it('goes to disk while it is still arriving, and from there in transactions of a hundred rows, 10,000 in all', async () => {
    const rows = 10_000
    const line =
      farmers(person({ gender: 'X' }))
        .split('\r\n')[1]
        ?.concat('\r\n') ?? ''
    let sent = 0
    let largestGap = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent === 0) controller.enqueue(new TextEncoder().encode(`${header.join(',')}\r\n`))
        if (sent >= rows) return controller.close()
        controller.enqueue(new TextEncoder().encode(line.repeat(500)))
        sent += 500
        await new Promise((resolve) => {
          setTimeout(resolve, 1)
        })
        if (sent > 2_000) largestGap = Math.max(largestGap, sent * line.length - onDisk())
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
      expect(transactions.length).toBeGreaterThan(100)
      // What has been sent but is not on disk yet is a few pieces of the stream, not the file.
      expect(largestGap).toBeLessThan((rows * line.length) / 4)
      const rejects = await omar.get(`/farmer/imports/${job.body.importId}/rejects.csv`)
      expect(rejects.body.trim().split('\r\n')).toHaveLength(rows + 1)
    } finally {
      world.database.transaction = transaction
    }
    expect(readdirSync(folder)).toEqual([])
  })
})
