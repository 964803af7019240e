// The organic status of a plot follows the calendar: list, filter, view and counts say what it is today, years after the
// last event. The statement and the rule agree on any dates.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { conversionOf, organicClaim } from '#domain/chain/claim.ts'
import { entityOf } from '#domain/entities.ts'
import { organicStatusNow } from '#server/queries/organic-status.ts'
import type { Scope } from '#server/scope.ts'
import { createBySystem } from '#server/store/create.ts'
import { field } from '../api/parcel-stage.ts'
import { openWorld } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

describe('a plot whose conversion began in March 2025', () => {
  it('is shown, found and counted by the day it is', async () => {
    let now = new Date('2025-06-01T06:00:00Z')
    const world = await openWorld({ now: () => now })
    const [ada, omar] = [world.as('ada', 'OP1'), world.as('omar')]
    // Made without their behaviours: what a sample says of days is of no matter here.
    const make = async (scope: Scope) => {
      const operatorId = world.places.cotton.OP1?.id as string
      const farmer = (await createBySystem(scope, entityOf('farmer'), { ...sampleOf(entityOf('farmer')), operatorId, status: 'ACTIVE' })).row
      const made = {
        ...sampleOf(entityOf('landparcel')),
        farmerId: farmer.id,
        boundary: field(0, 0, 100, 100),
        boundaryMethod: 'GPS_WALK' as const,
        gpsAccuracyM: 4,
      }
      return { farmer, parcel: (await createBySystem(scope, entityOf('landparcel'), { ...made, operatorId })).row }
    }
    const { farmer, parcel } = await world.scoped('ada', make, { behaviours: {} })
    const started = await omar.post(`/landparcel/${parcel.id}/events`, {
      eventType: 'CONVERSION_STARTED',
      occurredAt: '2025-03-10T06:00:00Z',
      data: { startedOn: '2025-03-10' },
      lateReason: 'From the field book',
    })
    expect(started.status).toBe(201)
    const shown = async () => {
      const view = (await ada.get(`/landparcel/${parcel.id}`)).body.organicStatus
      const list = (await ada.get('/landparcel')).body.items[0].organicStatus
      const alone = (await ada.get('/landparcel?fields=organicStatus')).body.items[0].organicStatus
      const found: string[] = []
      for (const claim of ['CONVENTIONAL', 'IC1', 'IC2', 'ORGANIC'])
        if ((await ada.get(`/landparcel?filter[organicStatus]=${claim}&count=true`)).body.total === 1) found.push(claim)
      return [view, list, alone, ...found]
    }
    expect(await shown()).toEqual(['IC1', 'IC1', 'IC1', 'IC1'])
    now = new Date('2026-03-09T18:00:00Z') // Half past eleven in the evening of the 9th where the programme works.
    expect(await shown()).toEqual(['IC1', 'IC1', 'IC1', 'IC1'])
    now = new Date('2026-03-09T18:31:00Z') // The 10th.
    expect(await shown()).toEqual(['IC2', 'IC2', 'IC2', 'IC2'])
    now = new Date('2028-01-01T06:00:00Z')
    expect(await shown()).toEqual(['ORGANIC', 'ORGANIC', 'ORGANIC', 'ORGANIC'])
    const { body } = await ada.get(`/landparcel/export?format=csv&purpose=OWN_RECORDS`)
    expect(body).toContain('ORGANIC')
    const summaries = await Promise.all([ada.get(`/reports/farmers-summary?farmerIds=${farmer.id}`), ada.get('/reports/season-summary')])
    for (const { status, body: summary } of summaries) {
      expect([status, JSON.stringify(summary).includes('IC1')]).toEqual([200, false])
      expect(JSON.stringify(summary)).toContain('ORGANIC')
    }
  })
})

describe('the statement', () => {
  it('says of any dates what the rule says', async () => {
    const world = await openWorld()
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
    const edges = fc.constantFrom('2024-01-31', '2024-02-29', '2025-02-28', '2025-08-31', '2026-02-28', '2024-12-31', '2026-01-31')
    const plot = fc.record({
      conversionStart: fc.option(fc.oneof(day, edges)),
      lastProhibitedInputOn: fc.option(fc.oneof(day, edges)),
      retroMonths: fc.option(fc.integer({ min: 0, max: 12 })),
      retroConfirmedAt: fc.option(fc.constant('2025-01-01T00:00:00.000Z')),
      conversionMonths: fc.option(fc.integer({ min: 0, max: 60 })),
    })
    const today = fc.oneof(day, edges)
    for (const on of fc.sample(today, { numRuns: 12, seed: 3 })) {
      const plots = fc.sample(plot, { numRuns: 60, seed: 5 })
      const derived = await world.scoped(
        'ada',
        async (scope) => {
          const rows = plots.map(
            (one, n) =>
              sql`(${n}::int, ${one.conversionStart}::date, null::date, ${one.lastProhibitedInputOn}::date, ${one.retroMonths}::int, ${one.retroConfirmedAt}::timestamptz, ${one.conversionMonths}::int)`,
          )
          return (
            await sql<{ claim: string }>`select ${organicStatusNow(scope)} as claim
              from (values ${sql.join(rows)}) as r(n, conversion_start, conversion_counts_from, last_prohibited_input_on, retro_months, retro_confirmed_at, conversion_months) order by r.n`.execute(
              scope.db,
            )
          ).rows
        },
        { now: new Date(`${on}T06:00:00Z`) },
      )
      expect([on, derived.map(({ claim }) => claim)]).toEqual([on, plots.map((one) => organicClaim(conversionOf(one), on))])
    }
  })
})
