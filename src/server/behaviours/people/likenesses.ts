// Who resembles a member that was corrected or deleted (BR-23): the finding on the other record names this one, and is judged again with it, or it would stay open for a likeness that is no more.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { phrase } from '#domain/messages/message.ts'
import { type DuplicateVerdict, findDuplicate } from '#domain/people/duplicates.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'
import { possibleDuplicates } from '../farmer-duplicates.ts'
import { tolerances } from '../open-season.ts'

const farmer = entityOf('farmer')
type Farmer = Stored<typeof farmer>

/** The finding of a likeness, which is one to know of where somebody has said why it is another person. */
export const likeness = ({ duplicateOverride }: Pick<Farmer, 'duplicateOverride'>, verdict: Exclude<DuplicateVerdict, { outcome: 'none' }>): Finding =>
  duplicateOverride
    ? { ...verdict.finding, severity: 'WARN', message: phrase`${verdict.finding.message} Kept as another person: ${duplicateOverride}` }
    : verdict.finding

/** Judges again those whose open finding names this member. `isRetired`: which is no more. */
export const judgeLikenessesLater = (scope: Scope, { id, code }: Farmer, { isRetired = false } = {}): Promise<void> =>
  atEndOfStep(scope, `likenesses of ${id}`, async () => {
    // Likenesses alone name another record, and all are of farmers.
    const { rows } = await sql<{ id: string }>`select distinct f.subject_id as id from flag as f
      where f.tenant_id = ${scope.tenant.id} and f.named = any(${[id, code]}::text[]) and f.closed_at is null order by 1`.execute(scope.db)
    const own = tolerances(scope)
    for (const other of await recordsById(
      scope,
      farmer,
      rows.map((row) => row.id),
      { lock: true },
    )) {
      const known = await possibleDuplicates(scope, other, own.duplicateReview)
      const verdict = findDuplicate(
        other,
        known.filter((one) => !isRetired || one.id !== id),
        own,
      )
      await projectFlags(scope, farmer, other.id, ['BR-23'], verdict.outcome === 'none' ? [] : [{ ...likeness(other, verdict), eventId: null }])
    }
  })
