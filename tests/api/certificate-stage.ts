// Schemes, the cast's certification body with its accreditation, and confirmed scope certificates, for tests of claims.
import type { Client } from '../harness/client.ts'
import type { World } from '../harness/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer and says itself what it expects
type Json = any
/** What the stage itself asks for must succeed. */
async function ok(answer: ReturnType<Client['get']>): Promise<Json> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const morning = (day: string) => `${day}T10:00:00+05:30`

export type Holding = { collectiveId: string } | { processorId: string }
export type Standards = {
  body: string
  /** Id of a scheme by its abbreviation, made and accredited when first asked for. */
  scheme(abbreviation: string): Promise<string>
  /** What somebody enters as a scope certificate. */
  input(holder: Holding, values?: Record<string, unknown> & { scheme?: string }): Promise<Record<string, unknown>>
  /** Entered by the administrator, confirmed by the body's auditor. */
  certify(holder: Holding, values?: Record<string, unknown> & { scheme?: string }): Promise<Json>
}

/** What every scheme must say. */
const terms = {
  cocModel: 'SEGREGATED',
  conversionMonthsAnnual: 24,
  conversionMonthsPerennial: 36,
  icSellableAfterMonths: 0,
  inspectionsPerYear: 1,
  oneGroupOnly: false,
}
let numbers = 0
let stages = 0
export const confirmation = {
  eventType: 'CONFIRMED',
  occurredAt: morning('2025-04-02'),
  lateReason: 'Entered from the paper',
  data: { checkedAgainst: 'Register of the body' },
}

export function standardsOf(world: World): Standards {
  const ada = world.as('ada', 'OP1')
  const body = world.places.cotton['CB-NIMAR']?.id as string
  const schemes = new Map<string, string>()
  const scheme: Standards['scheme'] = async (abbreviation) => {
    const known = schemes.get(abbreviation)
    if (known) return known
    const { id } = await ok(ada.post('/scheme', { name: `Scheme ${abbreviation}`, abbreviation, versionName: '1', ownerName: 'Owner', type: 'FARM', ...terms }))
    schemes.set(abbreviation, id)
    const { version, schemes: accredited } = await ok(ada.get(`/certificationbody/${body}`))
    await ok(ada.patch(`/certificationbody/${body}`, { schemes: [...accredited, { schemeId: id, from: '2020-01-01' }] }, { 'if-match': `"${version}"` }))
    return id
  }
  /** What the certificates are for; the product is made when it is first asked for. */
  let goods: Promise<Json> | undefined
  const annexOf = async () => {
    goods ??= ok(
      ada.post('/product', {
        code: `PRD-CERT-${++stages}`,
        name: `Goods of certificates ${stages}`,
        kind: 'SEMI',
        material: 'OTHER',
        hsCode: '520100',
        unitType: 'HEAP',
        sellable: true,
        cocModel: 'SEGREGATED',
      }),
    )
    return [{ productId: (await goods).id }]
  }
  const input: Standards['input'] = async (holder, { scheme: abbreviation = 'NPOP', ...values } = {}) => ({
    scNo: `SC-${++numbers}`,
    schemeId: await scheme(abbreviation),
    certificationBodyId: body,
    ...holder,
    issueDate: '2025-04-01',
    validFrom: '2025-04-01',
    validTo: '2026-09-30',
    annex: values.annex ?? (await annexOf()),
    ...values,
  })
  return {
    body,
    scheme,
    input,
    async certify(holder, values) {
      const { id } = await ok(ada.post('/scopecertificate', await input(holder, values)))
      return (await ok(world.as('carla', 'OP1').post(`/scopecertificate/${id}/events`, confirmation))).subject
    },
  }
}

/** Records an event of a certificate; answers the whole reply. */
export const onCertificate = (who: Client, id: string, eventType: string, day: string, data: Record<string, unknown> = { reason: 'Audit' }) =>
  who.post(`/scopecertificate/${id}/events`, { eventType, occurredAt: morning(day), data, lateReason: 'Letter of the body' })
