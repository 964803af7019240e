// No address of the product answers at a host that is no programme's: neither its pages nor its files. Whoever reads a
// page is told so in a sentence; programs get the problem. Asked once here, so that no route can forget it.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { unknownHostPage } from '../public/page.ts'
import { languageOf } from '../public/words.ts'
import { type Deps, tenantOf } from './endpoint.ts'

/** Throws UNKNOWN_HOST (421), or answers it as a page to a browser that opens one. */
export function refuseUnknownHosts(deps: Pick<Deps, 'tenants'>): MiddlewareHandler {
  return async (context, next) => {
    try {
      await tenantOf(deps, context.req.raw)
    } catch (error) {
      const opensPage = context.req.method === 'GET' && /\btext\/html\b/.test(context.req.header('accept') ?? '')
      if (!opensPage || !(error instanceof Problem) || error.code !== 'UNKNOWN_HOST') throw error
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Language' }
      return new Response(unknownHostPage(languageOf(null, context.req.header('accept-language'))), { status: error.status, headers })
    }
    await next()
  }
}
