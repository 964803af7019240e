// From settings to everything long-lived: the open database, sign-in, the parts of the app. Both the
// product (main.ts) and development (dev.ts, which reloads the app over it) begin here.

import { join } from 'node:path'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { AppDeps } from './app.ts'
import { type FirebaseSettings, firebaseHosts, googleKeysUrl, googleTokenUrl } from './auth/firebase.ts'
import { createInvitationLinks } from './auth/invitation-link.ts'
import { createSealing } from './auth/sealing.ts'
import { createSignIn } from './auth/sign-in.ts'
import { behaviours } from './behaviours.ts'
import type { Ways } from './channels/deliver.ts'
import { createInboxStreams } from './channels/streams.ts'
import { fileTelephone } from './channels/telephone.ts'
import { webPushSender } from './channels/web-push.ts'
import { type Config, type FirebaseConfig, isDatabaseInTheClear } from './config.ts'
import { traceMessages } from './db/connection.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import { repairRights } from './db/rights.ts'
import type { IdentityToolkit } from './dev/identity-toolkit.ts'
import type { DevelopmentIdp } from './dev/idp.ts'
import { ImportEnds } from './exchange/import-ends.ts'
import { openStorage } from './files/open-storage.ts'
import { jsonLog, type Log } from './http/log.ts'
import { sparingLog } from './http/sparing-log.ts'
import { tenantsOf } from './http/tenants.ts'
import { clock } from './jobs/clock.ts'
import { deliverJob } from './jobs/deliver.ts'
import { exportJob } from './jobs/exports.ts'
import { importJob } from './jobs/imports.ts'
import { mailJob } from './jobs/mail.ts'
import { maintenance } from './jobs/maintenance.ts'
import { reportJob } from './jobs/report.ts'
import { type Runner, startJobs } from './jobs/runner.ts'
import { createMailSender, type MailSender } from './mail/sender.ts'
import { smtpTransport } from './mail/transport.ts'
import { productVersion } from './operations/installation.ts'
import { pushKeysOf } from './push-settings.ts'
import { fillKeys } from './store/keys.ts'
import { type Tracing, tracedJobs, tracedMessages } from './tracing/tracing.ts'

export type Started = {
  database: Database
  deps: AppDeps
  idp: DevelopmentIdp | null /** Migrations that ran now. */
  ran: string[] /** Long work stops at its next step. */
  stopWork(): void
  close(): Promise<void>
}

/** The day at which the demo programme stands: today where it works. */
export const demoDay = (now = new Date()): string => new Date(now.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Opens everything. `port` is where we shall listen: the development identity provider takes the next one unless another is set. */
export async function start(config: Config, port: number, log: Log = jsonLog, print: (text: string) => void = () => {}): Promise<Started> {
  // Without its database the process can only refuse; ending it lets whoever supervises it start it anew.
  const onLost = (error: Error) => {
    log('error', 'the embedded database has died', { error })
    process.exit(1)
  }
  // A supervisor that starts both at once need not start us again and again: callers are answered 503 meanwhile.
  const onAway =
    config.mode === 'production' ? (error: Error) => print(`The database of DATABASE_URL does not answer yet (${error.message}). Trying again …`) : undefined
  const template = config.demo ? async () => (await import('./dev/demo-snapshot.ts')).demoSnapshot(demoDay()).read() : undefined
  const { database, ran } = await openDatabase({ ...config, onLost, ...(onAway ? { onAway } : {}), ...(template ? { template } : {}) })
  try {
    if (await repairRights(database)) log('warn', 'the rights of the database roles were incomplete, and have been set as declared', {})
    // Before anybody is answered: rules look records up by these columns.
    await fillKeys(database, behaviours)
  } catch (error) {
    await database.close()
    throw error
  }
  if (config.mode === 'production' && isDatabaseInTheClear(config.databaseUrl))
    log('warn', 'DATABASE_URL goes to another host without TLS: add sslmode=verify-full, or sslmode=disable where the network is your own', {})
  const sparing = sparingLog(log)
  const importEnds = new ImportEnds()
  let idp: DevelopmentIdp | null = null
  let standIn: IdentityToolkit | null = null
  let mail: MailSender | null = null
  let tracing: Tracing | null = null
  let jobs: Runner | null = null
  const streams = createInboxStreams(database)
  const stopWork = () => {
    // An open inbox would keep its connection to the last moment.
    streams.close()
    void jobs?.stop()
    void mail?.close()
  }
  const close = async () => {
    await jobs?.stop()
    await mail?.close()
    await idp?.close()
    await standIn?.close()
    await database.close()
    traceMessages(null)
    // A collector that is away holds nobody up for long, and is no fault of ours.
    await tracing?.close().catch((error: unknown) => log('warn', 'tracing: the last spans were not taken', { error }))
  }
  try {
    tracing = config.tracing && (await import('./tracing/open-telemetry.ts')).openTelemetry({ ...config.tracing, version: productVersion() })
    if (tracing) traceMessages(tracedMessages(tracing))
    const isProduction = config.mode === 'production'
    idp = config.oidc || isProduction ? null : await developmentIdp(config, port)
    standIn = config.firebase || isProduction ? null : await (await import('./dev/identity-toolkit.ts')).startIdentityToolkit()
    const firebase = config.firebase ? firebaseOf(config.firebase) : (standIn?.settings ?? null)
    const provider = config.oidc
      ? { id: 'oidc', ...config.oidc }
      : idp && { id: 'oidc', name: 'the demo people', issuer: idp.issuer, identityAs: 'development', clientId: idp.clientId, clientSecret: idp.clientSecret }
    const signIn = createSignIn({
      database,
      behaviours,
      log,
      clock: () => new Date(),
      settings: { secrets: config.secrets, isSecure: config.isSecure, providers: provider ? [provider] : [], firebase },
    })
    const invitations = createInvitationLinks({ secrets: config.secrets, origin: config.publicOrigin ?? new URL(`http://localhost:${port}`) })
    mail =
      config.mail &&
      createMailSender({
        database,
        transport: smtpTransport(config.mail.url),
        from: config.mail.from,
        linkOf: invitations.linkOf,
        homeOf: (tenant) => originOf(config, port, tenant),
        clock: () => new Date(),
        log,
      })
    const sealing = createSealing(config.secrets)
    const files = openStorage(database, config.files)
    // No provider is built in: telephones of development are files.
    const telephone = isProduction ? undefined : fileTelephone(join(config.dataDir, 'telephone'))
    const pushKeys = config.push?.privateKey ? pushKeysOf(config.push.privateKey) : null
    const pushing = config.push && { sender: webPushSender(config.push), keys: pushKeys }
    const ways: Ways = { mail: mail !== null, push: pushing !== null, telephone: telephone !== undefined }
    jobs =
      config.worker === 'none'
        ? null
        : await startJobs(
            [
              clock,
              maintenance(files),
              importJob({ personNow: signIn.personNow, sealing, ends: importEnds }),
              exportJob({ personNow: signIn.personNow, storage: files }),
              deliverJob(ways, telephone, pushing),
              reportJob({ storage: files, personNow: signIn.personNow, homeOf: (tenant) => originOf(config, port, tenant) }),
              ...(mail ? [mailJob(mail)] : []),
            ],
            {
              database,
              databaseUrl: config.databaseUrl,
              behaviours,
              // While the database restarts the queue reports each of its rounds.
              log: (level, message, details) =>
                level === 'warn' ? sparing(`${message} ${codeOf(details.error)}`, level, message, details) : log(level, message, details),
              clock: () => new Date(),
              trace: tracing ? tracedJobs(tracing) : undefined,
            },
          )
    const deps: AppDeps = {
      database,
      files,
      streams,
      behaviours,
      sealing,
      log,
      signIn,
      now: () => new Date(),
      authenticate: signIn.authenticate,
      personNow: signIn.personNow,
      tenants: tenantsOf(database, {
        bases: config.hostBases,
        local: config.localTenant,
        port: (config.publicOrigin ?? new URL(`http://localhost:${port}`)).port,
      }),
      publicHost: config.publicOrigin?.host,
      isSecure: config.isSecure,
      isBehindProxy: config.isBehindProxy,
      signedInRate: config.callsPerMinute > 0 ? { burst: config.callsPerMinute, perMinute: config.callsPerMinute } : null,
      connectTo: firebase ? firebaseHosts(firebase) : [],
      maps: config.maps,
      metricsToken: config.metricsToken,
      areMetricsOpen: !isProduction,
      importEnds,
      platformToken: config.platformToken,
      telephoneSecret: config.telephoneSecret,
      invitations,
      secrets: config.secrets,
      sendsMail: mail !== null,
      ...(tracing ? { tracing } : {}),
      push: config.push && { services: config.push.services, keys: pushKeys },
      jobs,
    }
    return { database, deps, idp, ran, stopWork, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** How people reach a programme. */
function originOf(config: Config, port: number, tenant: { subdomain: string }): string {
  const { protocol, host } = config.publicOrigin ?? new URL(`http://localhost:${port}`)
  return `${protocol}//${tenant.subdomain}.${host}`
}

const firebaseOf = ({ keysUrl, tokenUrl, ...project }: FirebaseConfig): FirebaseSettings => ({
  ...project,
  keysUrl: keysUrl ?? googleKeysUrl,
  tokenUrl: tokenUrl ?? googleTokenUrl,
  standIn: null,
})

/** Loaded only when needed: production does not even read it. */
async function developmentIdp(config: Config, port: number): Promise<DevelopmentIdp> {
  const { startDevelopmentIdp } = await import('./dev/idp.ts')
  return startDevelopmentIdp({ port: config.idpPort ?? (port === 0 ? 0 : port + 1), dataDir: config.dataDir, localTenant: config.localTenant ?? 'cotton' })
}
