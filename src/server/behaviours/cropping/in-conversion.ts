// BR-04: goods in conversion are sold as that only when they were picked so many months after conversion began as the schemes ask to which the group is certified;
// of several schemes, the one that asks least.
import { sql } from 'kysely'
import { conversionOf, isCertified, isSellableInConversion } from '#domain/chain/claim.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

type Crop = Pick<Stored<Declarations['crop']>, 'operatorId' | 'parcelId'>

/** What is to be known when goods picked on `pickedOn` and sold on `day` cannot be sold under this claim in conversion; null when they can. */
export async function soldTooEarly(scope: Scope, crop: Crop, claim: Claim, pickedOn: string | null, day: string): Promise<Finding | null> {
  if (claim === 'ORGANIC' || !isCertified(claim) || pickedOn === null || crop.parcelId === null) return null
  const { rows } = await sql<{ months: number | null }>`
    select min(m.ic_sellable_after_months) as months from scopecertificate as s join scheme as m on m.tenant_id = ${scope.tenant.id} and m.id = s.scheme_id
    where s.tenant_id = ${scope.tenant.id} and s.collective_id = ${crop.operatorId}::uuid and s.deleted_at is null and s.status in ('VALID', 'SUSPENDED', 'EXPIRED')
      and s.valid_from <= ${day}::date and s.valid_to >= ${day}::date`.execute(scope.db)
  const months = rows[0]?.months ?? 0
  if (months === 0) return null
  const [parcel] = await recordsById(scope, entityOf('landparcel'), [crop.parcelId])
  if (!parcel || isSellableInConversion(claim, conversionOf(parcel), pickedOn, months)) return null
  return {
    ruleId: 'BR-04',
    severity: 'WARN',
    message: phrase`Booked as conventional: goods in conversion are sold as that when they were picked ${months} months after it began.`,
    figures: { claim, pickedOn, months },
  }
}
