// Claims of lots that stay lower than what they are made of (BR-11), in a scope of the past: of what is known now their rows say it, of an
// earlier day it is worked out from what was known when.
import { sql } from 'kysely'
import { claimRank } from '#domain/chain/claim.ts'
import { sourcesClaim } from '#domain/chain/lot-projection.ts'
import { type KnownClaim, type KnownLink, loweredClaims, type Span } from '#domain/chain/lowered-claims.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Past, Scope } from '../scope.ts'
import type { LotLink } from './lot-readings.ts'
import type { Lot } from './lots.ts'

type PastScope = Scope & { past: Past }
export type LoweredLot = Pick<Lot, 'id' | 'claimStatus'> & { isDowngraded: boolean; isCollected: boolean; entered: Claim | null }

/** `links`: what each was made of by all that is known now, with the claims of the present. */
export function loweredNow(lots: readonly LoweredLot[], links: ReadonlyMap<string, readonly LotLink[]>): Map<string, Claim> {
  return new Map(
    lots.flatMap(({ id, claimStatus, isDowngraded }) => {
      const sources = links.get(id) ?? []
      const isLowered = !isDowngraded && claimStatus !== null && sources.length > 0 && claimRank[claimStatus] < claimRank[sourcesClaim(sources)]
      return isLowered ? [[id, claimStatus] as const] : []
    }),
  )
}

/** What was known of lots, voided or not, to work out what they were lowered at. */
export type LoweredReading = { links: (KnownLink & { kind: string })[]; downgrades: ReadonlyMap<string, Span[]> }
export async function readLowered({ db, tenant, past }: PastScope, ids: readonly string[]): Promise<LoweredReading> {
  const [links = [], downgrades = []] = await queryAll(
    db,
    sql<Known & Omit<KnownLink, keyof Span> & { kind: string }>`
      select l.input_id as input, l.output_id as output, l.input_kind as kind, l.claim as "linkClaim", l.recorded_at as "recordedAt", l.voided_at as "voidedAt"
      from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = any(${[...ids]}::uuid[]) and l.recorded_at <= ${past.knownBy}::timestamptz
      union all select l.input_id, l.output_id, l.input_kind, l.claim, l.recorded_at, l.voided_at from lot_link as l where l.tenant_id = ${tenant.id}
        and l.input_id = any(${[...ids]}::uuid[]) and l.output_id <> all(${[...ids]}::uuid[]) and l.recorded_at <= ${past.knownBy}::timestamptz`,
    sql<Known & { lotId: string }>`select e.subject_id as "lotId", e.recorded_at as "recordedAt", e.voided_at as "voidedAt" from event as e
      where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = any(${[...ids]}::uuid[]) and e.event_type = 'RELEASE'
        and e.data->'downgrade' = 'true'::jsonb and e.recorded_at <= ${past.knownBy}::timestamptz`,
  )
  const released = Map.groupBy(downgrades, ({ lotId }) => lotId)
  return {
    links: links.map((link) => ({ ...link, ...spanOf(link) })),
    downgrades: new Map([...released].map(([id, own]) => [id, own.map(spanOf)])),
  }
}

/** `lots`: with all that they were ever made of. */
export const loweredThen = (
  { past }: PastScope,
  lots: readonly LoweredLot[],
  { links, downgrades }: LoweredReading,
  crops: ReadonlyMap<string, { claims: readonly KnownClaim[] }>,
): Map<string, Claim> =>
  loweredClaims(
    Date.parse(past.knownBy),
    lots.map((lot) => ({ ...lot, downgrades: downgrades.get(lot.id) ?? [] })),
    links,
    new Map([...crops].map(([id, { claims }]) => [id, claims])),
  )

type Known = { recordedAt: string; voidedAt: string | null }
const spanOf = ({ recordedAt, voidedAt }: Known): Span => ({ from: Date.parse(recordedAt), until: voidedAt === null ? null : Date.parse(voidedAt) })
