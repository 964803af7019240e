// Which valid scope certificate covers a holder on a day: the only place where rules, public pages and dispatches learn it.
// What operators and processors have noted of their certificates on their own records is not asked.
import { type RawBuilder, sql } from 'kysely'
import { organicSchemes } from '#domain/certification/schemes.ts'
import { type ValidityEvent, validityOn } from '#domain/certification/scope-validity.ts'
import type { SchemeKey } from '#domain/kernel/scheme-keys.ts'
import type { Scope } from '../scope.ts'

export type Holder = { kind: 'collective' | 'processor'; id: string }
/** `logo`: SHA-256 of that of the scheme. */
export type ScopeCover = { id: string; scNo: string; scheme: SchemeKey; logo: string | null; body: string; validFrom: string; validTo: string }

/** The certificate that covers `holder` on `day` for one of `schemes`; the one that lasts longest of several. Null: none does. */
export async function scopeCover(
  within: Pick<Scope, 'db' | 'tenant'>,
  holder: Holder,
  day: string,
  schemes?: readonly SchemeKey[],
): Promise<ScopeCover | null> {
  return coverAmong((await coversOf(within, holder, day, schemes).execute(within.db)).rows, day)
}

type CoverRow = ScopeCover & { status: string; events: ValidityEvent[] }
/** The statement of `scopeCover`, to be sent together with others; `coverAmong` reads its rows. Without a day: of all days. */
export const coversOf = (
  { tenant }: Pick<Scope, 'tenant'>,
  holder: Holder,
  day: string | null,
  schemes: readonly SchemeKey[] = organicSchemes[holder.kind],
): RawBuilder<CoverRow> => sql<CoverRow>`
    select s.id, s.sc_no as "scNo", m.abbreviation as scheme, (select f.sha256 from file as f where f.tenant_id = ${tenant.id} and f.id = m.logo[1] and f.media_type like 'image/%') as logo,
      coalesce(b.short_name, b.name) as body, s.valid_from as "validFrom", s.valid_to as "validTo", s.status,
      coalesce((select jsonb_agg(jsonb_build_object('eventType', e.event_type, 'day', to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD'))
          order by e.occurred_at, e.subject_version)
        from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'scopecertificate' and e.subject_id = s.id and e.status = 'RECORDED'
          and e.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN')), '[]'::jsonb) as events
    from scopecertificate as s
    join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id
    join certificationbody as b on b.tenant_id = ${tenant.id} and b.id = s.certification_body_id
    where s.tenant_id = ${tenant.id} and s.deleted_at is null and ${sql.ref(`s.${holder.kind}_id`)} = ${holder.id}::uuid
      and s.status <> 'PROPOSED' and (${day}::date is null or (s.valid_from <= ${day}::date and s.valid_to >= ${day}::date)) and m.abbreviation = any(${[...schemes]}::text[])
    order by s.valid_to desc, s.id`

export function coverAmong(rows: readonly CoverRow[], day: string): ScopeCover | null {
  const found = rows.find((row) => validityOn(row, row.events, day) === 'VALID')
  if (!found) return null
  const { id, scNo, scheme, logo, body, validFrom, validTo } = found
  return { id, scNo, scheme, logo, body, validFrom, validTo }
}

/** Whoever has a lot in hand: the processor it is with, or else the operator whose it is. */
export const holderOf = (lot: { operatorId: string; processorId: string | null }): Holder =>
  lot.processorId ? { kind: 'processor', id: lot.processorId } : { kind: 'collective', id: lot.operatorId }

/** A buyer that only sells to consumers under its brand needs no scope certificate (BR-12 T04, assumption). */
export const isFinalBuyer = (types: unknown): boolean => Array.isArray(types) && types.length > 0 && types.every((type) => type === 'BRAND')
