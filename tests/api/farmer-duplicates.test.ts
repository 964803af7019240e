// BR-23 reads few members and finds what comparing with everybody finds; rows of an earlier version get their keys.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import { duplicateScore, findDuplicate, type Known } from '#domain/people/duplicates.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { farmerKeys, indexFor, possibleDuplicates } from '#server/behaviours/farmer-duplicates.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Scope } from '#server/scope.ts'
import { createBySystem } from '#server/store/create.ts'
import { fillKeys } from '#server/store/keys.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const farmer = entityOf('farmer')
type Farmer = Stored<typeof farmer>
let world: World
beforeAll(async () => {
  world = await openWorld()
})

const firstNames = ['Ramesh', 'Rameesh', 'रमेश', 'Suresh', 'Savita', 'Kavita', 'Mohan', 'Sohan', 'Laxmi Bai', 'Lakshmi Bai']
const lastNames = ['Patidar', 'Pateedar', 'पाटीदार', 'Yadav', 'Yadaw', 'Solanki', 'Chouhan']
const spoiled = (name: string, turn: number) =>
  turn === 0 ? name.slice(1) || name : turn === 1 ? `${name}a` : turn === 2 && name.length > 3 ? `${name[1]}${name[0]}${name.slice(2)}` : name
/** A village of people who resemble each other in every way the rule knows. */
const member = fc.record({
  firstName: fc.tuple(fc.constantFrom(...firstNames), fc.nat(9)).map(([name, turn]) => spoiled(name, turn)),
  lastName: fc.tuple(fc.constantFrom(...lastNames), fc.nat(9)).map(([name, turn]) => spoiled(name, turn)),
  localName: fc.constantFrom(null, null, 'रमेश पाटीदार', 'सविता यादव'),
  relationName: fc.constantFrom(null, 'Mohan', 'Mohanlal', 'Sohan', 'Gopal', 'Gopaal', 'Bherulal'),
  phone: fc.constantFrom(null, null, '+919826012345', '+919826012346', '+919826012347'),
  village: fc.constantFrom('Kasrawad', 'kasravad', 'Kasrawad 2', 'Sendhwa'),
  homePoint: fc.constantFrom<Point | null>(
    null,
    { type: 'Point', coordinates: [75.6, 22.1] },
    { type: 'Point', coordinates: [75.6004, 22.1] },
    { type: 'Point', coordinates: [75.7, 22.1] },
  ),
  nationalIdType: fc.constantFrom(null, 'VOTER', 'RATION'),
  nationalIdLast4: fc.constantFrom(null, '1234', '4321'),
  operator: fc.constantFrom('OP1', 'OP1', 'OP2'),
})

describe('possibleDuplicates', () => {
  it('contains everybody whose score reaches the threshold, at any threshold, and leads to the same verdict', async () => {
    const people = fc.sample(member, { numRuns: 40, seed: 23 })
    await world.scoped('ada', async (scope) => {
      const made: Farmer[] = []
      for (const { operator, ...person } of people) {
        const operatorId = world.places.cotton[operator]?.id as string
        const values = { ...sampleOf(farmer), noPhone: true, ...person, memberNo: `D-${made.length}`, operatorId, duplicateOverride: 'Made for this test' }
        made.push((await createBySystem(scope, farmer, values)).row)
      }
      let compared = 0
      let read = 0
      for (const duplicateReview of [0.7, 0.65, 0.1]) {
        const own = tolerancesOf({ duplicateReview })
        for (const person of made) {
          const known = made.map((row): Known => ({ ...row, ...(row.operatorId === person.operatorId ? {} : { foreignCode: row.code }) }))
          const reaching = known.filter(({ id }) => id !== person.id).filter((other) => duplicateScore(person, other).score >= duplicateReview)
          const found = await possibleDuplicates(scope, person, duplicateReview)
          expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(reaching.map(({ id }) => id)))
          expect(findDuplicate(person, found, own)).toEqual(findDuplicate(person, known.sort(byId), own))
          if (duplicateReview === 0.7) {
            compared += reaching.length
            read += found.length
          }
        }
      }
      // The test would prove nothing if nobody resembled anybody, or if everybody were read.
      expect(compared).toBeGreaterThan(25)
      expect(read).toBeLessThan(40 * 28)
    })
  }, 120_000)
  it('finds the same for many new members at once, each beside those there are and those before it', async () => {
    const people = fc.sample(member, { numRuns: 80, seed: 7 })
    await world.scoped('ada', async (scope) => {
      const rows = people.map(({ operator, ...person }, n): Farmer => {
        const operatorId = world.places.cotton[operator]?.id as string
        return { ...sampleOf(farmer), ...person, memberNo: `N-${n}`, code: `N-${n}`, id: scope.newId(), operatorId } as unknown as Farmer
      })
      for (const duplicateReview of [0.7, 0.65]) {
        const own = tolerancesOf({ duplicateReview })
        const index = await indexFor(scope, rows, duplicateReview)
        let reviewed = 0
        for (const [n, row] of rows.entries()) {
          const before = rows.slice(0, n).map((other) => ({ ...other, ...(other.operatorId === row.operatorId ? {} : { foreignCode: other.code }) }))
          const stored = await possibleDuplicates(scope, row, duplicateReview)
          const verdict = findDuplicate(row, index.near(row), own)
          expect(verdict).toEqual(findDuplicate(row, [...stored, ...before].sort(byId), own))
          if (verdict.outcome !== 'none') reviewed++
          index.add(row)
        }
        expect(reviewed).toBeGreaterThan(20)
        expect(reviewed).toBeLessThan(80)
      }
    })
  })
  it('finds between the sets of one import whatever others write meanwhile, also in a transaction that was open during the set before', async () => {
    const importRun = {}
    const village = 'Balsamud'
    const write = (memberNo: string, names: Partial<Farmer>) =>
      world.scoped('ada', async (scope) => {
        const values = { ...sampleOf(farmer), operatorId: world.places.cotton.OP1?.id as string, noPhone: true, phone: null, village }
        return (await createBySystem(scope, farmer, { ...values, memberNo, duplicateOverride: 'Made for this test', ...names })).row
      })
    const change = async (row: Farmer, names: Partial<Farmer>, isDeleted = false) => {
      const changed = { ...row, ...names }
      const { villageKey, nameKeys, relationKey } = farmerKeys(changed)
      await world.scoped('ada', ({ db, tenant }) =>
        sql`update farmer set first_name = ${changed.firstName}, relation_name = ${changed.relationName}, village = ${changed.village}, deleted_at = case when ${isDeleted} then now() end,
         
          village_key = ${villageKey}, name_keys = ${nameKeys}, relation_key = ${relationKey} where tenant_id = ${tenant.id} and id = ${row.id}::uuid`.execute(
          db,
        ),
      )
    }
    const ramesh = { firstName: 'Ramesh', lastName: 'Patidar', relationName: 'Mohan' }
    const dinkar = { firstName: 'Dinkar', lastName: 'Wagh', relationName: 'Mohan' }
    const kavita = { firstName: 'Kavita', lastName: 'Solanki', relationName: 'Mohan' }
    const probe = (scope: Scope, names: Partial<Farmer>) =>
      ({ ...sampleOf(farmer), id: scope.newId(), phone: null, noPhone: true, village, ...names }) as unknown as Farmer
    /** Member numbers found for these people by a set of the import, which are those found by a set that remembers nothing. */
    const found = (threshold = 0.7) =>
      world.scoped('ada', async (scope) => {
        const probes = [ramesh, dinkar, kavita].flatMap((one) => [
          probe(scope, one),
          ...(threshold < 0.7 ? [probe(scope, { ...one, relationName: null })] : []),
        ])
        const [own, anew] = [await indexFor({ ...scope, importRun }, probes, threshold), await indexFor(scope, probes, threshold)]
        const near = (index: typeof own) => probes.map((person) => index.near(person).map(({ memberNo }) => memberNo))
        expect(near(own)).toEqual(near(anew))
        return near(own).flat()
      })
    expect(await found()).toEqual([])
    const first = await write('V-1', ramesh)
    expect(await found()).toEqual(['V-1'])
    const other = await write('V-2', { ...ramesh, firstName: 'Gopal', relationName: null })
    expect(await found()).toEqual(['V-1'])
    await change(other, dinkar)
    expect(await found()).toEqual(['V-1', 'V-2'])
    await change(first, { village: 'Sendhwa' })
    expect(await found()).toEqual(['V-2'])
    await change(first, kavita)
    expect(await found()).toEqual(['V-2', 'V-1'])
    if (world.database.engine === 'postgres') {
      const [written, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const long = world.scoped('ada', async (scope) => {
        const values = { ...sampleOf(farmer), ...ramesh, operatorId: world.places.cotton.OP1?.id as string, noPhone: true, phone: null, village }
        await createBySystem(scope, farmer, { ...values, memberNo: 'V-3', duplicateOverride: 'Made for this test' })
        await sql`select 1`.execute(scope.db)
        written.resolve()
        await read.promise
      })
      await written.promise
      expect(await found()).toEqual(['V-2', 'V-1'])
      read.resolve()
      await long
      expect(await found()).toEqual(['V-3', 'V-2', 'V-1'])
    }
    // Who names no relation is compared from here on, with those whom no set has read yet.
    await change(first, { ...ramesh, relationName: null })
    expect(await found(0.45)).toContain('V-1')
    await change(first, {}, true)
    expect(await found(0.45)).not.toContain('V-1')
  })
  it('knows a telephone number in a village of more members than were once read', async () => {
    await world.scoped('ada', async (scope) => {
      const operatorId = world.places.cotton.OP1?.id as string
      const values = { ...sampleOf(farmer), operatorId, village: 'Badgaon', noPhone: true, relationName: null }
      const { row } = await createBySystem(scope, farmer, { ...values, memberNo: 'B-1', phone: '+919826099999' })
      await sql`insert into farmer (tenant_id, id, ${sql.raw(copied)}, code, member_no, phone)
        select tenant_id, gen_random_uuid(), ${sql.raw(copied)}, 'B' || n, 'B' || n, null from farmer, generate_series(1, 2500) as n
        where tenant_id = ${scope.tenant.id} and id = ${row.id}::uuid`.execute(scope.db)
      const found = await possibleDuplicates(scope, { ...row, id: scope.newId() }, 0.7)
      expect(found.map(({ id }) => id)).toEqual([row.id])
    })
  })
})
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const copied =
  'operator_id, title, version, status, source, tags, created_at, updated_at, first_name, last_name, gender, no_phone, language, village, block, district, state, country, total_holding_ha, other_group_membership, joined_on, consent, village_key, name_keys, relation_key'

describe('fillKeys', () => {
  it('computes the keys of rows that have none, and of no others', async () => {
    const made = await world.scoped('ada', async (scope) => {
      const operatorId = world.places.cotton.OP1?.id as string
      const values = {
        ...sampleOf(farmer),
        operatorId,
        memberNo: 'K-1',
        firstName: 'रमेश',
        lastName: 'Pateedar',
        village: 'Wadgaon',
        relationName: 'Phoolchand',
      }
      const { row } = await createBySystem(scope, farmer, values)
      await scope.db
        .updateTable('farmer')
        .set({ village_key: null, name_keys: null, relation_key: null })
        .where('tenant_id', '=', scope.tenant.id)
        .where('id', '=', row.id)
        .execute()
      return row
    })
    const stored = () =>
      world.scoped('ada', async (scope) =>
        scope.db
          .selectFrom('farmer')
          .select(['village_key', 'name_keys', 'relation_key', 'version'])
          .where('tenant_id', '=', scope.tenant.id)
          .where('id', '=', made.id)
          .executeTakeFirstOrThrow(),
      )
    expect(await stored()).toMatchObject({ village_key: null, version: 1 })
    expect(await fillKeys(world.database, behaviours)).toBeGreaterThan(0)
    expect(await stored()).toEqual({ village_key: 'vadgaon', name_keys: ['rames patidar'], relation_key: 'fulcand', version: 1 })
    expect(await fillKeys(world.database, behaviours)).toBe(0)
  })
})
