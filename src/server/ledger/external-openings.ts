// Certificates from elsewhere by which opening stock is entered (domain dictionary 12): known by number and issuer as those that are named as what went in (external-inputs.ts). What lots of
// opening stock have of one is added up, and never more than is stated to be on it.
import { sql } from 'kysely'
import { inputKey, mayBeSame } from '#domain/chain/external-inputs.ts'
import { type Grams, sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { type Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { isOfProgramme, lockOf } from './external-inputs.ts'

type Text = string | null | undefined
export type Proposed = { kg?: number; externalCertificateNo?: Text; certificationBody?: Text; externalCertificateKg?: number | null | undefined }
type Opening = { id: string; lotId: string; data: Proposed }
/** `otherGrams`: of other opening stock; `statedGrams`: on it, null: nobody says. `isFirst`: no other was recorded before it. */
export type ExternalOpening = {
  no: string
  otherGrams: Grams
  statedGrams: Grams | null
  isContradicted: boolean
  isOfProgramme: boolean
  isFirst: boolean
  otherLots: string[]
}

const keyOf = ({ externalCertificateNo, certificationBody }: Proposed) => ({ no: inputKey(externalCertificateNo), body: inputKey(certificationBody) })

/** Of the certificate that a proposal names; undefined: it names none. Whoever names one of the same number waits. */
export async function externalOpening(
  scope: Scope,
  { id, data }: { id: string; data: Proposed },
  { isLocked = false } = {},
): Promise<ExternalOpening | undefined> {
  const key = keyOf(data)
  if (!key.no) return undefined
  const { tenant } = scope
  if (isLocked) await queryAll(scope.db, lockOf(scope, [key.no]))
  const [rows = [], [programme] = []] = await queryAll(
    scope.db,
    sql<Opening>`select e.id, e.subject_id as "lotId", e.data
      from event as e where e.tenant_id = ${tenant.id} and e.event_type = 'OPENING_STOCK' and e.status = 'RECORDED' order by e.recorded_at, e.id`,
    sql<{ is: boolean }>`select ${isOfProgramme(scope, sql`${key.no}::text`)} as "is"`,
  )
  const same = rows.filter((one) => mayBeSame(keyOf(one.data), key))
  const others = same.filter((one) => one.id !== id)
  const stated = [...new Set([data, ...others.map((one) => one.data)].flatMap(({ externalCertificateKg }) => externalCertificateKg ?? []).map(toGrams))]
  return {
    no: data.externalCertificateNo?.trim() ?? '',
    otherGrams: sumGrams(others.map((one) => toGrams(one.data.kg ?? 0))),
    statedGrams: stated.length ? Math.min(...stated) : null,
    isContradicted: stated.length > 1,
    isOfProgramme: programme?.is === true,
    isFirst: same[0] === undefined || same[0].id === id,
    otherLots: [...new Set(others.map(({ lotId }) => lotId))],
  }
}

/** Why these kilograms are no opening stock under it: a certificate of this programme, two weights of one, or more than is left of it. Null: nothing is against it. */
export function whyNotOpened(found: ExternalOpening, kg: number): Problem | null {
  const { no, otherGrams, statedGrams } = found
  if (found.isOfProgramme) return ruleBlocked('12', phrase`Certificate ${no} is of this programme: its goods are received, and are no opening stock.`)
  if (statedGrams === null) return null
  if (found.isContradicted)
    return ruleBlocked('12', phrase`Another weight is stated to be on certificate ${no} for other opening stock: correct whichever is wrong.`)
  const left = Math.max(0, statedGrams - otherGrams)
  if (toGrams(kg) <= left) return null
  const figures = { askedKg: kg, leftKg: toKg(left) }
  return ruleBlocked('12', phrase`${kilograms(kg)} are entered of certificate ${no} from elsewhere; ${kilograms(toKg(left))} are left of it.`, figures)
}
