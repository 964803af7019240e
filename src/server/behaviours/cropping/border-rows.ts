// Border rows beside a neighbour without the buffer that the schemes ask for (BR-13): they are not sold as certified. How much of the area that is follows from the
// rules of the schemes (update-compliance.ts); here, what was bought under a claim is compared with what is left of harvest and ceiling.
import { sql } from 'kysely'
import { certifiedLimit } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { closeFlagsOfRules, saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'

const crop = entityOf('crop')
type Crop = Stored<typeof crop>

/** For a ticket; null where nothing of the crop is excluded, or it has neither harvest nor ceiling. */
export async function borderOf(scope: Scope, subject: Crop): Promise<{ certifiedCapKg: number; certifiedKg: number } | null> {
  const { id, excludedHa } = subject
  const certifiedCapKg = certifiedLimit(subject)
  if (!excludedHa || certifiedCapKg === null) return null
  const { rows } = await sql<{ kg: number }>`
    select coalesce(sum(l.kg), 0) as kg from productbatch as f
    join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = f.id and l.voided_at is null and l.claim <> 'CONVENTIONAL'
    join event as e on e.tenant_id = ${scope.tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE'
    where f.tenant_id = ${scope.tenant.id} and f.crop_id = ${id}::uuid`.execute(scope.db)
  return { certifiedCapKg, certifiedKg: rows[0]?.kg ?? 0 }
}

/** Finds, or closes, that more was bought of a crop under a claim than its border rows leave. */
export async function judgeBorder(scope: Scope, cropId: string): Promise<void> {
  const [subject] = await recordsById(scope, crop, [cropId], { lock: true })
  const border = subject && (await borderOf(scope, subject))
  if (!subject) return
  if (!border || border.certifiedKg <= border.certifiedCapKg)
    return closeFlagsOfRules(scope, crop, cropId, ['BR-13'], 'No more is bought under a claim than the border rows leave')
  const { certifiedKg, certifiedCapKg } = border
  const message = phrase`${kilograms(certifiedKg)} were bought under a claim, above the ${kilograms(certifiedCapKg)} that are left without the border rows.`
  await saveFlags(scope, crop, cropId, [{ ruleId: 'BR-13', severity: 'REVIEW', message, figures: { purchasedKg: certifiedKg, limitKg: certifiedCapKg } }], {
    eventId: null,
  })
}
