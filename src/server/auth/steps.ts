// What happens when a session is opened, shown again, and ended: the database's side of sign-in. The
// library calls these at its turning points; what must go into cookies is left in `outcome` for wire.ts.
import { deviceDaysOf } from '#domain/tenancy/known-devices.ts'
import type { Database } from '#server/db/database.ts'
import type { Behaviours, Db } from '#server/scope.ts'
import { endOwnApiKeys } from '#server/store/api-keys.ts'
import { attempt } from '#server/store/attempt.ts'
import { notify, notifyingJob } from '#server/store/notify.ts'
import { readSessionCookie } from './access.ts'
import type { AuthSettings, SessionClaims, SessionSteps } from './config.ts'
import { cookieValues, type PersonCookies } from './cookies.ts'
import { type Device, deviceOf, wordsOf } from './devices.ts'
import type { AuthErrorReport } from './errors.ts'
import { firebaseId, renewIdToken } from './firebase.ts'
import { identify, scopeOfSignIn } from './identify.ts'
import { noteSignIn, noteUse, type Owner } from './known-devices.ts'
import type { OidcSettings, RenewalResult } from './provider.ts'
import { isRenewalDue, outageToleranceH, renewTokens, revokeTokens, sessionWithoutRefreshH } from './renewal.ts'
import {
  bestShown,
  confirmRefreshToken,
  endSession,
  endSessionsLike,
  findSession,
  openSession,
  rotateRefreshToken,
  type Session,
  storeTokens,
  takeLease,
  touchSession,
  wasLost,
} from './sessions.ts'
import type { Site } from './tenant.ts'
import { mintAccessToken } from './tokens.ts'

export type AuthLog = (level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>) => void

export type SignInDeps = {
  database: Database
  settings: AuthSettings
  behaviours: Behaviours
  clock(): Date
  log: AuthLog
}

/** Null: the session may not go on. `refreshToken`: a new one for the browser; null = the one it has stays. */
type Renewed = { refreshToken: string | null } | null
/** One renewal at a time for each session in this process; between processes the lease decides (sessions.ts). */
export type Renewals = Map<string, Promise<Renewed>>

export type StepsCall = {
  site: Site
  request: Request
  requestId: string
  /** Signing out is for every device of the person. */
  isEverywhere: boolean
  /** Of every device, and the person's API keys end with it. */
  endsKeys: boolean
}

export type Outcome = {
  cookies: PersonCookies | null
  /** The session is over: take the cookies away. */
  isOver: boolean
  /** Our own failure inside the library, which would otherwise look like a bad session and sign the person out. */
  fault: unknown
  /** What the library complained about last. */
  report: AuthErrorReport | null
}

export function sessionSteps(
  deps: SignInDeps,
  renewals: Renewals,
  { site: { tenant }, request, requestId, isEverywhere, endsKeys }: StepsCall,
): { steps: SessionSteps; outcome: Outcome } {
  const { database, settings } = deps
  const outcome: Outcome = { cookies: null, isOver: false, fault: null, report: null }
  const providerOf = (session: Session): OidcSettings | undefined => settings.providers.find(({ id }) => id === session.provider)
  const find = (sid: string) => database.transaction(tenant.id, (db) => findSession(db, settings.secrets, tenant.id, sid))

  const steps: SessionSteps = {
    async open(profile, given) {
      const now = deps.clock()
      // Who signs in over an older session of the same browser leaves that one.
      const former = await readSessionCookie(settings, tenant.id, request.headers.get('cookie'))
      const tokens = { ...given, expiresAt: endOf(given, now) }
      const device = deviceOf(request.headers.get('user-agent'))
      const { sid, refreshToken, userId } = await database.transaction(tenant.id, async (db) => {
        const { userId, isIn } = await identify(db, { tenant, behaviours: deps.behaviours, now, requestId }, profile)
        if (former) await endSession(db, tenant.id, former.sid)
        const of = { userId, provider: profile.provider.id, subject: profile.subject, tokens, device: wordsOf(device) }
        const opened = await openSession(db, settings.secrets, tenant.id, of, now)
        if (userId && isIn) await announceIfNew(db, ownerOf(userId), device, now)
        return { userId, ...opened }
      })
      const access = await mintAccessToken(settings.secrets, tenant.id, { uid: profile.subject, sid, userId }, now)
      outcome.cookies = { userToken: access.token, refreshToken, uid: profile.subject }
      deps.log('info', 'signed in', { tenant: tenant.subdomain, provider: profile.provider.id, user: userId })
      return { tenant: tenant.id, uid: profile.subject, sid }
    },

    async resume(claims) {
      try {
        return await resume(claims)
      } catch (error) {
        outcome.fault = error
        throw error
      }
    },

    async end(claims) {
      outcome.isOver = true
      const session = await find(claims.sid)
      const ended = await database.transaction(tenant.id, async (db) => {
        if (session && isEverywhere) {
          const now = deps.clock()
          const { userId } = session
          if (endsKeys && userId !== null)
            await endOwnApiKeys(scopeOfSignIn({ id: userId, name: '', email: null }, db, { tenant, behaviours: deps.behaviours, now, requestId }))
          return endSessionsLike(db, settings.secrets, tenant.id, session, now)
        }
        await endSession(db, tenant.id, claims.sid)
        return session ? [session] : []
      })
      await Promise.all(ended.map(revoke))
      deps.log('info', 'signed out', { tenant: tenant.subdomain, user: session?.userId ?? null, sessions: ended.length })
    },

    refused(provider, reason) {
      deps.log('warn', 'sign-in: not believed', { tenant: tenant.subdomain, provider, reason })
    },

    log(report) {
      outcome.report = report
      deps.log(report.isFault ? 'error' : 'warn', `sign-in: ${report.name}`, {
        tenant: tenant.subdomain,
        code: report.code,
        reason: report.message,
        cause: report.cause,
      })
    },
  }

  const ownerOf = (userId: string): Owner => ({ secrets: settings.secrets, tenantId: tenant.id, userId })

  /** A device that is new to somebody is said in the transaction of the sign-in; when it cannot be, they are signed in all the same. */
  async function announceIfNew(db: Db, owner: Owner, device: Device, now: Date): Promise<void> {
    try {
      await attempt(db, async () => {
        const { isNew, digest } = await noteSignIn(db, owner, device, deviceDaysOf(tenant.config), now)
        const figures = { browser: device.browser ?? 'UNKNOWN', system: device.system ?? 'UNKNOWN', at: now.toISOString() }
        const subject = { type: 'user', id: owner.userId, operatorId: null }
        if (isNew) notify(notifyingJob(db, tenant, { now }), 'LOGIN_NEW_DEVICE', subject, { key: `LOGIN_NEW_DEVICE ${digest}`, figures })
      })
    } catch (error) {
      deps.log('error', 'a device could not be noted', { tenant: tenant.subdomain, user: owner.userId, error })
    }
  }

  async function resume({ sid, uid }: SessionClaims) {
    const now = deps.clock()
    const session = await find(sid)
    if (!session || session.subject !== uid) {
      outcome.isOver = true
      return null
    }
    const { shown, state } = bestShown(session, cookieValues(request.headers.get('cookie'), 'refreshToken'), now)
    const isDue = isRenewalDue(session, now)
    if (state === 'reused' || (state === 'foreign' && isDue)) {
      // Of the two who have this session we cannot know who stole it: neither keeps it, nor any token given out for it.
      await database.transaction(tenant.id, (db) => endSession(db, tenant.id, sid))
      await revoke(session)
      const what = state === 'reused' ? 'refresh token used twice' : 'refresh token of no renewal'
      deps.log('warn', what, { tenant: tenant.subdomain, user: session.userId, ended: true })
      outcome.isOver = true
      return { accessToken: null, error: 'RefreshTokenError' }
    }
    let refreshToken = state === 'present' ? (shown ?? null) : null
    if (isDue) {
      const renewed = shown === undefined ? null : await renewOnce(session, shown, now)
      if (!renewed) {
        outcome.isOver = true
        return { accessToken: null, error: 'RefreshTokenError' }
      }
      refreshToken = renewed.refreshToken
    } else if (state === 'former' && shown !== undefined && wasLost(session, now)) {
      refreshToken = await database.transaction(tenant.id, (db) => rotateRefreshToken(db, tenant.id, session, shown, now))
    } else if (state === 'present' && session.refresh.former !== null && !session.refresh.isConfirmed) {
      await database.transaction(tenant.id, (db) => confirmRefreshToken(db, tenant.id, session, now))
    }
    await database.transaction(tenant.id, async (db) => {
      const isNoted = await touchSession(db, tenant.id, sid, now)
      const device = deviceOf(request.headers.get('user-agent'))
      if (isNoted && session.userId) await noteUse(db, ownerOf(session.userId), device, deviceDaysOf(tenant.config), now)
    })
    const access = await mintAccessToken(settings.secrets, tenant.id, { uid, sid, userId: session.userId }, now)
    outcome.cookies = { userToken: access.token, refreshToken, uid }
    return { accessToken: access.token }
  }

  async function revoke(session: Session): Promise<void> {
    const provider = providerOf(session)
    if (provider) await revokeTokens(provider, session.tokens)
  }

  /** Whether the session may go on. Calls that come while one is under way share its answer. */
  function renewOnce(session: Session, shown: string, now: Date): Promise<Renewed> {
    const name = `${tenant.id}:${session.sid}`
    const running = renewals.get(name)
    if (running !== undefined) return running
    const started = renew(session, shown, now).finally(() => renewals.delete(name))
    renewals.set(name, started)
    return started
  }

  async function renew(found: Session, shown: string, now: Date): Promise<Renewed> {
    const unchanged = { refreshToken: null }
    const inTenant = <T>(work: Parameters<typeof database.transaction<T>>[1]) => database.transaction(tenant.id, work)
    if (!(await inTenant((db) => takeLease(db, tenant.id, found.sid, now)))) return unchanged
    // Read again under the lease: somebody may have renewed between our reading and our turn.
    const session = await find(found.sid)
    if (!session) return null
    const { expiresAt } = session.tokens
    if (!isRenewalDue(session, now)) {
      await inTenant((db) => storeTokens(db, settings.secrets, tenant.id, session.sid, null))
      return unchanged
    }
    const result = await askProvider(session, now)
    if (result.outcome === 'renewed') {
      return inTenant(async (db) => {
        await storeTokens(db, settings.secrets, tenant.id, session.sid, { ...result.tokens, expiresAt: endOf(result.tokens, now) })
        return { refreshToken: await rotateRefreshToken(db, tenant.id, session, shown, now) }
      })
    }
    const isTolerable = result.outcome === 'unreachable' && expiresAt !== null && now.getTime() < expiresAt.getTime() + outageToleranceH * 3_600_000
    if (isTolerable) await inTenant((db) => storeTokens(db, settings.secrets, tenant.id, session.sid, null))
    else await inTenant((db) => endSession(db, tenant.id, session.sid))
    deps.log('warn', 'session not renewed', { tenant: tenant.subdomain, user: session.userId, reason: result.reason, ended: !isTolerable })
    return isTolerable ? unchanged : null
  }

  async function askProvider(session: Session, now: Date): Promise<RenewalResult> {
    const { refreshToken } = session.tokens
    const provider = providerOf(session)
    if (refreshToken && provider) return renewTokens(provider, refreshToken, now)
    if (refreshToken && session.provider === firebaseId && settings.firebase) return renewIdToken(settings.firebase, refreshToken, session.subject, now)
    return { outcome: 'refused', reason: 'nothing to renew with' }
  }

  return { steps, outcome }
}

/** When the provider must be asked again. Without a refresh token it cannot be: the session ends after a long working day. */
function endOf({ refreshToken, expiresAt }: { refreshToken: string | null; expiresAt: Date | null }, now: Date): Date {
  if (!refreshToken) return new Date(now.getTime() + sessionWithoutRefreshH * 3_600_000)
  return expiresAt ?? new Date(now.getTime() + 3_600_000)
}
