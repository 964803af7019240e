// Addresses of transaction certificates: the checks of one and its paper, now or as of a past day, dispatches that one may be drafted from, and the reconciliation of a holder (BR-12, BR-12a).
import type { Context } from 'hono'
import { z } from 'zod'
import { can, canOn } from '#domain/access.ts'
import { mayReadBooks } from '#domain/books-access.ts'
import {
  certifiableDispatches,
  certificateChecksAnswer,
  certificateDispatches,
  certificateSummaries,
  lotCertificates,
  reconciliationAnswer,
} from '#domain/chain/certificate-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { languageCodes } from '#domain/messages/languages.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import { certifiableOf, nextNumberOf } from '../ledger/certifiable-dispatches.ts'
import type { Certificate } from '../ledger/certificate-facts.ts'
import { checksOf, draftChecks } from '../ledger/certificate-judgement.ts'
import { certificatesOfLot, dispatchesOf, mayReadChecks, summariesOf } from '../ledger/certificate-summaries.ts'
import { reconciliationOf } from '../ledger/reconciliation.ts'
import { translatorOf } from '../messages/tables.ts'
import { sheetOf } from '../reports/certificate/certificate-sheet.ts'
import { imprintOf } from '../reports/engine/imprint.ts'
import { mediaTypes } from '../reports/engine/report-file.ts'
import type { Scope } from '../scope.ts'
import { answerAsOf, answerOf } from '../store/answer.ts'
import { asOfParameters, asOfQuery, recordIn, viewAsOf } from '../store/as-of.ts'
import { typedRecord } from '../store/columns.ts'
import { draftEdit, draftRecord } from '../store/create.ts'
import { getRecord } from '../store/get.ts'
import { inPast, isPast } from '../store/past.ts'
import type { AppContext } from './app-context.ts'
import { asOf } from './as-of-query.ts'
import { attachment } from './attachment.ts'
import { languageOf } from './declared-report-routes.ts'
import { enter, refuseUnknown } from './endpoint.ts'
import { type Route, route } from './route.ts'

/** Certificates of one page. */
const mostAtOnce = 200
const transactioncertificate = entityOf('transactioncertificate')
/** Of the years that the calendar of the product and the database have in common. */
const day = z.iso
  .date()
  .refine((text) => text >= '1900-01-01' && text <= '2200-12-31', 'A day between 1900 and 2200.')
  .optional()

export const certificateRoutes: readonly Route[] = [
  route({
    id: 'transactioncertificate.checks',
    method: 'get',
    path: '/api/operators/{operator}/transactioncertificate/{id}/checks',
    summary: 'The seventeen checks of a transaction certificate',
    description:
      'As they stand now, with what they looked at; and what they said when it was submitted and issued. As of a past day: what they had said last, and what it bound. For seller and certification body.',
    query: z.strictObject(asOf),
    answer: certificateChecksAnswer,
    says: 'The checks in the order of their codes.',
    handler: async (present, { param, search }) => {
      const scope = inPast(present, asOfQuery(present, search))
      const certificate = await certificateOf(scope, param('id'))
      const mayIssue = !scope.past && canOn(scope.user, transactioncertificate, 'A', certificate)
      if (!mayReadChecks(scope, certificate)) throw new Problem('FORBIDDEN', { message: 'The checks are between the seller and the certification body.' })
      return { json: { ...(await checksOf(scope, certificate)), nextNo: mayIssue ? await nextNumberOf(scope, certificate.certificationBodyId) : null } }
    },
  }),
  route({
    id: 'transactioncertificate.draftChecks',
    method: 'post',
    path: '/api/operators/{operator}/certificate-checks',
    summary: 'The seventeen checks of a transaction certificate that is not saved yet',
    description:
      'The body is that of a new certificate, or what would be changed of one (`certificateId`); texts that no check looks at may be absent. Judged as a saved draft is. Nothing is written. For whoever could save it.',
    query: z.strictObject({ certificateId: z.guid().optional() }),
    body: z.record(z.string(), z.unknown()),
    answer: certificateChecksAnswer,
    says: 'The checks in the order of their codes; nothing is bound.',
    refuse: (scope) => {
      if (!canMake(scope)) throw new Problem('FORBIDDEN')
    },
    handler: async (scope, { body, query: { certificateId } }) => {
      const certificate = certificateId
        ? await draftEdit(scope, transactioncertificate, await getRecord(scope, transactioncertificate, certificateId), body)
        : await draftRecord(scope, transactioncertificate, { ...unjudged, ...body })
      if (!mayReadChecks(scope, certificate)) throw new Problem('FORBIDDEN', { message: 'The checks are between the seller and the certification body.' })
      return { json: await draftChecks(scope, certificate) }
    },
  }),
  route({
    id: 'transactioncertificate.named',
    method: 'get',
    path: '/api/operators/{operator}/transactioncertificate/{id}/dispatches',
    summary: 'The dispatches on a transaction certificate',
    description: 'The lot and the day of each dispatch that its shipments name, now or as of a past day. For whoever may open the certificate.',
    query: z.strictObject(asOf),
    answer: certificateDispatches,
    says: 'In the order of the shipments.',
    handler: async (present, { param, search }) => {
      const scope = inPast(present, asOfQuery(present, search))
      return { json: await dispatchesOf(scope, await certificateOf(scope, param('id'))) }
    },
  }),
  route({
    id: 'transactioncertificate.print',
    method: 'get',
    path: '/api/operators/{operator}/transactioncertificate/{id}/print.pdf',
    summary: 'A transaction certificate on paper',
    description: 'For whoever may open it, in their language. Across one that is not in force stands its state, across one of a past day that day.',
    reads: [
      { name: 'language', in: 'query', schema: { enum: languageCodes, default: 'en' } },
      ...asOfParameters.map((name) => ({ name, in: 'query', schema: { type: 'string' }, description: asOf[name].description })),
    ],
    media: [mediaTypes.pdf],
    says: 'The file.',
    respond: (context, deps) => printed(deps, context),
  }),
  route({
    id: 'transactioncertificate.summaries',
    method: 'get',
    path: '/api/operators/{operator}/certificate-summaries',
    summary: 'What a list shows of the checks of each certificate',
    description:
      'What the checks said when each was submitted or issued last, counted: one question for a page of certificates. Those out of reach are left out.',
    query: z.strictObject({ ids: z.string().describe(`Up to ${mostAtOnce} ids, separated by commas.`), ...asOf }),
    answer: certificateSummaries,
    says: 'The certificates that were judged.',
    handler: async (scope, { query, search }) => {
      const ids = query.ids.split(',').filter(Boolean)
      if (ids.length > mostAtOnce || ids.some((one) => !z.guid().safeParse(one).success))
        throw fieldProblem('ids', 'format', 'At most 200 ids, separated by commas.')
      return { json: await summariesOf(inPast(scope, asOfQuery(scope, search)), ids) }
    },
  }),
  route({
    id: 'productbatch.certificates',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/certificates',
    summary: 'Transaction certificates of a lot',
    description: 'Those whose lines name it, and those by which it was sent here; of them those that the caller may open.',
    query: z.strictObject(asOf),
    answer: lotCertificates,
    says: 'Newest first.',
    handler: async (scope, { param, search }) => {
      const then = inPast(scope, asOfQuery(scope, search))
      return { json: await certificatesOfLot(then, (await getRecord(then, entityOf('productbatch'), param('id'))).id) }
    },
  }),
  route({
    id: 'transactioncertificate.dispatches',
    method: 'get',
    path: '/api/operators/{operator}/certifiable-dispatches',
    summary: 'Dispatches that a transaction certificate may be drafted from',
    description: 'Of lots that the caller may list, from one seller to one buyer, newest first; each that cannot be taken says why.',
    query: z.strictObject({
      collectiveId: z.guid().optional(),
      processorId: z.guid().optional().describe('The seller: either an operator or a processor.'),
      buyerId: z.guid(),
      certificateId: z.guid().optional().describe('The certificate that is edited: what is on it can be taken.'),
    }),
    answer: certifiableDispatches,
    says: 'At most 200.',
    handler: async (scope, { query }) => ({ json: await certifiableOf(scope, query) }),
  }),
  ...(['collective', 'processor'] as const).map((kind) =>
    route({
      id: `${kind}.reconciliation`,
      method: 'get',
      path: `/api/operators/{operator}/${kind}/{id}/reconciliation`,
      summary: 'Reconciliation of certified goods',
      description:
        'Per material and claim in a period: what was there, came in, was made, used, lost and sent, and how much of it certificates cover (BR-12a). As of a past day: by what had moved, was certified and was claimed then.',
      query: z.strictObject({ from: day, to: day, ...asOf }),
      answer: reconciliationAnswer,
      says: 'One row for each material and claim.',
      handler: async (present, { param, query, search }) => {
        const scope = inPast(present, asOfQuery(present, search))
        const holder = await recordIn(scope, entityOf(kind), param('id'))
        if (!mayReadBooks(scope.user, kind, holder)) throw new Problem('FORBIDDEN')
        const [from, to] = [query.from ?? null, query.to ?? null]
        if (from && to && from > to) throw fieldProblem('to', 'min', 'The period ends before it begins.')
        const items = await reconciliationOf(scope, { kind, id: holder.id }, { from, to })
        return { json: { from, to, gap: tolerancesOf(scope.tenant.config.tolerances).tcGap, lots: items.length, items } }
      },
    }),
  ),
]
/** What a seller writes on it and no check looks at. */
const unjudged = { sellerRef: '–', consignee: '–', shipTo: '–', originCountry: 'IN', originState: '–' }
const canMake = ({ user }: Scope): boolean => can(user, 'transactioncertificate', 'C') || can(user, 'transactioncertificate', 'E')

const certificateOf = (scope: Scope, id: string): Promise<Certificate> => recordIn(scope, transactioncertificate, id)

/** Everything is read in one transaction; the paper is drawn after it. */
async function printed(deps: AppContext, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams
  refuseUnknown(query, ['language', ...asOfParameters])
  const certificate = await enter(deps, context, { operator: 'path' }, async (present) => {
    const language = languageOf(query.get('language') ?? 'en')
    const scope = inPast(present, asOfQuery(present, query))
    const id = context.req.param('id') ?? ''
    const reader = { t: translatorOf(language), language, zone: scope.tenant.timezone, currency: currencyOf(scope.tenant.config) }
    // What its reader may not see is empty in the answer.
    const answer = isPast(scope)
      ? await answerAsOf(scope, transactioncertificate, await viewAsOf(scope, transactioncertificate, id))
      : await answerOf(scope, transactioncertificate, await getRecord(scope, transactioncertificate, id))
    const past = scope.past && { ...scope.past, statusToday: (await certificateOf(present, id)).status }
    const sheet = sheetOf(typedRecord(transactioncertificate, answer), answer.refs, reader, past)
    const imprint = await imprintOf(present, { hasLogo: true })
    const day = scope.past ? localDay(scope) : null
    return { sheet, imprint, reader, day, code: answer.code, printedBy: present.user.name, printedAt: present.now.toISOString() }
  })
  // Fonts and shaping are loaded by whoever wants paper.
  const { certificatePdf } = await import('../reports/certificate/certificate-pdf.ts')
  const bytes = await certificatePdf(certificate)
  const name = `${certificate.sheet.no.replaceAll(/[^\w.-]+/g, '-')}${certificate.day ? `-as-of-${certificate.day}` : ''}.pdf`
  return new Response(context.req.method === 'HEAD' ? null : bytes, {
    headers: { ...attachment(name, mediaTypes.pdf), 'Content-Length': String(bytes.byteLength) },
  })
}
