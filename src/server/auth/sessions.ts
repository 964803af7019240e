// The sessions of a tenant, one row each: who, since when, and the identity provider's tokens, sealed.
// A session lives exactly as long as its row, so ending one is felt by the very next call.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/scope.ts'
import { forgetDevices } from '#server/store/forget-devices.ts'
import { cookieLifetimeS } from './cookies.ts'
import type { ProviderTokens } from './provider.ts'
import { type Secrets, seal, unseal } from './tokens.ts'

export type Session = {
  sid: string
  /** Null: signed in with the identity provider, unknown to the programme. */
  userId: string | null
  provider: string
  subject: string
  tokens: ProviderTokens
  refresh: RefreshState
}

/** The browser's refresh token, as hashes. It is changed at each renewal; the former one is remembered to know a thief by. */
type RefreshState = {
  present: string
  former: string | null
  rotatedAt: Date | null
  /** The browser has shown the present token, so nobody honest has only the former one any more. */
  isConfirmed: boolean
}

/** Two processes never renew one session at once: the first takes a lease of this many seconds. */
const leaseS = 20
/** A session seen within this time is not written again, or every poll would be a write. */
const seenEveryS = 3600

/** Calls under way when the token changes still carry the former one, and slow ones arrive late. */
export const formerTokenGraceS = 60

export type NewSession = Omit<Session, 'sid' | 'refresh'> & { /** As the person knows it; null when the browser does not say. */ device: string | null }

/** Opens a session; the refresh token is returned once and stored as a hash only. */
export async function openSession(db: Db, secrets: Secrets, tenantId: number, session: NewSession, now: Date): Promise<{ sid: string; refreshToken: string }> {
  const sid = randomUUID()
  const refreshToken = newRefreshToken()
  const { userId, provider, subject, tokens, device } = session
  await db
    .insertInto('session_token')
    .values({
      tenant_id: tenantId,
      sid,
      user_id: userId,
      provider,
      subject,
      device,
      refresh_hash: hash(refreshToken),
      sealed_tokens: seal(secrets, tenantId, tokens),
      expires_at: tokens.expiresAt,
      created_at: now,
      seen_at: now,
    })
    .execute()
  const abandoned = new Date(now.getTime() - cookieLifetimeS * 1000).toISOString()
  await db.deleteFrom('session_token').where('tenant_id', '=', tenantId).where('seen_at', '<', abandoned).execute()
  return { sid, refreshToken }
}

const sealedTokens = z.object({ accessToken: z.string().nullable(), refreshToken: z.string().nullable() })

export async function findSession(db: Db, secrets: Secrets, tenantId: number, sid: string): Promise<Session | null> {
  const row = await db
    .selectFrom('session_token')
    .select(['user_id', 'provider', 'subject', 'sealed_tokens', 'expires_at', 'refresh_hash', 'former_hash', 'rotated_at', 'confirmed_at'])
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .executeTakeFirst()
  if (!row) return null
  const { data: tokens } = sealedTokens.safeParse(unseal(secrets, tenantId, row.sealed_tokens))
  const expiresAt = row.expires_at === null ? null : new Date(row.expires_at)
  return {
    sid,
    userId: row.user_id,
    provider: row.provider,
    subject: row.subject,
    refresh: {
      present: row.refresh_hash,
      former: row.former_hash,
      rotatedAt: row.rotated_at === null ? null : new Date(row.rotated_at),
      isConfirmed: row.confirmed_at !== null,
    },
    tokens: { accessToken: tokens?.accessToken ?? null, refreshToken: tokens?.refreshToken ?? null, expiresAt },
  }
}

/** Notes that the session is in use; written at most once an hour. Answers whether it was. */
export async function touchSession(db: Db, tenantId: number, sid: string, now: Date): Promise<boolean> {
  const touched = await db
    .updateTable('session_token')
    .set({ seen_at: now })
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .where('seen_at', '<', new Date(now.getTime() - seenEveryS * 1000).toISOString())
    .returning('sid')
    .execute()
  return touched.length > 0
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

/**
 * Ends every session of the person behind this one, this one too, and answers them for their tokens to be revoked. Somebody
 * whom the programme does not know is known by the provider's subject alone.
 */
export async function endSessionsLike(db: Db, secrets: Secrets, tenantId: number, { userId, provider, subject }: Session, now: Date): Promise<Session[]> {
  const rows = await db
    .selectFrom('session_token')
    .select('sid')
    .where('tenant_id', '=', tenantId)
    .where((is) =>
      userId === null ? is.and([is('user_id', 'is', null), is('provider', '=', provider), is('subject', '=', subject)]) : is('user_id', '=', userId),
    )
    .execute()
  const ended: Session[] = []
  for (const { sid } of rows) {
    const session = await findSession(db, secrets, tenantId, sid)
    if (session) ended.push(session)
    await endSession(db, tenantId, sid)
  }
  if (userId === null) return ended
  await forgetDevices(db, tenantId, userId, now)
  // A telephone that was lost shows nothing any more.
  await db.deleteFrom('push_subscription').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute()
  return ended
}

/**
 * What a refresh token shown by a browser is to its session:
 * - `present`: the one it was given last;
 * - `former`: the one before, from a call that was under way when it changed, or because the answer with the new one was lost;
 * - `reused`: the one before, though the browser has the new one: two hold this session, and one of them stole it;
 * - `foreign`: none, or one that was never this session's or is older still.
 */
export type TokenState = 'present' | 'former' | 'reused' | 'foreign'

function stateOf({ refresh: { present, former, rotatedAt, isConfirmed } }: Session, refreshToken: string | undefined, now: Date): TokenState {
  if (!refreshToken) return 'foreign'
  const shown = hash(refreshToken)
  if (isSame(shown, present)) return 'present'
  if (former === null || rotatedAt === null || !isSame(shown, former)) return 'foreign'
  return isConfirmed && now.getTime() > rotatedAt.getTime() + formerTokenGraceS * 1000 ? 'reused' : 'former'
}

/** Of several refresh tokens shown at once the one that stands best: what somebody planted beside the real one counts for nothing. */
export function bestShown(session: Session, refreshTokens: readonly string[], now: Date): { shown: string | undefined; state: TokenState } {
  const [best] = refreshTokens
    .map((shown) => ({ shown, state: stateOf(session, shown, now) }))
    .sort((one, other) => tokenStates.indexOf(one.state) - tokenStates.indexOf(other.state))
  return best ?? { shown: undefined, state: 'foreign' }
}
const tokenStates: readonly TokenState[] = ['present', 'former', 'reused', 'foreign']

/** Whether a token that is only the former one should be replaced: its browser never got the answer with the present one. */
export const wasLost = ({ refresh: { rotatedAt } }: Session, now: Date): boolean =>
  rotatedAt !== null && now.getTime() > rotatedAt.getTime() + formerTokenGraceS * 1000

/**
 * Gives the session a new refresh token, returned once. `shown`: what the browser has now, which becomes the former one. Null
 * when another call has changed it meanwhile; that call's answer carries the new one.
 */
export async function rotateRefreshToken(db: Db, tenantId: number, { sid, refresh }: Session, shown: string, now: Date): Promise<string | null> {
  const refreshToken = newRefreshToken()
  const changed = await db
    .updateTable('session_token')
    .set({ refresh_hash: hash(refreshToken), former_hash: hash(shown), rotated_at: now, confirmed_at: null })
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .where('refresh_hash', '=', refresh.present)
    .returning('sid')
    .execute()
  return changed.length === 1 ? refreshToken : null
}

/** Notes that the browser has the present refresh token: from now on the former one is a sign of theft. */
export async function confirmRefreshToken(db: Db, tenantId: number, { sid, refresh }: Session, now: Date): Promise<void> {
  await db
    .updateTable('session_token')
    .set({ confirmed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('sid', '=', sid)
    .where('refresh_hash', '=', refresh.present)
    .execute()
}

const newRefreshToken = (): string => randomBytes(32).toString('base64url')
const hash = (token: string): string => createHash('sha256').update(token).digest('hex')
const isSame = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
