// What whoever reviews a submission sees beside it: its record as the device read it and as it is now, field by field, and why it could not be carried out.
import { hiddenFields } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import type { MergedField } from '#domain/kernel/merge.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { isEventForm, meaningOf, partsOf, readAnswer } from '#domain/work/submitted.ts'
import type { Refs, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { findRecord, isUuid } from '../../store/get.ts'
import { referencesIn } from '../../store/references.ts'
import { mergeInto, type Submission, submission, valuesOf } from './apply-submission.ts'

/** `merge`: where the form changes a record that the reader may see. `version`: of that record now; `changed`: by whom and when, last.
 * `parts`: fields that can be accepted without the others. `refs`: records that the answers name, those which the reader may see. */
export type Review = {
  merge: { entity: string; version: number; fields: MergedField[]; changed: { at: string; by: string | null } } | null
  failure: Record<string, unknown> | null
  result: Record<string, unknown> | null
  parts: string[]
  refs: Refs
}

export async function reviewOf(scope: Scope, row: Submission): Promise<Review> {
  if (scope.past) return { merge: null, failure: null, result: null, parts: [], refs: {} }
  const last = async (type: 'APPLIED' | 'APPLY_FAILED') => (await eventsOf(scope, submission, row.id, [type])).at(-1)?.data ?? null
  const isOpen = row.status !== 'APPLIED' && row.status !== 'REJECTED'
  return {
    ...(isOpen ? await changeOf(scope, row) : { merge: null, parts: [] }),
    failure: row.status === 'APPLY_FAILED' ? await last('APPLY_FAILED') : null,
    result: row.status === 'APPLIED' ? await last('APPLIED') : null,
    refs: await namedIn(scope, row),
  }
}

/** At most so many are looked up, one by one as whoever opens them, or reads them in a list, would: an answer may name any record. */
const mostNamed = 40
async function namedIn(scope: Scope, row: Submission): Promise<Refs> {
  const meaning = meaningOf(findEntity, row.formCode, row.targetType, row.answers)
  const values = row.answers.flatMap(({ field: name, value }) => {
    const field = meaning && Object.hasOwn(meaning.fields, name) ? meaning.fields[name] : undefined
    const read = field ? readAnswer(field, value) : { value: null, isRead: false }
    return read.isRead ? [[name, read.value] as const] : []
  })
  const refs: Refs = {}
  for (const { target, id } of referencesIn(meaning?.fields ?? {}, Object.fromEntries(values)).slice(0, mostNamed)) {
    const entity = findEntity(target)
    const isNew = entity && isUuid(id) && !refs[id]
    const found = isNew ? ((await findRecord(scope, entity, id)) ?? (await findRecord(scope, entity, id, { by: 'L' }))) : undefined
    if (entity && found) refs[id] = { entity: entity.name, title: found.title, code: found.code }
  }
  return refs
}

async function changeOf(scope: Scope, row: Submission): Promise<Pick<Review, 'merge' | 'parts'>> {
  const meaning = meaningOf(findEntity, row.formCode, row.targetType, row.answers)
  const isChange = meaning && !meaning.event && !isEventForm(row.formCode) && row.targetId && isUuid(row.targetId)
  const target = isChange ? await findRecord(scope, meaning.entity, row.targetId ?? '') : undefined
  if (!isChange || !target) return { merge: null, parts: [] }
  const parts = partsOf(meaning, row)
  try {
    const hidden = new Set(hiddenFields(scope.user, meaning.entity, target))
    const fields = (await mergeInto(scope, row, meaning.entity, target, valuesOf(row, meaning).values)).filter(({ field }) => !hidden.has(field))
    return { merge: { entity: meaning.entity.name, version: target.version, fields, changed: { at: target.updatedAt, by: target.updatedBy } }, parts }
  } catch (error) {
    // Answers that the record cannot have are named by the checks.
    if (error instanceof Problem) return { merge: null, parts }
    throw error
  }
}
