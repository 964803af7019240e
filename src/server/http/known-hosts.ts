// No address of the product answers at a host that is no programme's: neither its pages nor its files. Whoever reads a
// page reads so in a sentence; programs get the problem. Asked once here, so that no route can forget it. Below our own
// domain a label that no programme has gets the pages of the web, which show the default programme (specification
// section 1) and find no way to sign in: every call of the API is refused there too.
import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { requestedLanguage } from '#domain/messages/languages.ts'
import { unknownHostPage } from '../public/page.ts'
import { type Deps, tenantOf } from './endpoint.ts'
import type { WebFiles } from './web.ts'

/** Answered by the server for one programme: data, pictures, finished pages. */
const ofOneProgramme = /^\/(api|files|_image|public\/(crop|batch|report))(\/|$)/

/** Throws UNKNOWN_HOST (421), or answers it as a page to a browser that opens one. `web`: the built web, where there is one. */
export function refuseUnknownHosts(deps: Pick<Deps, 'tenants'>, web: WebFiles | undefined): MiddlewareHandler {
  return async (context, next) => {
    try {
      await tenantOf(deps, context.req.raw)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'UNKNOWN_HOST') throw error
      if (web && isShell(context, deps)) return web(context)
      const opensPage = context.req.method === 'GET' && /\btext\/html\b/.test(context.req.header('accept') ?? '')
      if (!opensPage) throw error
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Language' }
      return new Response(unknownHostPage(requestedLanguage(null, context.req.header('accept-language'))), { status: error.status, headers })
    }
    await next()
  }
}

const isShell = ({ req }: Context, { tenants }: Pick<Deps, 'tenants'>): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && !ofOneProgramme.test(req.path) && tenants.isOurs(req.raw.headers.get('host') ?? new URL(req.url).host)
