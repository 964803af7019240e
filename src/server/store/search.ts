// Finding records by words: prefix tokens in an ordinary index (trigram and ILIKE indexes are switched off
// by row security), plus one token of how a word sounds, because Indian names are spelled in many ways
// when written in Latin letters: Chouhan, Chauhan, Chohan.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import type { Condition } from './access-scope.ts'
import { searchKinds } from './search-kinds.ts'

/** Lower case, without accents on Latin letters, split at everything that is no letter, mark or digit. Vowel signs of Indian scripts stay. */
export function words(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return [
    ...new Set(
      plain
        .split(/[^\p{L}\p{M}\p{N}]+/u)
        .filter(Boolean)
        .map((word) => word.slice(0, 40)),
    ),
  ]
}

/**
 * How a Latin word sounds to an Indian ear: aspirates lose their h, v and w, z and j, sh and s, ee and i fall together,
 * vowels after the first letter and doubled letters go. Null for words too short to be distinguished or not in Latin letters.
 */
export function soundOf(word: string): string | null {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return null
  const spelled = word
    .replace(/ph/g, 'f')
    .replace(/x/g, 'ks')
    .replace(/q/g, 'k')
    .replace(/c(?!h)/g, 'k')
    .replace(/ch+/g, 'c')
    .replace(/sh/g, 's')
    .replace(/([bdgjklnprt])h/g, '$1')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
  const first = spelled.charAt(0)
  const rest = spelled.slice(1).replace(/[aeiouyh]/g, '')
  const sound = (first + rest).replace(/(.)\1+/g, '$1')
  return sound.length < 2 ? null : `~${'aeiou'.includes(first) ? `a${sound.slice(1)}` : sound}`
}

type Token = { token: string; isPersonal: boolean }
/** Tokens of a record: its code, its title, and every field that declares `search`. */
export function tokensOf(entity: AnyEntity, row: Row): Token[] {
  const tokens = new Map<string, Token>()
  const add = (text: unknown, isPersonal: boolean, isName: boolean) => {
    if (typeof text !== 'string') return
    const found = words(text)
    // A number written with separators is also found without them: +91 98260 12345, OP1-0001.
    const whole = /\d/.test(text)
      ? [
          text
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, '')
            .slice(0, 40),
        ]
      : []
    const sounds = isName ? found.flatMap((word) => soundOf(word) ?? []) : []
    for (const token of [...found, ...whole, ...sounds])
      if (token && !tokens.has(`${token} ${isPersonal}`)) tokens.set(`${token} ${isPersonal}`, { token, isPersonal })
  }
  add(row.code, false, false)
  add(row.title, false, true)
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    if (!field.search) continue
    const { isName, also, text } = searchKinds[field.kind]
    const value = row[name]
    for (const one of [text && value !== null && value !== undefined ? text(field, value) : value].flat()) add(one, field.personal ?? false, isName ?? false)
    if (also && typeof value === 'string') add(also(value), field.personal ?? false, false)
  }
  return [...tokens.values()]
}

/** Writes what finds this record, leaving alone what is there already. Sent with the next statement. */
export function writeTokens(scope: Scope, entity: AnyEntity, before: Row | null, after: Row): void {
  const key = ({ token, isPersonal }: Token) => `${token} ${isPersonal}`
  const old = new Map((before ? tokensOf(entity, before) : []).map((token) => [key(token), token]))
  const fresh = new Map(tokensOf(entity, after).map((token) => [key(token), token]))
  const gone = [...old.values()].filter((token) => !fresh.has(key(token)))
  const added = [...fresh.values()].filter((token) => !old.has(key(token)))
  if (gone.length) {
    sendWithNext(
      scope.db,
      sql`delete from search_token where tenant_id = ${scope.tenant.id} and record_id = ${after.id} and entity = ${entity.name}
      and (token, is_personal) in (select * from unnest(${gone.map(({ token }) => token)}::text[], ${gone.map(({ isPersonal }) => isPersonal)}::boolean[]))`,
    )
  }
  // Two lists and not a row of parameters each: one statement however many there are. A new record has none of them yet; a row
  // written by another version of the code may have.
  if (added.length) {
    sendWithNext(
      scope.db,
      sql`insert into search_token (tenant_id, entity, token, record_id, is_personal)
      select ${scope.tenant.id}, ${entity.name}, t.token, ${after.id}::uuid, t.is_personal
      from unnest(${added.map(({ token }) => token)}::text[], ${added.map(({ isPersonal }) => isPersonal)}::boolean[]) as t (token, is_personal)
      ${before ? sql`on conflict do nothing` : sql``}`,
    )
  }
}
/** Writes what finds these new records, all in one statement. */
export function writeTokensOfNew(scope: Scope, entity: AnyEntity, rows: readonly Row[]): void {
  const all = rows.flatMap((row) => tokensOf(entity, row).map((token) => ({ ...token, id: row.id })))
  sendWithNext(
    scope.db,
    sql`insert into search_token (tenant_id, entity, token, record_id, is_personal)
      select ${scope.tenant.id}, ${entity.name}, t.token, t.record_id, t.is_personal
      from unnest(${all.map(({ token }) => token)}::text[], ${all.map(({ id }) => id)}::uuid[], ${all.map(({ isPersonal }) => isPersonal)}::boolean[])
        as t (token, record_id, is_personal)`,
  )
}
export async function dropTokens(scope: Scope, entity: AnyEntity, id: string): Promise<void> {
  await scope.db.deleteFrom('search_token').where('tenant_id', '=', scope.tenant.id).where('record_id', '=', id).where('entity', '=', entity.name).execute()
}

/** Records in which each word of `q` begins a word of theirs, or sounds like one. Words without a letter or digit find nothing. */
export function matches(scope: Scope, entity: AnyEntity, q: string, { withPersonal }: { withPersonal: boolean }): Condition {
  const requested = words(q).slice(0, 8)
  if (requested.length === 0) return sql`false`
  const open = withPersonal ? sql`` : sql`and not t.is_personal`
  const has = (word: string): Condition => {
    const sound = soundOf(word)
    const like = sql<boolean>`(t.token >= ${word} and t.token < ${`${word}\uffff`})`
    return sql`r.id = any (array(select t.record_id from search_token as t where t.tenant_id = ${scope.tenant.id} and t.entity = ${entity.name}
      and ${sound ? sql`(${like} or t.token = ${sound})` : like} ${open}))`
  }
  const each: Condition = sql`(${sql.join(requested.map(has), sql` and `)})`
  // Numbers are written in groups: +91 98260 12345.
  const number = requested.length > 1 && requested.every((word) => /^\d+$/.test(word)) ? words(q).join('') : null
  return number ? sql`(${each} or ${has(number.slice(0, 40))})` : each
}
