// Every figure of /dashboard and /procdashboard over the loaded programme, counted once more in plain code from thousands of records and events (tests/recount):
// for the administrator, managers, a company, each season and all of them.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { staffFor } from '../../scripts/demo/staff.ts'
import { dayOf, factsOf, type Row } from '../recount/facts.ts'
import { answeredProcessing, countedProcessing, ProcessingCount } from '../recount/processing.ts'
import { answeredCharts, ProcessingCharts } from '../recount/processing-charts.ts'
import { SeasonCount } from '../recount/season.ts'
import { answered, counted, seenOf } from '../recount/season-answer.ts'
import type { Questions } from './certificate-trials.ts'
import { clientOf } from './clients.ts'

const forbidden = /: 403 /
/** Kilograms are added up to the gram by claim, and again of all of them: the last digit may differ by one. */
const nearly = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value)
    ? expect.closeTo(value, 2)
    : Array.isArray(value)
      ? value.map(nearly)
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nearly(part)]))
        : value

export function figureTrials({ ask }: Questions, database: () => Database): void {
  const client = () => clientOf(database(), 'figures')
  const factsFor = (who: { email: string }, operator: string) =>
    factsOf({
      get: (path) =>
        client()
          .send(who, operator, path)
          .catch((error: Error) => {
            if (forbidden.test(error.message)) return null
            throw error
          }),
      ask: (query) => ask(query) as Promise<Row[]>,
    })

  describe('the figures of the dashboards', () => {
    it('of a season are what was recorded', async () => {
      for (const [who, operator] of [
        [staffFor('ADMIN', ''), '-'],
        [staffFor('OPERATOR_MANAGER', 'OP1'), 'OP1'],
        [staffFor('FIELD_OFFICER', 'OP2'), 'OP2'],
      ] as const) {
        const facts = await factsFor(who, operator)
        const [group] = (await ask(sql`select id from collective where code = ${operator}`)) as Row[]
        const cropTypes = facts.rows.croptype.map(({ id }) => id)
        for (const season of [null, ...facts.rows.season]) {
          const read = (name: string) => client().send(who, operator, `/reports/season-${name}${season ? `?seasonId=${season.id}` : ''}`)
          const now = Date.now()
          const [indicators, charts, summary] = await Promise.all(['indicators', 'charts', 'summary'].map(read))
          const count = new SeasonCount(facts, { seasonId: season?.id ?? null, operatorId: group?.id ?? null, today: dayOf(now) })
          const shown = answered({ indicators, charts, summary }, cropTypes)
          expect(shown).toEqual(nearly(seenOf(shown, counted(count, cropTypes, now))))
          expect(Object.keys(shown).length).toBeGreaterThan(15)
        }
      }
    })
    it('of processing are what was received, run, pressed and sent', async () => {
      const lots = (await ask(sql`select * from productbatch`)) as Row[]
      const crops = await ask(
        sql`select c.id, p.boundary is not null as "isMapped" from crop as c join landparcel as p on p.tenant_id = c.tenant_id and p.id = c.parcel_id`,
      )
      const certificates = (await ask(sql`select * from transactioncertificate`)) as Row[]
      const places = (await ask(sql`select * from processingsystem`)) as Row[]
      for (const [who, operator] of [
        [staffFor('ADMIN', ''), '-'],
        [staffFor('PROCESSOR_USER', 'SENDHWA-GIN'), '-'],
        [staffFor('OPERATOR_MANAGER', 'OP3'), 'OP3'],
      ] as const) {
        const facts = await factsFor(who, operator)
        for (const season of [null, ...facts.rows.season]) {
          const figures = await client().send(who, operator, `/reports/processing-figures${season ? `?seasonId=${season.id}` : ''}`)
          const count = new ProcessingCount(facts, lots, { seasonId: season?.id ?? null, today: dayOf(Date.now()) })
          expect(answeredProcessing(figures)).toEqual(nearly(countedProcessing(count.withCrops(crops as { id: string; isMapped: boolean }[]), certificates)))
          const charts = new ProcessingCharts(facts, count.lots, lots, places, figures.from)
          const { flows } = answeredCharts(figures)
          expect({ flows }).toEqual(nearly({ flows: charts.flows() }))
        }
      }
    })
  })
}
