// The list of a premium as a file (domain dictionary 5.4, PREMIUM_DISTRIBUTION "list"; 12): one member a line with the kilograms that are paid for. It is read and resolved, not
// recorded: the event that pays has the list itself, so that it is judged as one that was chosen on the screen.
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { z } from 'zod'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { payablePremium } from '#domain/chain/premium.ts'
import { unescaped } from '#domain/exchange/csv.ts'
import { plainHeader } from '#domain/exchange/header.ts'
import { delimiterOf } from '#domain/exchange/text-file.ts'
import { type FieldProblem, fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { mostNamed } from '#domain/people/collective.ts'
import type { PremiumFile } from '#domain/people/premium-answer.ts'
import type { Scope } from '../../scope.ts'
import { formerOf } from './premium.ts'
import { kilogramsDue } from './premium-paid.ts'

/** Header of the file → what it may be called otherwise; small letters, as `plainHeader` makes them. */
const columns = { member_no: ['member_no', 'member', 'farmer_code', 'code'], kg: ['kg', 'net_kg', 'weight', 'weight_kg'] } as const
const table = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }))
/** Faults that are named at once. */
const mostProblems = 20

type Line = { at: number; member: string; kg: number | null }

/** Commas, semicolons or tabs, as spreadsheets write them; the first line names the columns, and empty rows say nothing. `at`: the line of the file where the row begins. Throws VALIDATION. */
function linesOf(file: string): Line[] {
  // The parser counts a line that ends within quotation marks twice where it has two signs.
  const text = file.replaceAll(/\r\n?/g, '\n')
  let rows: z.infer<typeof table>
  try {
    rows = table.parse(parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, trim: true, info: true }))
  } catch (error) {
    if (error instanceof CsvError) throw fieldProblem('text', 'format', 'This is no file of comma-separated values.')
    throw error
  }
  const [header, ...all] = rows
  const names = (header?.record ?? []).map(plainHeader)
  const placeOf = (column: readonly string[]) => names.findIndex((name) => column.includes(name))
  const [member, kg] = [placeOf(columns.member_no), placeOf(columns.kg)]
  if (member < 0 || kg < 0) throw fieldProblem('text', 'required', 'The first line names the columns member_no and kg.')
  const lines = all.filter(({ record }) => record.some((cell) => cell.trim()))
  if (lines.length === 0) throw fieldProblem('text', 'required', 'There is no line below the names of the columns.')
  if (lines.length > mostNamed) throw fieldProblem('text', 'max', phrase`One payment is for ${mostNamed} members at most.`)
  return lines.map(({ record, info }) => ({
    // The parser has the line on which a row ends: a cell in quotation marks may go over several.
    at: info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0),
    member: unescaped(record[member] ?? '').trim(),
    kg: readNumber(unescaped(record[kg] ?? '').trim()),
  }))
}

type Member = { id: string; memberNo: string | null; code: string }
/** By the number of a member, or the code of the record; what was merged counts for the one that stays. */
async function membersNamed({ db, tenant }: Scope, operatorId: string, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Member>`select coalesce(f.merged_into_id, f.id) as id, f.member_no as "memberNo", f.code from farmer as f
    where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.deleted_at is null
      and (f.member_no = any(${[...names]}::text[]) or f.code = any(${[...names]}::text[]))`.execute(db)
  return new Map([...rows.map(({ code, id }) => [code, id] as const), ...rows.flatMap(({ memberNo, id }) => (memberNo ? [[memberNo, id] as const] : []))])
}

type Requested = { seasonId: string; perKg: number; text: string; supersedesEventId?: string | undefined }
/**
 * Throws VALIDATION with a fault for each line that has one: `text.{line}.member_no`, `text.{line}.kg`. `perKg`: minor units. `supersedesEventId`: the distribution that the list
 * corrects, whose kilograms have no premium then; whoever is named for no more than there may be named again, as the event takes it.
 */
export async function premiumOfFile(scope: Scope, operatorId: string, { seasonId, perKg, text, supersedesEventId }: Requested): Promise<PremiumFile> {
  const lines = linesOf(text)
  const former = await formerOf(scope, operatorId, supersedesEventId)
  if (supersedesEventId && former.seasonId === null) throw fieldProblem('supersedesEventId', 'missing', 'There is no such entry.')
  const named = await membersNamed(
    scope,
    operatorId,
    lines.map(({ member }) => member),
  )
  const { due } = await kilogramsDue(scope, operatorId, { seasonId, perKg, except: [supersedesEventId] })
  const left = new Map(due.map(({ farmerId, kg }) => [farmerId, toGrams(kg)]))
  const problems: FieldProblem[] = []
  const seen = new Map<string, Line>()
  const fault = ({ at }: Line, column: keyof typeof columns, code: string, message: Sentence): [] => {
    problems.push({ path: `text.${at}.${column}`, code, message })
    return []
  }
  const list = lines.flatMap((line) => {
    const { at, member, kg } = line
    const id = named.get(member)
    if (!id) return fault(line, 'member_no', 'missing', phrase`Line ${at}: the group has no member ${member}.`)
    if (seen.has(id)) return fault(line, 'member_no', 'taken', phrase`Line ${at}: ${member} is named twice.`)
    seen.set(id, line)
    if (kg === null || kg <= 0 || toKg(toGrams(kg)) !== kg)
      return fault(line, 'kg', 'format', phrase`Line ${at}: the weight is a number of kilograms, with three decimals at most.`)
    const own = Math.max(left.get(id) ?? 0, former.seasonId === seasonId ? (former.ofRow.get(id) ?? 0) : 0)
    if (own < toGrams(kg)) return fault(line, 'kg', 'max', phrase`Line ${at}: of ${member} ${toKg(own)} kg are without a premium yet.`)
    return [{ farmerId: id, kg }]
  })
  const shared = payablePremium(list, perKg)
  const paid = new Set(shared.list.map(({ farmerId }) => farmerId))
  for (const { farmerId, kg } of list) {
    const line = seen.get(farmerId)
    if (line && !paid.has(farmerId)) fault(line, 'kg', 'min', phrase`Line ${line.at}: for ${kg} kg ${line.member} gets less than the smallest coin.`)
  }
  if (problems.length > 0) throw new Problem('VALIDATION', { fields: problems.slice(0, mostProblems) })
  return shared
}
