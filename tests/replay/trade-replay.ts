// What must be true of goods and their certificates after any acts of any people, by plain sums over what was accepted, in the order in which the product recorded it. Nothing
// here is imported from the product: lots and certificates end as their folds say, and no certificate ever bound more of a lot than there was.
import { sql } from 'kysely'
import type { Chain } from '../api/chain-stage.ts'
import type { World } from '../harness/world.ts'
import { foldTransaction } from './certificate-fold.ts'
import { recordedOrder } from './concurrent.ts'
import { differenceOf, type Fact, inForce, nameOf, type Step } from './engine.ts'
import { type Lot as FoldedLot, foldLot, loweredLot } from './lot-fold.ts'
import { type Certificate, firstFacts, type Lot, type Traced, type Trade } from './trade-acts.ts'

const reserving = ['SUBMITTED', 'UNDER_REVIEW', 'CORRECTION']
const grams = (kg: unknown): number => Math.round(Number(kg) * 1000)

/** The first thing that is not as it must be, in words; null when everything is. */
export async function flawOf(chain: Chain, trade: Trade): Promise<string | null> {
  const { world } = chain
  const states = new Map<string, string>()
  for (const certificate of trade.certificates) {
    const order = await recordedOrder(world, certificate.id, certificate.accepted)
    const folded = foldTransaction(0)(inForce(order))
    const name = `certificate ${trade.certificates.indexOf(certificate)}`
    if (!('state' in folded)) return `${name}: “${folded.impossible.type}” cannot be (${folded.because})`
    const { status } = await chain.view('transactioncertificate', certificate.id)
    if (status !== folded.state.status) return `${name} is ${status}, and ${folded.state.status} by its events`
    states.set(certificate.id, status)
  }
  for (const lot of trade.lots) {
    const flaw = await flawOfLot(chain, trade, lot, states)
    if (flaw) return `lot of ${lot.kg}: ${flaw}`
  }
  return (await flawOfSent(chain, trade, states)) ?? flawOfMoments(world, trade)
}

async function flawOfLot(chain: Chain, trade: Trade, lot: Lot, states: ReadonlyMap<string, string>): Promise<string | null> {
  const order = [...firstFacts(lot).map((fact): Step => ({ kind: 'fact', fact })), ...(await recordedOrder(chain.world, lot.id, lot.accepted))]
  let state: FoldedLot | null = null
  for (const place of order.keys()) {
    const folded = foldLot(inForce(order.slice(0, place + 1)))
    if (!('state' in folded))
      return `accepted by one of several, though “${nameOf({ kind: 'fact', fact: folded.impossible })}” cannot be (${folded.because})\n${order.map(nameOf).join('\n')}`
    // A release as conventional that is taken back after goods were sent: what is left stays conventional, as what was sent is.
    state = state ? loweredLot(state, folded.state) : folded.state
  }
  if (!state) return 'no facts'
  const { status, claimStatus, gmoStatus, onHandKg } = state
  const bound = (wanted: readonly string[]): number => {
    const kilograms = trade.certificates.flatMap(({ id, sent }) => (wanted.includes(states.get(id) ?? '') ? sent : [])).filter(({ lotId }) => lotId === lot.id)
    return kilograms.reduce((sum, { kg }) => sum + grams(kg), 0) / 1000
  }
  const view = await chain.view('productbatch', lot.id)
  return differenceOf(
    { status, claimStatus, gmoStatus, onHandKg, reservedKg: bound(reserving), certifiedKg: bound(['ISSUED', 'WITHDRAWN']) },
    {
      ...{ status: view.status, claimStatus: view.claimStatus, gmoStatus: view.gmoStatus, onHandKg: view.onHandKg ?? 0 },
      ...{ reservedKg: view.reservedKg, certifiedKg: view.certifiedKg },
    },
  )
}

/** What was sent: at most one certificate counts for each shipment (T16), which is in force; what a certificate that was withdrawn or a positive result is about is restricted. */
async function flawOfSent(chain: Chain, trade: Trade, states: ReadonlyMap<string, string>): Promise<string | null> {
  const counts = (one: Certificate, wanted: readonly string[]): boolean => wanted.includes(states.get(one.id) ?? '')
  for (const sent of trade.sent) {
    const naming = trade.certificates.filter((one) => one.sent.includes(sent))
    const live = naming.filter((one) => counts(one, [...reserving, 'ISSUED']))
    if (live.length > 1) return `${live.length} certificates of the ${sent.kg} kg that were sent under ${sent.invoiceNo}`
    const lot = trade.lots.find(({ id }) => id === sent.lotId) as Lot
    const facts = factsInForce(lot)
    const isSent = facts.some(({ eventId }) => eventId === sent.dispatchId)
    if (!isSent && naming.some((one) => counts(one, [...reserving, 'ISSUED', 'WITHDRAWN'])))
      return `a certificate counts for ${sent.invoiceNo}, which was taken back`
    if (!isSent) continue
    const isPositive = facts.some(({ fact }) => fact.type === 'LAB_RESULT' && fact.data.result === 'POSITIVE')
    const isWithdrawn = naming.some((one) => counts(one, ['WITHDRAWN']))
    const { status } = await chain.view('productbatch', sent.partId)
    if ((status === 'QUARANTINED') !== (isPositive || isWithdrawn))
      return `the ${sent.kg} kg of ${sent.invoiceNo} are ${status}; result positive: ${isPositive}, certificate withdrawn: ${isWithdrawn}`
  }
  return null
}

const factsInForce = ({ accepted }: Traced): { fact: Fact; eventId: string }[] => {
  const voided = new Set(accepted.flatMap(({ step }) => (step.kind === 'void' ? step.of : [])))
  return accepted.flatMap(({ step, eventId }) => (step.kind === 'fact' && !voided.has(step.fact.key) ? { fact: step.fact, eventId } : []))
}

/** After each event that was recorded, in the order of recording: what certificates bound of each lot then, and what had come into it and was neither divided nor lost. */
async function flawOfMoments(world: World, trade: Trade): Promise<string | null> {
  const ids = [...trade.lots, ...trade.certificates].map(({ id }) => id)
  const rows = await world.scoped('ada', async ({ db, tenant }) => {
    const answer = await sql<{ id: string; subject: string; type: string; kg: number | null; outputs: { kg: number }[] | null; voids: string | null }>`
      select id, subject_id as subject, event_type as type, (data->>'kg')::numeric::float8 as kg, data->'outputs' as outputs,
        case when event_type = 'EVENT_VOIDED' then data->>'eventId' end as voids
      from event where tenant_id = ${tenant.id} and subject_id = any(${ids}::uuid[]) order by recorded_at, subject_version`.execute(db)
    return answer.rows
  })
  const taken = new Map<string, { lot: string; grams: number }>()
  const sequences = new Map<string, { id: string; type: string }[]>()
  for (const row of rows) {
    if (row.voids) {
      taken.delete(row.voids)
      for (const sequence of sequences.values()) {
        const place = sequence.findIndex(({ id }) => id === row.voids)
        if (place >= 0) sequence.splice(place, 1)
      }
    } else if (trade.lots.some(({ id }) => id === row.subject)) {
      const kg = row.type === 'SPLIT' ? (row.outputs ?? []).reduce((sum, one) => sum + grams(one.kg), 0) : row.type === 'LOSS' ? grams(row.kg) : 0
      if (kg) taken.set(row.id, { lot: row.subject, grams: kg })
    } else sequences.set(row.subject, [...(sequences.get(row.subject) ?? []), row])
    const isBinding = ({ id }: Certificate): boolean => {
      const last = (sequences.get(id) ?? []).findLast(({ type }) => decisive.has(type))?.type
      return last !== undefined && !releasing.has(last)
    }
    for (const lot of trade.lots) {
      const left = grams(lot.kg) - [...taken.values()].filter((one) => one.lot === lot.id).reduce((sum, one) => sum + one.grams, 0)
      const sent = trade.certificates.filter(isBinding).flatMap((one) => one.sent)
      const bound = sent.filter(({ lotId }) => lotId === lot.id).reduce((sum, { kg }) => sum + grams(kg), 0)
      if (bound > left) return `after ${row.type} certificates bound ${bound / 1000} kg of the ${left / 1000} kg of the lot of ${lot.kg}`
    }
  }
  return null
}
const releasing: ReadonlySet<string> = new Set(['CANCELLED', 'REJECTED'])
const decisive: ReadonlySet<string> = new Set(['SUBMITTED', 'REVIEW_STARTED', 'CORRECTION_ASKED', 'ISSUED', 'WITHDRAWN', ...releasing])
