// Where a provider of telephones, or an adapter of it, says what became of messages. It is nobody who signs in: each call is signed with a secret that both have
// (TELEPHONE_SECRET), and where none is set, there is no such address. The host names the programme; ids of another one are unknown in it.
import { createHmac } from 'node:crypto'
import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { mostReports, type TelephoneReportsAnswer, telephoneReports, telephoneReportsAnswer } from '#domain/work/telephone-report.ts'
import { noteReports } from '../channels/telephone-reports.ts'
import { jsonOf, readBytes } from './body.ts'
import { asProduct, tenantOf } from './endpoint.ts'
import { type Route, route } from './route.ts'
import { isSameSecret } from './same-secret.ts'

/** A call that was read on its way cannot be sent again after so long; clocks may be that far apart. */
const freshS = 300
const maxBytes = 200_000

export const telephoneRoutes: readonly Route[] = [
  route({
    id: 'telephone.report',
    method: 'post',
    path: '/api/telephone/reports',
    summary: 'What became of messages to telephones',
    description: `For a provider of telephones, with TELEPHONE_SECRET; without that setting there is no such address. X-Timestamp is the time in seconds, X-Signature the HMAC-SHA256 of “timestamp.body” as hexadecimal digits. At most ${mostReports} reports; the same again, late or in another order changes nothing.`,
    isOffered: ({ telephoneSecret }) => telephoneSecret !== null,
    isOpen: true,
    body: telephoneReports,
    answer: telephoneReportsAnswer,
    says: 'How many messages more is known of.',
    problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
    respond: async (context, deps) => {
      const request = context.req.raw
      const bytes = await readBytes(request, maxBytes)
      const body = jsonOf(bytes, request.headers.get('content-type'))
      const [timestamp, signature] = [context.req.header('x-timestamp') ?? '', context.req.header('x-signature') ?? '']
      const wanted = createHmac('sha256', deps.telephoneSecret ?? '')
        .update(`${timestamp}.`)
        .update(bytes)
        .digest('hex')
      const ageS = /^\d{1,12}$/.test(timestamp) ? Math.abs(deps.now().getTime() / 1000 - Number(timestamp)) : Number.POSITIVE_INFINITY
      if (!isSameSecret(signature.toLowerCase(), wanted) || ageS > freshS)
        throw new Problem('UNAUTHENTICATED', { message: 'This call needs a signature of the last five minutes.', headers: { 'WWW-Authenticate': 'Signature' } })
      const reports = parse(telephoneReports, body ?? [])
      const tenant = await tenantOf(deps, request)
      const json: TelephoneReportsAnswer = await asProduct(deps, context, tenant, 'SYSTEM', (scope) => noteReports(scope, reports))
      return Response.json(json, { headers: { 'Cache-Control': 'no-store' } })
    },
  }),
]
