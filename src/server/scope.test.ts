// What the compiler refuses: each `@ts-expect-error` is an error of its own once the line below it is accepted. The types step
// of the tests judges them; run, they prove only that a typed behaviour is the object that was written.
import { expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { type Db, defineBehaviour, type Scope } from './scope.ts'
import { changeBySystem } from './store/edit.ts'
import { getRecord } from './store/get.ts'

const crop = entityOf('crop')

it('a behaviour is written in the types of its entity', () => {
  const own = {
    async prepare(_scope: Scope) {},
  }
  expect(defineBehaviour(crop, own)).toBe(own)
  defineBehaviour(crop, {
    async prepare(_scope, { after }) {
      const area: number = after.areaHa
      // @ts-expect-error: no such state
      if (after.status === 'SLEEPING') after.lossShare = area
      // @ts-expect-error: a number
      after.harvestedKg = '12'
    },
    events: {
      GERMINATION_COUNT: {
        async apply(_scope, { subject, event }) {
          // @ts-expect-error: may not be known
          subject.sowingDate.slice(0, 4)
          // @ts-expect-error: no such field of this event
          return event.data.wetKg
        },
      },
      // @ts-expect-error: no such event
      HARVESTED: {},
    },
  })
})

it('records and statements have the columns of their tables', () => {
  const written = async (scope: Scope, db: Db) => {
    const { areaHa, sowingDate } = await getRecord(scope, crop, '')
    // @ts-expect-error: no such field
    await changeBySystem(scope, crop, await getRecord(scope, crop, ''), { harvested: areaHa })
    // @ts-expect-error: no such column
    await db.selectFrom('crop').select('sown_on').execute()
    const row = await db.selectFrom('crop').select(['sowing_date', 'area_ha']).executeTakeFirstOrThrow()
    const [day, area]: [string | null, number] = [row.sowing_date, row.area_ha]
    return [day, area, sowingDate]
  }
  expect(written).toBeTypeOf('function')
})
