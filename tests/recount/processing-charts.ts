// The charts of /procdashboard (domain dictionary 11.2) counted once more from what was recorded: what became what, run by run; how long goods took from the farm; the ways
// of goods between places; certificates in time; and the books of each lot, event by event.
import { asDay, dayOf, type Event, type Facts, percentile, type Row, round, sum } from './facts.ts'
import { tableOf } from './season.ts'

type Named = { name: string; at: [number, number] }
const drawn = ['BALE', 'YARN', 'FABRIC', 'GARMENT']

export class ProcessingCharts {
  readonly #facts: Facts
  readonly #lots: Row[]
  readonly #everyLot: Map<string, Row>
  readonly #places: Map<string, Row>
  readonly #from: string
  readonly #events: Map<string, Event>

  /** `lots`: those that the reader lists, farm lots left out; `everyLot`, `places`: rows of all lots, and of all lines, of the programme. */
  constructor(facts: Facts, lots: readonly Row[], everyLot: readonly Row[], places: readonly Row[], from: string) {
    this.#facts = facts
    this.#lots = [...lots]
    this.#everyLot = new Map(everyLot.map((one) => [one.id, one]))
    this.#places = new Map(places.map((one) => [one.id, one]))
    this.#from = from
    this.#events = new Map(facts.events.map((one) => [one.id, one]))
  }

  #materialOf = (productId: string): string => this.#facts.rows.product.find(({ id }) => id === productId)?.material ?? 'OTHER'
  #runs(): { inputs: [string, number][]; outputs: [string, number][] }[] {
    const lines = new Set(this.#facts.rows.processingsystem.map(({ id }) => id))
    return this.#facts.events.flatMap(({ type, subjectId, at, data }) => {
      if (!lines.has(subjectId) || dayOf(at) < this.#from) return []
      const of = (lotId: string, kg: number): [string, number] => [this.#materialOf(this.#everyLot.get(lotId)?.product_id), kg]
      if (type === 'BALE_PRESSED') {
        const pressed = sum(data.bales as Row[], ({ kg }) => kg)
        return [
          {
            inputs: [of(data.batchId, data.lintKg)],
            outputs: [
              ['BALE', pressed],
              ['INVISIBLE', data.lintKg - pressed],
            ],
          },
        ]
      }
      if (type !== 'PROCESS_RUN') return []
      const made = data.outputs.map(({ productId, kg }: Row) => [this.#materialOf(productId), kg])
      return [
        {
          inputs: data.inputs.map(({ batchId, kg }: Row) => of(batchId, kg)),
          outputs: [...made, ['WASTE', data.wasteKg ?? 0], ['INVISIBLE', data.invisibleKg ?? 0]],
        },
      ]
    })
  }
  /** Of each run every output came from its inputs in the proportion of their mass. */
  flows() {
    const parts = this.#runs().flatMap(({ inputs, outputs }) => {
      const all = sum(inputs, ([, kg]) => kg)
      return inputs.flatMap(([from, part]) => outputs.filter(([, kg]) => kg > 0).map(([to, kg]) => ({ key: `${from} ${to}`, kg: (kg * part) / all })))
    })
    return tableOf(
      parts,
      ({ key }) => key,
      (own) =>
        round(
          sum(own, ({ kg }) => kg),
          2,
        ),
    )
  }

  /** Lots behind a lot, itself among them. */
  #above(id: string, seen = new Set<string>()): Set<string> {
    if (seen.has(id)) return seen
    seen.add(id)
    for (const link of this.#facts.links) if (link.outputId === id && link.inputKind === 'productbatch') this.#above(link.inputId, seen)
    return seen
  }
  /** Days from the purchases, weighted by kilograms, to the day of the lot: the median of each material. */
  cycles() {
    const made = this.#lots
      .filter(
        (one) =>
          drawn.includes(this.#materialOf(one.product_id)) &&
          one.produced_on &&
          this.#facts.links.some(
            ({ outputId, eventId }) => outputId === one.id && ['PROCESS_RUN', 'BALE_PRESSED'].includes(this.#events.get(eventId)?.type ?? ''),
          ),
      )
      .flatMap((one) => {
        const above = this.#above(one.id)
        const bought = this.#facts.links.flatMap(({ outputId, eventId, kg }) => {
          const event = this.#events.get(eventId)
          return above.has(outputId) && event?.type === 'PURCHASE'
            ? [{ kg, days: (Date.parse(asDay(one.produced_on) ?? '') - Date.parse(dayOf(event.at))) / 86_400_000 }]
            : []
        })
        return bought.length
          ? [{ material: this.#materialOf(one.product_id), days: sum(bought, ({ kg, days }) => kg * days) / sum(bought, ({ kg }) => kg) }]
          : []
      })
    return tableOf(
      made,
      ({ material }) => material,
      (own) => [
        own.length,
        round(
          percentile(
            own.map(({ days }) => days),
            0.5,
          ) ?? 0,
          1,
        ),
      ],
    )
  }

  /** Where a lot lay just before a moment, by what was entered of it. */
  #placeOf(lotId: string, before: number): string | null {
    const entered = this.#facts.events.filter(
      ({ subjectId, type, at }) => subjectId === lotId && (type === 'CREATED' || (at <= before && ['MOVE', 'RECEIVED', 'EDITED'].includes(type))),
    )
    let place: string | null = null
    for (const { type, data } of entered) {
      const to = type === 'EDITED' ? data.changes?.processingSystemId?.to : (data.changes?.processingSystemId?.to ?? data.processingSystemId)
      if (to) place = to
    }
    return place
  }
  routes(processors: readonly Row[]) {
    const listed = new Set(this.#lots.map(({ id }) => id))
    const pointOf = (row: Row | undefined): Named | null => (row?.point ? { name: row.title, at: row.point.coordinates } : null)
    const sent = this.#facts.events
      .filter(({ type, subjectId, at }) => type === 'DISPATCH' && listed.has(subjectId) && dayOf(at) >= this.#from)
      .flatMap((dispatch) => {
        const part = this.#facts.links.find(({ eventId }) => eventId === dispatch.id)?.outputId ?? ''
        const received = this.#facts.events.find(({ type, data }) => type === 'GOODS_RECEIVED' && data.batchId === part)
        const from = pointOf(this.#places.get(this.#placeOf(dispatch.subjectId, dispatch.at) ?? ''))
        const to = received ? pointOf(this.#places.get(received.subjectId)) : null
        const buyer = pointOf(processors.find(({ id }) => id === this.#everyLot.get(part)?.processor_id))
        const end = to ?? buyer
        return from && end ? [{ key: `${from.name} ${from.at} → ${end.name} ${end.at}`, kg: dispatch.data.kg as number }] : []
      })
    return tableOf(
      sent,
      ({ key }) => key,
      (own) => [sum(own, ({ kg }) => kg), own.length],
    )
  }

  /** From submission (of a draft: from its making) to issue. */
  timeline() {
    const of = (id: string, type: string) => this.#facts.events.findLast((one) => one.subjectId === id && one.type === type)?.at ?? null
    return Object.fromEntries(
      this.#facts.rows.transactioncertificate.map((one) => [
        one.id,
        [
          one.status,
          of(one.id, 'SUBMITTED') ?? of(one.id, 'CREATED'),
          of(one.id, 'ISSUED'),
          sum(
            this.#facts.certified.filter(({ certificateId }) => certificateId === one.id),
            ({ kg }) => kg,
          ),
        ],
      ]),
    )
  }

  /** What each type of event brought into a lot, or took out of it; and what is on hand. */
  books(lotId: string) {
    const links = this.#facts.links
    const made = (event: Event): number =>
      sum(
        links.filter((one) => one.eventId === event.id && one.outputId === lotId),
        ({ kg }) => kg,
      )
    const taken = (event: Event): number =>
      sum(
        links.filter((one) => one.eventId === event.id && one.inputId === lotId),
        ({ kg }) => kg,
      )
    const isOwn = ({ subjectId }: Event): boolean => subjectId === lotId
    const moved = this.#facts.events.flatMap((event): { type: string; kg: number }[] => {
      const { type, data } = event
      const is = (kg: number) => (Math.abs(kg) > 1e-9 ? [{ type, kg }] : [])
      switch (type) {
        case 'HARVEST':
          return is(made(event))
        case 'PURCHASE':
          return is(isOwn(event) ? data.netKg : -taken(event))
        case 'HEAP_BUILT':
          return is(
            isOwn(event)
              ? sum(data.inputs as Row[], ({ kg }) => kg)
              : -sum(
                  (data.inputs as Row[]).filter(({ batchId }) => batchId === lotId),
                  ({ kg }) => kg,
                ),
          )
        case 'DISPATCH':
          return is(isOwn(event) ? -data.kg : made(event))
        case 'GOODS_RECEIVED': {
          const sent = this.#facts.events.find(
            ({ id }) => links.some((one) => one.outputId === lotId && one.eventId === id) && this.#events.get(id)?.type === 'DISPATCH',
          )
          return data.batchId === lotId ? is(data.netKg - (sent?.data.kg ?? data.netKg)) : []
        }
        case 'PROCESS_RUN': {
          const went = sum(
            (data.inputs as Row[]).filter(({ batchId }) => batchId === lotId),
            ({ kg }) => kg,
          )
          const product = this.#everyLot.get(lotId)?.product_id
          const isMade = links.some((one) => one.eventId === event.id && one.outputId === lotId)
          return is(
            (isMade
              ? sum(
                  (data.outputs as Row[]).filter(({ productId }) => productId === product),
                  ({ kg }) => kg,
                )
              : 0) - went,
          )
        }
        case 'BALE_PRESSED':
          if (data.batchId === lotId) return is(-data.lintKg)
          return links.some((one) => one.eventId === event.id && one.outputId === lotId) ? is(sum(data.bales as Row[], ({ kg }) => kg)) : []
        case 'OPENING_APPROVED':
          return isOwn(event)
            ? is(
                sum(
                  this.#facts.events.filter((one) => one.type === 'OPENING_STOCK' && isOwn(one)),
                  (one) => one.data.kg,
                ),
              )
            : []
        case 'LOSS':
        case 'WASTE_OUT':
          return is(isOwn(event) || data.batchId === lotId ? -data.kg : 0)
        default:
          return []
      }
    })
    return {
      moved: tableOf(
        moved,
        ({ type }) => type,
        (own) =>
          round(
            sum(own, ({ kg }) => kg),
            3,
          ),
      ),
      onHandKg: round(
        sum(moved, ({ kg }) => kg),
        3,
      ),
    }
  }

  /** The out-turn of each run of a line: what is its main output, of what went in. */
  runsOf(lineId: string, material: string) {
    return this.#facts.events
      .filter(({ subjectId, type }) => subjectId === lineId && type === 'PROCESS_RUN')
      .map(({ id, data }) => {
        const into = sum(data.inputs as Row[], ({ kg }) => kg)
        const out = sum(
          (data.outputs as Row[]).filter(({ productId }) => this.#materialOf(productId) === material),
          ({ kg }) => kg,
        )
        return { id, share: round(out / into, 5) }
      })
  }
}

/** Mean ± sigmas × the deviation of a sample; of a long history without its last thirty; null for fewer than five. */
export function limitsOf(shares: readonly number[], sigmas: number): [number, number] | null {
  const known = shares.slice(0, shares.length >= 60 ? -30 : undefined)
  if (known.length < 5) return null
  const mean = sum(known, (one) => one) / known.length
  const variance = known.reduce((total, one) => total + (one - mean) ** 2, 0) / (known.length - 1)
  return [mean - sigmas * Math.sqrt(variance), mean + sigmas * Math.sqrt(variance)]
}

/** The product's answers in the same shapes. */
export const answeredCharts = (figures: Row): Row => ({
  flows: tableOf(
    figures.flows as Row[],
    ({ from, to }) => `${from} ${to}`,
    ([one]) => round(one.kg, 2),
  ),
  cycles: tableOf(
    figures.cycles as Row[],
    ({ material }) => material,
    ([one]) => [one.lots, one.days],
  ),
  routes: tableOf(
    figures.routes as Row[],
    ({ from, to }) => `${from.name} ${from.at} → ${to.name} ${to.at}`,
    ([one]) => [one.kg, one.dispatches],
  ),
  timeline: Object.fromEntries(
    figures.certificates.map(({ id, status, at, issuedAt, kg }: Row) => [id, [status, Date.parse(at), issuedAt === null ? null : Date.parse(issuedAt), kg]]),
  ),
})
export const answeredBooks = ({ items, onHandKg }: Row): Row => {
  let before = 0
  const moved = (items as Row[]).flatMap(({ balanceKg, event }) => {
    const kg = balanceKg - before
    before = balanceKg
    return event.status === 'RECORDED' ? [{ type: event.eventType as string, kg }] : []
  })
  const table = tableOf(
    moved,
    ({ type }) => type,
    (own) =>
      round(
        sum(own, ({ kg }) => kg),
        3,
      ),
  )
  return { moved: Object.fromEntries(Object.entries(table).filter(([, kg]) => kg !== 0)), onHandKg }
}
