// How long conversion had lasted when goods in conversion were picked (BR-04), and what the scheme of their certificate needs of that (BR-12 T10). A purchase is judged by the scheme of the
// group that needs least; a certificate is of one scheme, which may need more.
import { type RawBuilder, sql } from 'kysely'
import type { CertificateFacts } from '#domain/chain/certificate-facts.ts'
import { conversionOf, conversionStart, isInConversion } from '#domain/chain/claim.ts'
import { fullMonths } from '#domain/kernel/day.ts'
import type { Scope } from '../scope.ts'
import type { Certificate } from './certificate-queries.ts'

export type Picked = {
  needed: number
  lotId: string
  pickedOn: string | null
  conversionStart: string | null
  conversionCountsFrom: string | null
  lastProhibitedInputOn: string | null
  retroMonths: number | null
  retroConfirmedAt: string | null
}

/** Of the lots that are to be certified as in conversion: what was picked in conversion. Nothing where the scheme needs no months; its months are those of the moment of submission. */
export const pickedQuery = ({ tenant }: Scope, { id, schemeId, lines }: Certificate): RawBuilder<Picked> => {
  const lots = lines.flatMap(({ batchId, claimStatus }) => (isInConversion(claimStatus) ? [batchId] : []))
  return sql<Picked>`
    with scheme_then as (
      select coalesce((select (e.data#>>'{changes,icSellableAfterMonths,from}')::integer from event as e
        where e.tenant_id = ${tenant.id} and e.subject_type = 'scheme' and e.subject_id = m.id and e.event_type = 'EDITED' and e.status = 'RECORDED'
          and e.data#>'{changes,icSellableAfterMonths}' is not null and e.recorded_at > (select s.recorded_at from event as s where s.tenant_id = ${tenant.id}
            and s.subject_type = 'transactioncertificate' and s.subject_id = ${id}::uuid and s.event_type = 'SUBMITTED' and s.status = 'RECORDED' order by s.occurred_at desc, s.subject_version desc limit 1)
        order by e.recorded_at limit 1), m.ic_sellable_after_months) as months
      from scheme as m where m.tenant_id = ${tenant.id} and m.id = ${schemeId}::uuid
    )
    select distinct t.months as needed, o.lot_id as "lotId", coalesce(f.harvest_from, k.harvest_start) as "pickedOn", p.conversion_start as "conversionStart", p.conversion_counts_from as "conversionCountsFrom",
      p.last_prohibited_input_on as "lastProhibitedInputOn", p.retro_months as "retroMonths", p.retro_confirmed_at as "retroConfirmedAt"
    from scheme_then as t join lot_origin as o on o.tenant_id = ${tenant.id} and o.lot_id = any(${[...new Set(lots)]}::uuid[])
    join crop as k on k.tenant_id = ${tenant.id} and k.id = o.crop_id and k.claim_status in ('IC1', 'IC2', 'IC3')
    left join landparcel as p on p.tenant_id = ${tenant.id} and p.id = k.parcel_id
    left join productbatch as f on f.tenant_id = ${tenant.id} and f.crop_id = k.id and f.unit_type = 'FARM_LOT' and f.status <> 'VOIDED' and f.deleted_at is null
    where t.months > 0 order by 2, 3`
}

/** Where conversion began anew since the picking, by a prohibited input or a reset, what it was by then is no column of the plot: not known, for the body to look at. */
export function inConversionOf(rows: readonly Picked[]): CertificateFacts['inConversion'] {
  return rows.map(({ needed, lotId, pickedOn, ...plot }) => {
    const start = conversionStart(conversionOf(plot))
    return { lotId, needed, months: start === null || pickedOn === null || start > pickedOn ? null : fullMonths(start, pickedOn) }
  })
}
