// Names of the catalogue (crops, products, seasons, inputs) in the reader's language, where it has a word for them; a
// programme's own name without one stays as it was given. Done where answers come in, so that every screen says the same.

import { captureForms } from '#domain/work/capture-forms.ts'
import type { TFunction } from '#web/locales/translation.ts'
import type { RecordAnswer, Refs } from './answers.ts'

/** Names of people, places and lots are never translated. */
const catalogue: ReadonlySet<string> = new Set(['croptype', 'product', 'season', 'crop', 'inputitem'])

/** "Cotton, Suraj" and "Kharif 2025" part by part. */
export const nameIn = (t: TFunction, name: string): string =>
  name
    .split(/(, | (?=\d{4}))/)
    .map((part) => (/^[A-Z]/.test(part) ? t(part) : part))
    .join('')

export const refsIn = (t: TFunction, refs: Refs): Refs =>
  Object.fromEntries(Object.entries(refs).map(([id, ref]) => [id, catalogue.has(ref.entity) ? { ...ref, title: nameIn(t, ref.title) } : ref]))

/** A record of `entity` with its title, its references and what was derived from the catalogue in words. Fields that people edit stay as typed. */
export function recordIn(t: TFunction, entity: string, row: RecordAnswer): RecordAnswer {
  if (entity === 'submission') return submissionIn(t, row)
  if (entity === 'task') return taskIn(t, row)
  if (entity === 'recallcase' && row.isDrill === true && typeof row.reason === 'string') return drillIn(t, { ...row, reason: row.reason })
  if (!catalogue.has(entity) && !row.refs && typeof row.cropNow !== 'string') return row
  return {
    ...row,
    ...(catalogue.has(entity) ? { title: nameIn(t, row.title) } : {}),
    ...(entity === 'crop' && typeof row.cropName === 'string' ? { cropName: nameIn(t, row.cropName) } : {}),
    ...(entity === 'landparcel' && typeof row.cropNow === 'string' ? { cropNow: nameIn(t, row.cropNow) } : {}),
    ...(row.refs ? { refs: refsIn(t, row.refs) } : {}),
  }
}

/** A submission is called what its form is called. */
function submissionIn(t: TFunction, row: RecordAnswer): RecordAnswer {
  const form = captureForms[row.formCode as keyof typeof captureForms]
  return { ...row, ...(form ? { title: t(form) } : {}), ...(row.refs ? { refs: refsIn(t, row.refs) } : {}) }
}

/** A task of a finding is called by it alone: what is to be done stands before that. */
function taskIn(t: TFunction, row: RecordAnswer): RecordAnswer {
  const isOfFinding = row.ruleId === ruleOfFinding && typeof row.nonConformityId === 'string'
  return {
    ...row,
    ...(isOfFinding ? { title: t('Correct finding {{finding}}', { finding: row.title }) } : {}),
    ...(row.refs ? { refs: refsIn(t, row.refs) } : {}),
  }
}
/** In whose name the product makes a task of a finding. */
const ruleOfFinding = '5.2'

/** A drill says that it is one, in the reader's words. */
const drillIn = (t: TFunction, row: RecordAnswer & { reason: string }): RecordAnswer => ({
  ...row,
  title: t('Drill: {{reason}}', { reason: row.reason }),
  ...(row.refs ? { refs: refsIn(t, row.refs) } : {}),
})
