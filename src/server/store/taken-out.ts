// BR-35: a file that says something of a person needs a purpose, and that it was made stays in the history of whoever took it out.
import { entityOf } from '#domain/entities.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase, word } from '#domain/messages/message.ts'
import { type ExportPurpose, exportPurposes, longestPurposeNote, type StatedPurpose } from '#domain/people/export-purposes.ts'
import type { Scope } from '../scope.ts'
import { noteBySystem } from './note-event.ts'
import { spelledJson } from './spelled.ts'

const user = entityOf('user')
const isPurpose = (text: string): text is ExportPurpose => Object.hasOwn(exportPurposes, text)
export type GivenPurpose = { purpose?: string | null | undefined; purposeNote?: string | null | undefined }
/** Their names as parameters of an address. */
export const purposeParameters = ['purpose', 'purposeNote'] as const
export const purposeIn = (query: URLSearchParams): GivenPurpose => ({ purpose: query.get('purpose'), purposeNote: query.get('purposeNote') })

/** What was stated; null where the file has no personal data (`isNeeded`) and none was. Throws VALIDATION with BR-35. */
export function statedPurpose({ purpose, purposeNote }: GivenPurpose, isNeeded: boolean): StatedPurpose | null {
  const note = (purposeNote ?? '').trim()
  if (!purpose) {
    if (note) throw refusal({ path: 'purpose', code: 'required', message: 'Choose a purpose.' })
    if (!isNeeded) return null
    throw refusal({ path: 'purpose', code: 'required', message: missing })
  }
  if (!isPurpose(purpose)) throw refusal({ path: 'purpose', code: 'choice', message: phrase`One of: ${listed(Object.keys(exportPurposes))}.` })
  if (note.length > longestPurposeNote) throw refusal({ path: 'purposeNote', code: 'max', message: phrase`At most ${longestPurposeNote} characters.` })
  if (purpose === 'OTHER' && !note) throw refusal({ path: 'purposeNote', code: 'required', message: 'Say in a few words what it is for.' })
  return { purpose, note: note || null }
}
const missing = 'This file has personal data. Say what they are for.'

function refusal(field: FieldProblem): Problem {
  return new Problem('VALIDATION', { ruleId: 'BR-35', message: field.message, fields: [field] })
}

/** Personal data that nobody stated a purpose for: of a file that was requested when its reader saw less, or before purposes were asked. */
export const withoutPurpose = (): Problem => refusal({ path: 'purpose', code: 'required', message: missing })

/** As two columns of a table. */
export const storedPurpose = (stated: StatedPurpose | null): { purpose: ExportPurpose | null; purpose_note: string | null } => ({
  purpose: stated?.purpose ?? null,
  purpose_note: stated?.note ?? null,
})
export const purposeOfRow = ({ purpose, purpose_note }: ReturnType<typeof storedPurpose>): StatedPurpose | null =>
  purpose === null ? null : { purpose, note: purpose_note }

export type TakenOut = {
  stated: StatedPurpose
  /** Of the list or the report, as it is titled. */
  what: string
  format: string
  /** Null: more than are counted. */
  rows: number | null
  /** Labels of what is personal in it. */
  columns: readonly string[]
  filter: string
}
/** In the same transaction in which the file is stored, or before its first byte leaves. */
export async function noteTakenOut(scope: Scope, { stated, what, format, rows, columns, filter }: TakenOut): Promise<void> {
  const personal = spelledJson(phrase`Personal data: ${listed([...new Set(columns)].map((label) => word(label)))}.`)
  await noteBySystem(scope, user, scope.user.id, {
    eventType: 'PERSONAL_DATA_EXPORTED',
    operatorId: scope.operator?.id ?? null,
    data: {
      purpose: stated.purpose,
      note: stated.note,
      what,
      format,
      rows,
      columns: personal.message.slice(0, 1000),
      columnWords: personal.words,
      filter: filter.slice(0, 1000) || null,
    },
  })
}
