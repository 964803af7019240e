// The certificates, tests and recalls of the loaded programme (domain dictionary 15): sixteen transaction certificates, none above what there was, an anomaly that
// was planted, a drill and an open recall.
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { overBalance } from '../../scripts/demo/load-certificates.ts'
import { plantedRefs } from '../../scripts/demo/load-planted-certificates.ts'

type Rows = Record<string, unknown>[]
export type Questions = {
  ask(query: RawBuilder<unknown>): Promise<Rows>
  one(query: RawBuilder<unknown>): Promise<Record<string, unknown>>
  /** `{ key: value }` of a query with two columns. */
  table(query: RawBuilder<unknown>): Promise<Record<string, unknown>>
}

export function certificateTrials({ ask, one, table }: Questions): void {
  describe('transaction certificates', () => {
    it('are sixteen: eight of the groups, three of the gins, one of the spinner, and four that are not in force', async () => {
      expect(
        await table(sql`select status, count(*) from transactioncertificate where seller_ref <> all(${Object.values(plantedRefs)}::text[]) group by 1`),
      ).toEqual({
        ISSUED: 12,
        SUBMITTED: 1,
        REJECTED: 1,
        WITHDRAWN: 1,
        DRAFT: 1,
      })
      expect(
        await ask(sql`select coalesce(o.code, p.code) as seller, count(*) as certificates, sum(t.certified_kg) as kg from transactioncertificate t
          left join collective o on o.tenant_id = t.tenant_id and o.id = t.collective_id left join processor p on p.tenant_id = t.tenant_id and p.id = t.processor_id
          where t.status = 'ISSUED' group by 1 order by 1`),
      ).toEqual([
        { seller: 'INDORE-SPINNER', certificates: 1, kg: 12_000 },
        { seller: 'KHARGONE-GIN', certificates: 2, kg: 20_400 + 13_600 },
        { seller: 'OP1', certificates: 4, kg: 84_000 + 12_000 },
        { seller: 'OP2', certificates: 3, kg: 54_000 + 18_800 },
        { seller: 'OP3', certificates: 1, kg: 35_200 },
        { seller: 'SENDHWA-GIN', certificates: 1, kg: 10_200 },
      ])
    })
    it('name in every draft of a mill the dispatches that it is of, as they are recorded; the group that asks about a far gin has sent nothing yet', async () => {
      const drafts =
        await ask(sql`select t.seller_ref as ref, count(*)::int as shipments, count(e.id)::int as dispatches, sum(g.kg)::float as kg, sum((e.data->>'kg')::numeric)::float as sent
        from transactioncertificate t cross join lateral jsonb_to_recordset(t.shipments) as s ("dispatchId" uuid, "invoiceNo" text, "netKg" numeric)
        cross join lateral (select s."netKg" as kg) as g
        left join event e on e.tenant_id = t.tenant_id and e.id = s."dispatchId" and e.event_type = 'DISPATCH' and e.status = 'RECORDED' and e.data->>'invoiceNo' = s."invoiceNo"
        where t.status = 'DRAFT' group by 1`)
      const byRef = new Map(drafts.map(({ ref, ...rest }) => [ref, rest]))
      expect(byRef.size).toBe(4)
      expect(byRef.get(plantedRefs.tooFar)).toMatchObject({ shipments: 1, dispatches: 0 })
      expect(byRef.get(plantedRefs.sameInvoice)).toEqual({ shipments: 1, dispatches: 1, kg: 500, sent: 500 })
      expect(byRef.get(plantedRefs.expired)).toEqual({ shipments: 1, dispatches: 1, kg: 900, sent: 900 })
      const seed = byRef.get(overBalance)
      expect(seed).toMatchObject({ shipments: 2, dispatches: 2 })
      expect(seed?.kg).toBe(seed?.sent)
    })
    it('certify 138,000 kg of seed cotton as organic and 66,000 kg in conversion, which is what was sent', async () => {
      expect(
        await table(sql`select case when g.claim_status = 'ORGANIC' then 'organic' else 'conversion' end, sum(g.certified_kg)
          from transactioncertificate t join transactioncertificate_lines g on g.tenant_id = t.tenant_id and g.parent_id = t.id
          where t.status = 'ISSUED' and t.collective_id is not null group by 1`),
      ).toEqual({ organic: 138_000, conversion: 66_000 })
    })
    it('bind no more of a lot than it has or has sent', async () => {
      expect(
        await ask(
          sql`select b.batch_no from productbatch b where coalesce(b.reserved_kg, 0) + coalesce(b.certified_kg, 0) > b.on_hand_kg + coalesce(b.shipped_kg, 0)`,
        ),
      ).toEqual([])
    })
    it('rest on lots that were tested negative before they were sent; one was found positive later', async () => {
      expect(
        await table(sql`select data->>'result', count(*) from event where event_type = 'LAB_RESULT' and subject_type = 'productbatch' group by 1`),
      ).toEqual({ NEGATIVE: 9, POSITIVE: 1 })
    })
    it('hold back the goods of the one that was withdrawn, beside what was made of the heap that was positive', async () => {
      const ofHeap = sql`quarantine_reason like 'GMO test of %'`
      expect(await one(sql`select count(*) as lots from productbatch where ${ofHeap} and on_hand_kg > 0`)).toEqual({ lots: 4 })
      expect(await ask(sql`select batch_no from productbatch where quarantine_reason is not null and on_hand_kg > 0 and not ${ofHeap}`)).toEqual([
        { batch_no: expect.stringMatching(/-CB-Y03-DEW$/) },
      ])
    })
  })

  describe('what is to be looked at', () => {
    it('are nine tickets of exactly 100.0 kg at one centre on one day (BR-32), found by the product', async () => {
      expect(
        await ask(
          sql`select a.kind, a.status, a.evidence_count, a.measure, f.code from anomaly a join processingsystem f on f.tenant_id = a.tenant_id and f.id = a.processing_system_id`,
        ),
      ).toEqual([{ kind: 'SAME_WEIGHT', status: 'OPEN', evidence_count: 9, measure: 9, code: 'CC-KASRAWAD' }])
    })
    it('are a drill that was closed within three hours with all of it found, and an open recall', async () => {
      expect(await ask(sql`select is_drill, status, effectiveness, affected_kg from recallcase order by is_drill`)).toEqual([
        { is_drill: false, status: 'OPEN', effectiveness: 0, affected_kg: expect.any(Number) },
        { is_drill: true, status: 'CLOSED', effectiveness: 1, affected_kg: expect.any(Number) },
      ])
      expect(await one(sql`select data->>'minutes' as minutes from event where event_type = 'MOCK_RECALL'`)).toEqual({
        minutes: expect.stringMatching(/^1[0-7]\d$|^\d\d$/),
      })
    })
  })
}
