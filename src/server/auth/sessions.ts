// The sessions of a tenant, one row each: who, since when, and the identity provider's tokens, sealed.
// A session lives exactly as long as its row, so ending one is felt by the very next call.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/scope.ts'
import type { ProviderTokens } from './config.ts'
import { cookieLifetimeS } from './cookies.ts'
import { type Secrets, seal, unseal } from './tokens.ts'

export type Session = {
  sid: string
  /** Null: signed in with the identity provider, unknown to the programme. */
  userId: string | null
  provider: string
  subject: string
  tokens: ProviderTokens
  refreshHash: string
}

/** Two processes never renew one session at once: the first takes a lease of this many seconds. */
const leaseS = 20
/** A session seen within this time is not written again, or every poll would be a write. */
const seenEveryS = 3600

export type NewSession = Omit<Session, 'sid' | 'refreshHash'>

/** Opens a session; the refresh token is told once and kept as a hash only. */
export async function openSession(db: Db, secrets: Secrets, tenantId: number, session: NewSession, now: Date): Promise<{ sid: string; refreshToken: string }> {
  const sid = randomUUID()
  const refreshToken = randomBytes(32).toString('base64url')
  const { userId, provider, subject, tokens } = session
  await db
    .insertInto('session_token')
    .values({
      tenant_id: tenantId,
      sid,
      user_id: userId,
      provider,
      subject,
      refresh_hash: hash(refreshToken),
      sealed_tokens: seal(secrets, tenantId, tokens),
      expires_at: tokens.expiresAt,
      created_at: now,
      seen_at: now,
    })
    .execute()
  const abandoned = new Date(now.getTime() - cookieLifetimeS * 1000)
  await db.deleteFrom('session_token').where('tenant_id', '=', tenantId).where('seen_at', '<', abandoned).execute()
  return { sid, refreshToken }
}

export async function findSession(db: Db, secrets: Secrets, tenantId: number, sid: string): Promise<Session | null> {
  const row = await db
    .selectFrom('session_token')
    .select(['user_id', 'provider', 'subject', 'sealed_tokens', 'expires_at', 'refresh_hash'])
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .executeTakeFirst()
  if (!row) return null
  const tokens = unseal<{ accessToken: string | null; refreshToken: string | null }>(secrets, tenantId, row.sealed_tokens)
  const expiresAt = row.expires_at === null ? null : new Date(row.expires_at)
  return {
    sid,
    userId: row.user_id,
    provider: row.provider,
    subject: row.subject,
    refreshHash: row.refresh_hash,
    tokens: { accessToken: tokens?.accessToken ?? null, refreshToken: tokens?.refreshToken ?? null, expiresAt },
  }
}

/** Whether the session still stands and is this person's. */
export async function isOpen(db: Db, tenantId: number, sid: string, userId: string | null): Promise<boolean> {
  const row = await db.selectFrom('session_token').select('user_id').where('tenant_id', '=', tenantId).where('sid', '=', sid).executeTakeFirst()
  return row !== undefined && row.user_id === userId
}

/** Notes that the session is in use; written at most once an hour. */
export async function touchSession(db: Db, tenantId: number, sid: string, now: Date): Promise<void> {
  await db
    .updateTable('session_token')
    .set({ seen_at: now })
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .where('seen_at', '<', new Date(now.getTime() - seenEveryS * 1000))
    .execute()
}

/**
 * Takes the right to renew this session, if nobody holds it. One conditional update: the row's lock decides between
 * processes. Whoever does not get it goes on with the tokens there are, which the margin keeps good meanwhile.
 */
export async function takeLease(db: Db, tenantId: number, sid: string, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('session_token')
    .set({ renewing_until: new Date(now.getTime() + leaseS * 1000) })
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .where(sql<boolean>`(renewing_until is null or renewing_until < ${now})`)
    .returning('sid')
    .execute()
  return taken.length === 1
}

/** Keeps renewed tokens and gives the lease back; `tokens` null = only the lease, to try again later. */
export async function storeTokens(db: Db, secrets: Secrets, tenantId: number, sid: string, tokens: ProviderTokens | null): Promise<void> {
  const renewed = tokens ? { sealed_tokens: seal(secrets, tenantId, tokens), expires_at: tokens.expiresAt } : {}
  await db
    .updateTable('session_token')
    .set({ ...renewed, renewing_until: null })
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .execute()
}

export async function endSession(db: Db, tenantId: number, sid: string): Promise<void> {
  await db.deleteFrom('session_token').where('tenant_id', '=', tenantId).where('sid', '=', sid).execute()
}

/** Whether the refresh token in the browser is the one made for this session. */
export function holdsRefreshToken(session: Session, refreshToken: string | undefined): boolean {
  return refreshToken !== undefined && timingSafeEqual(Buffer.from(hash(refreshToken)), Buffer.from(session.refreshHash))
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex')
