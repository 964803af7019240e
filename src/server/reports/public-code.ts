// What a code leads to that somebody typed or scanned on the public page: the page of a lot or crop, or what may be shown of a
// scope certificate with exactly this number. Transaction certificates are between seller and buyer and never public.
import { sql } from 'kysely'
import { stateOn } from '#domain/certification/scope-validity.ts'
import { readCode } from '#domain/chain/public-code.ts'
import type { CertificateValidity, PublicCertificate, PublicCode } from '#domain/chain/public-code-answer.ts'
import { dayIn } from '#domain/kernel/day.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import type { Within } from './lot-graph.ts'
import { publicPageOf } from './public-lot.ts'

/** Null for what leads nowhere: nobody can distinguish a code that was withdrawn from one that nobody made. */
export async function publicCodeOf(within: Within, typed: string): Promise<PublicCode | null> {
  const read = readCode(typed)
  if (!read) return null
  if ('number' in read) {
    const certificates = await certificatesOf(within, read.number)
    return certificates.length > 0 ? { pages: [], certificates } : null
  }
  const kinds = read.kind ? [read.kind] : (['batch', 'crop'] as const)
  for (const kind of kinds)
    if (await publicPageOf(within, kind, read.token)) return { pages: [{ kind, address: `/public/${kind}/${read.token}` }], certificates: [] }
  return null
}

/**
 * Where the GS1 Digital Link of a lot (`/01/{gtin}/10/{lot}`, domain dictionary 4.4) leads: its public page. Null for a number that nobody has, that lots of several
 * operators with a page share, or whose page was withdrawn. By the index of lot numbers, which is over this expression. Shorter GTINs count as written with leading zeros.
 */
export async function batchTokenOf(within: Within, gtin: string, lotNo: string): Promise<string | null> {
  const { db, tenant } = within
  if (!/^\d{8,14}$/.test(gtin) || !lotNo) return null
  const plain = gtin.replace(/^0+/, '')
  const written = [8, 12, 13, 14].flatMap((digits) => (plain.length <= digits ? [plain.padStart(digits, '0')] : []))
  const { rows } = await sql<{ token: string }>`
    select b.qr_token as token from product as p join productbatch as b on b.tenant_id = ${tenant.id} and b.product_id = p.id and b.deleted_at is null
      and (case when b.batch_no is null then '' else b.batch_no end) = ${lotNo} and b.status <> 'VOIDED' and b.qr_revoked_at is null
    where p.tenant_id = ${tenant.id} and p.gtin = any(${written}::text[]) and p.deleted_at is null limit 2`.execute(db)
  const [found, other] = rows
  if (!found || other) return null
  return (await publicPageOf(within, 'batch', found.token)) ? found.token : null
}

type Found = Omit<PublicCertificate, 'validity'> & { status: string }

/** Only in states that are public: what is still being prepared is nobody's business. */
async function certificatesOf({ db, tenant, now }: Within, number: string): Promise<PublicCertificate[]> {
  const { rows } = await sql<Found>`
    select s.sc_no as number, sc.title as scheme, b.title as body, coalesce(c.title, p.title, '') as holder,
      to_char(s.valid_from, 'YYYY-MM-DD') as "validFrom", to_char(s.valid_to, 'YYYY-MM-DD') as "validTo", s.status
    from scopecertificate as s
    join scheme as sc on sc.tenant_id = ${tenant.id} and sc.id = s.scheme_id
    join certificationbody as b on b.tenant_id = ${tenant.id} and b.id = s.certification_body_id
    left join collective as c on c.tenant_id = ${tenant.id} and c.id = s.collective_id
    left join processor as p on p.tenant_id = ${tenant.id} and p.id = s.processor_id
    where s.tenant_id = ${tenant.id} and s.sc_no = any(${[number, numberOf(number)]}::text[]) and s.deleted_at is null
      and s.status in ('VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN')
    order by s.valid_to desc, s.id limit 10`.execute(db)
  const today = dayIn(tenant.timezone, now)
  return rows.map(({ status, ...certificate }) => ({ ...certificate, validity: publicNames[stateOn({ status, ...certificate }, today)] ?? 'expired' }))
}

/** As the list of the programme has it, in the words of the public page. */
const publicNames: Readonly<Record<string, CertificateValidity>> = {
  VALID: 'valid',
  EXPIRING: 'expiring',
  NOT_YET: 'not yet',
  EXPIRED: 'expired',
  SUSPENDED: 'suspended',
  WITHDRAWN: 'withdrawn',
}
