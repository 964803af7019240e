// A stage for tests of transaction certificates: a lot of the group, sent to the gin in parts, and certificates drafted from what was sent.
import type { Client } from '../harness/client.ts'
import { at, type Chain, type Json, ok, record } from './chain-stage.ts'

let numbers = 0
export type Sent = { dispatchId: string; lotId: string; partId: string; kg: number; invoiceNo: string; date: string }
export type Sales = {
  /** A released lot of `kg` bought of one approved farmer. */
  lot(kg: number): Promise<string>
  /** Part of it, sent to the gin. */
  send(lotId: string, kg: number, invoiceNo?: string, day?: string): Promise<Sent>
  /** What a seller enters for these dispatches. */
  body(sent: readonly Sent[], values?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Entered by the group's manager. */
  draft(sent: readonly Sent[], values?: Record<string, unknown>): Promise<Json>
  act(who: Client, id: string, eventType: string, data?: Record<string, unknown>, more?: Record<string, unknown>): Promise<{ status: number; body: Json }>
  /** Submitted and under review. */
  submitted(sent: readonly Sent[], values?: Record<string, unknown>): Promise<Json>
  issued(sent: readonly Sent[], values?: Record<string, unknown>): Promise<Json>
  kilograms(
    lotId: string,
  ): Promise<{ onHandKg: number; shippedKg: number; reservedKg: number; certifiedKg: number; certifiableKg: number; availableKg: number }>
}

export const tcNo = (): string => `TC-${String(++numbers).padStart(4, '0')}`

export function salesOf(chain: Chain): Sales {
  const { world } = chain
  const [pooja, omar, carla] = [world.as('pooja', 'OP1'), world.as('omar', 'OP1'), world.as('carla', 'OP1')]
  const act: Sales['act'] = (who, id, eventType, data = {}, more = {}) =>
    who.post(`/transactioncertificate/${id}/events`, { eventType, occurredAt: at('2026-01-15', 11), data, ...more })
  const sales: Sales = {
    act,
    async lot(kg) {
      const areaHa = Math.max(1, Math.ceil(kg / 1000))
      const { cropId, farmerId } = await chain.sown({ areaHa })
      await chain.decide('APPROVED', farmerId)
      await chain.picked(cropId, kg)
      const { id } = await chain.lot()
      await ok(chain.buy(id, cropId, kg))
      await ok(record(pooja, 'productbatch', id, 'CLOSED', '2025-11-20'))
      await ok(record(omar, 'productbatch', id, 'RELEASED', '2025-11-21'))
      return id
    },
    async send(lotId, kg, invoiceNo = `INV-${++numbers}`, day = '2025-12-01') {
      const { event } = await ok(record(pooja, 'productbatch', lotId, 'DISPATCH', day, { buyerId: chain.ginner, kg, invoiceNo }))
      const partId = await chain.madeBy(event.id)
      return { dispatchId: event.id, lotId, partId, kg, invoiceNo, date: day }
    },
    body: async (sent, values = {}) => ({
      schemeId: await chain.standards.scheme('NPOP'),
      certificationBodyId: chain.standards.body,
      collectiveId: world.places.cotton.OP1?.id,
      sellerScopeId: chain.certificates.group,
      sellerRef: `REF-${++numbers}`,
      buyerId: chain.ginner,
      buyerScopeId: chain.certificates.ginner,
      consignee: 'Khargone Gin',
      shipTo: 'Khargone',
      originCountry: 'IN',
      originState: 'Madhya Pradesh',
      declared: true,
      shipments: sent.map(({ dispatchId, kg, invoiceNo, date }) => ({ dispatchId, date, invoiceNo, invoiceDate: date, mode: 'ROAD', grossKg: kg, netKg: kg })),
      lines: [...Map.groupBy(sent, ({ lotId }) => lotId)].map(([batchId, of]) => {
        const kg = of.reduce((sum, one) => sum + one.kg, 0)
        return { batchId, productId: chain.products.seedCotton, hsCode: '520100', claimStatus: 'ORGANIC', grossKg: kg, netKg: kg, certifiedKg: kg }
      }),
      inputCertificates: [],
      documents: [],
      ...values,
    }),
    draft: async (sent, values) => ok(omar.post('/transactioncertificate', await sales.body(sent, values))),
    async submitted(sent, values) {
      const { id } = await sales.draft(sent, values)
      await ok(act(omar, id, 'SUBMITTED'))
      return (await ok(act(carla, id, 'REVIEW_STARTED'))).subject
    },
    async issued(sent, values) {
      const { id } = await sales.submitted(sent, values)
      return (await ok(act(carla, id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))).subject
    },
    async kilograms(lotId) {
      const { onHandKg, shippedKg, reservedKg, certifiedKg, certifiableKg, availableKg } = await chain.view('productbatch', lotId)
      return { onHandKg, shippedKg, reservedKg, certifiedKg, certifiableKg, availableKg }
    },
  }
  return sales
}
