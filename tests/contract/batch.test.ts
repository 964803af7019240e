// Several statements in one message, on whichever engine the tests run: answers, failures, and what was asked to be checked first.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkFirst, queryAll, queryAllAndCommit, sendWithNext, TextQuery } from '#server/db/connection.ts'
import type { Database } from '#server/db/database.ts'
import { createTenant } from '#server/db/platform.ts'
import { attempt } from '#server/store/attempt.ts'
import { sharedDatabase } from '../harness/database.ts'
import { messagesOf } from '../harness/statements.ts'

let database: Database
let tenantId: number
beforeAll(async () => {
  database = await sharedDatabase()
  const subdomain = `batch-${process.pid}-${Date.now().toString(36)}`
  tenantId = (await database.platform((db) => createTenant(db, { subdomain, name: 'Batch', timezone: 'UTC', country: 'IN' }))).id
})
const counted = (name: string) => sql`insert into counter (tenant_id, name, value) values (${tenantId}, ${name}, 1)`
const names = () =>
  database.transaction(tenantId, async (db) =>
    (await db.selectFrom('counter').select('name').where('tenant_id', '=', tenantId).execute()).map(({ name }) => name),
  )
class Refused extends Error {}

describe('together', () => {
  it('answers the rows of each statement in its order, the same text twice too, in one message with the beginning', async () => {
    const sent = await messagesOf(() =>
      database.transaction(tenantId, async (db) => {
        const answers = await queryAll(
          db,
          sql`select ${7}::int as a, ${'x'}::text as b`,
          sql`select n from generate_series(1, 3) as n`,
          sql`select ${8}::int as a, ${'y'}::text as b`,
        )
        expect(answers).toEqual([[{ a: 7, b: 'x' }], [{ n: 1 }, { n: 2 }, { n: 3 }], [{ a: 8, b: 'y' }]])
        expect(await queryAll(db)).toEqual([])
      }),
    )
    expect(sent.map((texts) => texts.length)).toEqual([5, 1])
  })
  it('carries every kind of value there and back', async () => {
    const values = [null, true, 42, 1.5, 'é "quoted" \\ back', ['a', null, 'b,"c"'], { a: [1, { b: null }] }, '2026-01-15T06:30:00.000Z']
    await database.transaction(tenantId, async (db) => {
      const [[row] = []] = await queryAll(
        db,
        sql`select ${values[0]}::text as a, ${values[1]}::boolean as b, ${values[2]}::int as c, ${values[3]}::numeric as d, ${values[4]}::text as e, ${values[5]}::text[] as f,
          ${JSON.stringify(values[6])}::jsonb as g, ${values[7]}::timestamptz as h`,
      )
      expect(Object.values(row ?? {})).toEqual(values)
    })
  })
  it('throws the first failure with its SQLSTATE, runs nothing after it, and the transaction is undone', async () => {
    const failed = database.transaction(tenantId, (db) => queryAll(db, counted('first'), counted('first'), counted('third')))
    await expect(failed).rejects.toMatchObject({ code: '23505', constraint: 'counter__pkey' })
    expect(await names()).toEqual([])
    await expect(database.transaction(tenantId, (db) => queryAll(db, sql`select 1 as a`, sql`select nonsense`))).rejects.toMatchObject({ code: '42703' })
    await expect(database.transaction(tenantId, (db) => queryAll(db, sql`select ${'x'}::int as a`))).rejects.toMatchObject({ code: '22P02' })
    expect(await database.transaction(tenantId, (db) => queryAll(db, sql`select 1 as a`))).toEqual([[{ a: 1 }]])
  })
  it('goes on after a savepoint is rolled back', async () => {
    await database.transaction(tenantId, async (db) => {
      await sql`savepoint here`.execute(db)
      await expect(queryAll(db, counted('lost'), sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' })
      await sql`rollback to savepoint here`.execute(db)
      await queryAll(db, counted('kept'))
    })
    expect(await names()).toEqual(['kept'])
  })
  it('knows more texts than a connection remembers', async () => {
    await database.transaction(tenantId, async (db) => {
      for (let round = 0; round < 2; round++)
        for (let n = 0; n < 620; n += 4) {
          const four = [0, 1, 2, 3].map((more) => sql`select ${sql.lit(n + more)}::int as n, ${round}::int as round`)
          expect((await queryAll(db, ...four)).flat()).toEqual([0, 1, 2, 3].map((more) => ({ n: n + more, round })))
        }
    })
  })
  it('notices a table that was changed meanwhile: at most one refusal that is worth another try', async () => {
    await database.script('create table if not exists batch_thing (a int); grant select on batch_thing to farmbook_app; insert into batch_thing values (1)')
    const read = () => database.transaction(tenantId, (db) => queryAll(db, sql`select * from batch_thing`))
    try {
      expect(await read()).toEqual([[{ a: 1 }]])
      await database.script('alter table batch_thing add b int')
      const changed = await read().catch((error: { code?: string }) => {
        expect(error.code).toBe('40001')
        return read()
      })
      expect(changed).toEqual([[{ a: 1, b: null }]])
    } finally {
      await database.script('drop table batch_thing')
    }
  })
})

describe('checkFirst', () => {
  const refuse = () => {
    throw new Refused('no')
  }
  it('goes with the first statement, and what it throws comes before anything that was asked', async () => {
    const sent = await messagesOf(() =>
      database.transaction(tenantId, async (db) => {
        let seen: unknown
        checkFirst(db, sql`select 5 as five`, (rows) => {
          seen = rows
        })
        expect((await sql<{ a: number }>`select 6 as a`.execute(db)).rows).toEqual([{ a: 6 }])
        expect(seen).toEqual([{ five: 5 }])
      }),
    )
    expect(sent).toHaveLength(2)
    await expect(
      database.transaction(tenantId, async (db) => {
        checkFirst(db, sql`select 5 as five`, refuse)
        await counted('unchecked').execute(db)
      }),
    ).rejects.toThrow(Refused)
    expect(await names()).not.toContain('unchecked')
  })
  it('is checked when nothing else is asked, and counts for more than another failure', async () => {
    const requested = (work: () => Promise<unknown>) =>
      database.transaction(tenantId, async (db) => {
        checkFirst(db, sql`select 5 as five`, refuse)
        return work()
      })
    await expect(requested(async () => 'answer')).rejects.toThrow(Refused)
    await expect(
      requested(async () => {
        throw new Error('another')
      }),
    ).rejects.toThrow(Refused)
  })
  it('ends the transaction also when what it threw is swallowed', async () => {
    const swallowed = database.transaction(tenantId, async (db) => {
      checkFirst(db, sql`select 5 as five`, refuse)
      await counted('swallowed')
        .execute(db)
        .catch(() => {})
      return (await sql<{ n: number }>`select 1 as n`.execute(db)).rows
    })
    await expect(swallowed).rejects.toThrow(Refused)
    expect(await names()).not.toContain('swallowed')
  })
  it('goes in one message with what was held back, which is undone when it refuses', async () => {
    const sent = await messagesOf(async () => {
      const refused = database.transaction(tenantId, async (db) => {
        checkFirst(db, sql`select 5 as five`, refuse)
        sendWithNext(db, counted('before the check'))
        await expect(sql`select 1 as n`.execute(db)).rejects.toThrow(Refused)
      })
      await expect(refused).rejects.toThrow(Refused)
    })
    expect(sent).toHaveLength(1)
    expect(await names()).not.toContain('before the check')
  })
  it('goes with the last question of a call that only reads, which is one transaction by being one message, and refuses it alike', async () => {
    const sent = await messagesOf(async () => {
      const last = database.transaction(tenantId, async (db) => {
        checkFirst(db, sql`select 5 as five`, refuse)
        return queryAllAndCommit(db, sql`select 6 as a`)
      })
      await expect(last).rejects.toThrow(Refused)
    })
    expect(sent.map((texts) => texts.filter((text) => !text.includes('set_config')))).toEqual([['select 5 as five', 'select 6 as a']])
    expect(await database.transaction(tenantId, (db) => queryAll(db, sql`select 7 as a`))).toEqual([[{ a: 7 }]])
  })
  it('counts for more than the failure of a statement in the same message, the last one too', async () => {
    // The second fails while it runs, the third before anything of its message has run.
    for (const failing of [counted('first'), sql`select 1 / ${0}::int as n`, sql`select nonsense`])
      for (const ask of [queryAll, queryAllAndCommit]) {
        const failed = database.transaction(tenantId, async (db) => {
          checkFirst(db, sql`select 5 as five`, refuse)
          return ask(db, counted('first'), failing)
        })
        await expect(failed).rejects.toThrow(Refused)
      }
    expect(await names()).not.toContain('first')
  })
  it('lets the failure through when there is nothing to refuse, and nothing more is sent in that transaction', async () => {
    let requested = 0
    const failed = (goOn: (db: Parameters<typeof queryAll>[0]) => Promise<unknown>) =>
      database.transaction(tenantId, async (db) => {
        checkFirst(db, sql`select 5 as five`, () => {
          requested++
        })
        await expect(queryAll(db, counted('undone'), sql`select 1 / ${0}::int as n`)).rejects.toMatchObject({ code: '22012' })
        return goOn(db)
      })
    await expect(failed((db) => queryAll(db, counted('after the failure')))).rejects.toMatchObject({ code: '22012' })
    await expect(failed((db) => Promise.resolve(sendWithNext(db, counted('after the failure'))))).rejects.toMatchObject({ code: '22012' })
    expect(requested).toBeGreaterThan(0)
    expect(await names()).not.toContain('undone')
    expect(await names()).not.toContain('after the failure')
  })
  it('is asked once when it waited in vain or the connection was lost, and that failure ends the transaction', async () => {
    for (const state of ['55P03', '57014', '08006', '57P01'])
      for (const ask of [queryAll, queryAllAndCommit]) {
        const sent = await messagesOf(async () => {
          const waited = database.transaction(tenantId, async (db) => {
            checkFirst(db, sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`), refuse)
            await ask(db, sql`select 6 as a`).catch(() => {})
            return queryAll(db, counted('after the time-out'))
          })
          await expect(waited).rejects.toMatchObject({ code: state })
        })
        expect(sent, state).toHaveLength(1)
      }
    expect(await names()).not.toContain('after the time-out')
  })
  it('answers rows as the texts that the database sends where that is asked, beside others', async () => {
    const question = sql`select 1.50::numeric as a, null::text as b, '{"c": [1, 2]}'::jsonb as c`
    await database.transaction(tenantId, async (db) => {
      const [texts, rows] = await queryAll(db, new TextQuery(question), question)
      expect(texts).toEqual([['1.50', null, '{"c": [1, 2]}']])
      expect(rows).toEqual([{ a: 1.5, b: null, c: { c: [1, 2] } }])
    })
  })
  it('sends nothing at all where nothing is asked', async () => {
    expect(await messagesOf(() => database.transaction(tenantId, async () => 'answer'))).toEqual([])
  })
})

describe('sendWithNext', () => {
  it('goes before the next statement and is seen by it, or goes with the commit', async () => {
    const sent = await messagesOf(() =>
      database.transaction(tenantId, async (db) => {
        sendWithNext(db, counted('next'))
        const [rows] = await queryAll(db, sql`select value from counter where tenant_id = ${tenantId} and name = 'next'`)
        expect(rows).toEqual([{ value: 1 }])
        sendWithNext(db, counted('last'))
      }),
    )
    expect(sent.map((texts) => texts.length)).toEqual([4, 2])
    expect(await names()).toEqual(expect.arrayContaining(['next', 'last']))
  })
  it('is refused where it is sent, undone with the rest, and not sent after a failure', async () => {
    const work = async (db: Parameters<Parameters<Database['transaction']>[1]>[0]) => {
      sendWithNext(db, counted('twice'))
      sendWithNext(db, counted('twice'))
      return 'answer'
    }
    await expect(database.transaction(tenantId, work)).rejects.toMatchObject({ code: '23505' })
    const sent = await messagesOf(async () => {
      await database
        .transaction(tenantId, async (db) => {
          sendWithNext(db, counted('never'))
          throw new Refused('no')
        })
        .catch(() => {})
    })
    expect(sent).toEqual([])
    expect(await names()).not.toContain('twice')
  })
  it('is dropped with the savepoint after which it was held back, and does not fail what follows', async () => {
    await database.transaction(tenantId, async (db) => {
      const failed = attempt(db, async () => {
        sendWithNext(db, counted('dropped'))
        sendWithNext(db, counted('dropped'))
        throw new Refused('no')
      })
      await expect(failed).rejects.toThrow(Refused)
      await queryAll(db, counted('after the savepoint'))
    })
    expect(await names()).toContain('after the savepoint')
    expect(await names()).not.toContain('dropped')
  })
})
