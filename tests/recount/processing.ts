// The figures of /procdashboard (domain dictionary 11.2) counted once more, in plain code over receipts, runs, presses and dispatches as they were recorded:
// what the product answers must be this.
import { asDay, count, dayOf, daysFrom, type Event, type Facts, mondayOf, percentile, type Row, round, sum } from './facts.ts'
import { tableOf } from './season.ts'

const share = (part: number, whole: number): number => (whole > 0 ? round(part / whole, 5) : 0)
const claimOf = (lot: Row | undefined): string => lot?.claim_status ?? 'CONVENTIONAL'

export class ProcessingCount {
  readonly lots: Row[]
  readonly #facts: Facts
  readonly #everyLot: Map<string, Row>
  readonly #materials: Map<string, string>
  readonly #runs: Event[]
  readonly #from: string
  readonly #today: string

  /** `everyLot`: rows of all lots of the programme, listed or not: runs of a line name others' lots. */
  constructor(facts: Facts, everyLot: readonly Row[], { seasonId, today }: { seasonId: string | null; today: string }) {
    const season = facts.rows.season.find(({ id }) => id === seasonId)
    const first = asDay(season?.start_date)
    this.#today = today
    this.#from = first && first < today ? first : new Date(Date.parse(today) - 365 * 86_400_000).toISOString().slice(0, 10)
    this.#facts = facts
    this.#everyLot = new Map(everyLot.map((one) => [one.id, one]))
    this.#materials = new Map(facts.rows.product.map(({ id, material }) => [id, material]))
    this.lots = facts.rows.productbatch.filter((one) => one.unit_type !== 'FARM_LOT' && (!seasonId || one.season_id === seasonId))
    const lines = new Set(facts.rows.processingsystem.map(({ id }) => id))
    this.#runs = facts.events.filter(({ subjectId, at }) => lines.has(subjectId) && dayOf(at) >= this.#from)
  }

  #ofLines = (type: string): Event[] => this.#runs.filter((one) => one.type === type)
  #ofLot = (id: string, ...types: string[]): Event[] => this.#facts.events.filter(({ subjectId, type }) => subjectId === id && types.includes(type))
  #dispatches(): Event[] {
    const own = new Set(this.lots.map(({ id }) => id))
    return this.#facts.events.filter(({ type, subjectId, at }) => type === 'DISPATCH' && own.has(subjectId) && dayOf(at) >= this.#from)
  }

  weeks() {
    const moved = [
      ...this.#ofLines('GOODS_RECEIVED').map(({ at, data }) => ({ at, lot: data.batchId, received: data.netKg, processed: 0, sent: 0 })),
      ...this.#ofLines('PROCESS_RUN').flatMap(({ at, data }) =>
        data.inputs.map((one: Row) => ({ at, lot: one.batchId, received: 0, processed: one.kg, sent: 0 })),
      ),
      ...this.#dispatches().map(({ at, subjectId, data }) => ({ at, lot: subjectId, received: 0, processed: 0, sent: data.kg })),
    ]
    return tableOf(
      moved,
      ({ at, lot }) => `${mondayOf(dayOf(at))} ${claimOf(this.#everyLot.get(lot))}`,
      (own) => [sum(own, (one) => one.received), sum(own, (one) => one.processed), sum(own, (one) => one.sent)],
    )
  }

  /** Of each process: kilograms in, of each output its kilograms and share, lost and vanished. A process that leaves the material as it is has a share of its own material. */
  yields() {
    const materialOf = (lotId: string): string => this.#materials.get(this.#everyLot.get(lotId)?.product_id) ?? 'OTHER'
    const runs = [
      ...this.#ofLines('PROCESS_RUN').map(({ data }) => ({
        process: data.process as string,
        inputs: data.inputs.map(({ batchId, kg }: Row) => ({ material: materialOf(batchId), kg })),
        outputs: data.outputs.map(({ productId, kg }: Row) => ({ material: this.#materials.get(productId) ?? 'OTHER', kg })),
        waste: data.wasteKg ?? 0,
        invisible: data.invisibleKg ?? 0,
      })),
      ...this.#ofLines('BALE_PRESSED').map(({ data }) => ({
        process: 'PRESSING',
        inputs: [{ material: materialOf(data.batchId), kg: data.lintKg }],
        outputs: data.bales.map(({ kg }: Row) => ({ material: 'BALE', kg })),
        waste: 0,
        invisible: data.lintKg - sum(data.bales as Row[], ({ kg }) => kg),
      })),
    ]
    return tableOf(
      runs,
      ({ process }) => process,
      (own) => {
        const inputs = own.flatMap(({ inputs: list }) => list)
        const inKg = sum(inputs, ({ kg }) => kg)
        const isAlike = own.some(({ process }) => process === 'DYEING_FINISHING' || process === 'CLEANING')
        return {
          inKg: round(inKg, 3),
          runs: own.length,
          waste: [
            round(
              sum(own, ({ waste }) => waste),
              3,
            ),
            share(
              sum(own, ({ waste }) => waste),
              inKg,
            ),
          ],
          invisible: [
            round(
              sum(own, ({ invisible }) => invisible),
              3,
            ),
            share(
              sum(own, ({ invisible }) => invisible),
              inKg,
            ),
          ],
          outputs: tableOf(
            own.flatMap(({ outputs }) => outputs as { material: string; kg: number }[]),
            ({ material }) => material,
            (made) => {
              const kg = sum(made, (one) => one.kg)
              const of = isAlike
                ? sum(
                    inputs.filter(({ material }: Row) => material === made[0]?.material),
                    (one: Row) => one.kg,
                  )
                : inKg
              return [round(kg, 3), share(kg, of)]
            },
          ),
        }
      },
    )
  }

  lines() {
    return tableOf(
      this.#ofLines('PROCESS_RUN'),
      ({ subjectId }) => subjectId,
      (own) => {
        const kg = sum(own, ({ data }) => sum(data.inputs as Row[], (one) => one.kg))
        const days = new Set(own.map(({ at }) => dayOf(at))).size
        const capacity = Number(this.#facts.rows.processingsystem.find(({ id }) => id === own[0]?.subjectId)?.capacity_kg_per_day)
        return [days, kg, capacity ? round(kg / (capacity * days), 6) : null]
      },
    )
  }

  /** |received − sent| / sent, of the dispatch that made the lot that came. */
  receipts() {
    const dispatches = new Map(this.#facts.events.filter(({ type }) => type === 'DISPATCH').map((one) => [one.id, one]))
    const variances = this.#ofLines('GOODS_RECEIVED').map(({ data }) => {
      const link = this.#facts.links.find(({ outputId, eventId }) => outputId === data.batchId && dispatches.has(eventId))
      const sent = dispatches.get(link?.eventId ?? '')?.data.kg
      return Math.abs(data.netKg - sent) / sent
    })
    return [variances.length, percentile(variances, 0.5), percentile(variances, 0.95)].map((one) => (one === null ? null : round(one, 6)))
  }

  /** Since it was received where it lies, or else made. */
  stock() {
    const lying = this.lots.filter((one) => Number(one.on_hand_kg) > 0)
    return tableOf(
      lying,
      (one) => {
        const received = this.#ofLot(one.id, 'RECEIVED').at(-1)?.at
        const days = Math.max(0, daysFrom(received === undefined ? (asDay(one.produced_on) ?? this.#today) : dayOf(received), this.#today))
        return `${claimOf(one)} ${days <= 30 ? '0-30' : days <= 60 ? '31-60' : days <= 90 ? '61-90' : '91+'}`
      },
      (own) => [sum(own, (one) => one.on_hand_kg), sum(own, (one) => Math.min(one.on_hand_kg, one.certifiable_kg ?? 0)), own.length],
    )
  }

  /** Kilograms of lots that are restricted, and the days since what restricts them began. */
  restricted() {
    const lots = this.lots.filter((one) => ['QUARANTINED', 'RECALLED'].includes(one.status) && Number(one.on_hand_kg) > 0)
    return Object.fromEntries(lots.map((one) => [one.id, [Number(one.on_hand_kg), this.#restrictedSince(one.id)]]))
  }
  #restrictedSince(id: string): number {
    let since: { key: string; at: number }[] = []
    for (const { id: event, type, at, data } of this.#ofLot(id, 'QUARANTINE', 'RECALL', 'LAB_RESULT', 'RELEASE', 'RECALL_ENDED', 'HOLD_LIFTED')) {
      if (type === 'QUARANTINE') since.push({ key: event, at })
      if (type === 'RECALL') since.push({ key: data.caseId, at })
      if (type === 'LAB_RESULT' && data.result === 'POSITIVE') since.push({ key: `test ${data.kind}`, at })
      if (type === 'LAB_RESULT' && data.result === 'NEGATIVE') since = since.filter(({ key }) => key !== `test ${data.kind}`)
      if (type === 'RELEASE') since = since.filter(({ key }) => key.startsWith('test') && !data.downgrade)
      if (type === 'RECALL_ENDED') since = since.filter(({ key }) => key !== data.caseId)
      if (type === 'HOLD_LIFTED') since = since.filter(({ key }) => key !== data.holdEventId)
    }
    const first = since.map(({ at }) => at).toSorted((one, other) => one - other)[0]
    return first === undefined ? -1 : daysFrom(dayOf(first), this.#today)
  }

  /** Followed back through every lot to crops whose plot has a boundary; what came from nowhere is not traced. */
  traced() {
    const mapped = new Set(this.#mappedCrops())
    const into = Map.groupBy(this.#facts.links, ({ outputId }) => outputId)
    const known = new Map<string, number>()
    const shareOf = (lot: string): number => {
      const found = known.get(lot)
      if (found !== undefined) return found
      known.set(lot, 0)
      const parts = into.get(lot) ?? []
      const linked = sum(parts, ({ kg }) => kg)
      const made = sum(this.#ofLot(lot, 'OPENING_APPROVED'), () => sum(this.#ofLot(lot, 'OPENING_STOCK'), ({ data }) => data.kg))
      const traced = sum(parts, ({ inputKind, inputId, kg }) => kg * (inputKind === 'crop' ? (mapped.has(inputId) ? 1 : 0) : shareOf(inputId)))
      const result = linked + made > 0 ? traced / (linked + made) : 0
      known.set(lot, result)
      return result
    }
    const lying = this.lots.filter((one) => Number(one.on_hand_kg) > 0)
    const kg = sum(lying, (one) => one.on_hand_kg * shareOf(one.id))
    const all = sum(lying, (one) => one.on_hand_kg)
    return [round(all, 3), round(kg, 2), all > 0 ? round(kg / all, 5) : null]
  }
  #mappedCrops(): string[] {
    return this.#everyCrop.flatMap(({ id, isMapped }) => (isMapped ? [id] : []))
  }
  #everyCrop: { id: string; isMapped: boolean }[] = []
  withCrops(list: { id: string; isMapped: boolean }[]): this {
    this.#everyCrop = list
    return this
  }

  /** Certified goods received by companies, and how much of them stands on certificates that are issued. */
  cover(certificates: readonly Row[]) {
    const systems = new Map(this.#facts.rows.processingsystem.map((one) => [one.id, one]))
    const seen = new Map(this.lots.map((one) => [one.id, one]))
    const shipped = certificates.filter(({ status }) => status === 'ISSUED').flatMap(({ shipments }) => shipments as Row[])
    const sent = new Map(this.#facts.events.filter(({ type }) => type === 'DISPATCH').map((one) => [one.id, one.data.kg as number]))
    const received = this.#ofLines('GOODS_RECEIVED').flatMap(({ subjectId, data }) => {
      const lot = seen.get(data.batchId)
      const holder = systems.get(subjectId)?.processor_id
      if (!holder || !lot || claimOf(lot) === 'CONVENTIONAL') return []
      const dispatch = this.#facts.links.find(({ outputId, eventId }) => outputId === data.batchId && sent.has(eventId))?.eventId ?? ''
      const on = sum(
        shipped.filter(({ dispatchId }) => dispatchId === dispatch),
        ({ netKg }) => netKg,
      )
      const material = this.#materials.get(lot.product_id)
      return [
        {
          key: `${holder} ${material} ${claimOf(lot)}`,
          lot: lot.id,
          kg: data.netKg,
          covered: round(data.netKg * Math.min(1, on / (sent.get(dispatch) ?? 1)), 3),
        },
      ]
    })
    return tableOf(
      received,
      ({ key }) => key,
      (own) => {
        const [kg, covered] = [sum(own, (one) => one.kg), sum(own, (one) => one.covered)]
        return [new Set(own.map(({ lot }) => lot)).size, kg, covered, round(Math.max(0, 1 - covered / kg), 6)]
      },
    )
  }

  bales() {
    const own = new Set(this.lots.flatMap(({ id, unit_type: unit }) => (unit === 'BALE_LOT' ? [id] : [])))
    const weights = this.#facts.events
      .filter(({ type, id }) => type === 'BALE_PRESSED' && this.#facts.links.some(({ eventId, outputId }) => eventId === id && own.has(outputId)))
      .flatMap(({ data }) => data.bales.map(({ kg }: Row) => kg as number))
    return [weights.length, weights.length ? round(sum(weights, (kg) => kg) / weights.length, 1) : null, count(weights, (kg) => kg < 140 || kg > 230)]
  }
}

/** The product's answer in the same shape. */
export const answeredProcessing = (figures: Row): Row => ({
  weeks: tableOf(
    figures.weeks as Row[],
    ({ week, claim }) => `${week} ${claim}`,
    ([one]) => [one.receivedKg, one.processedKg, one.dispatchedKg],
  ),
  yields: tableOf(
    figures.yields as Row[],
    ({ process }) => process,
    ([one]) => ({
      inKg: one.inKg,
      runs: one.runs,
      waste: [one.wasteKg, one.wasteShare],
      invisible: [one.invisibleKg, one.invisibleShare],
      outputs: tableOf(
        one.outputs as Row[],
        ({ material }) => material,
        ([out]) => [out.kg, out.share],
      ),
    }),
  ),
  lines: tableOf(
    figures.lines as Row[],
    ({ id }) => id,
    ([one]) => [one.runDays, one.processedKg, one.capacityShare === null ? null : round(one.capacityShare, 6)],
  ),
  receipts: [figures.receipts.count, figures.receipts.p50, figures.receipts.p95].map((one) => (one === null ? null : round(one, 6))),
  stock: tableOf(
    figures.stock as Row[],
    ({ claim, age }) => `${claim} ${age}`,
    ([one]) => [one.kg, one.uncertifiedKg, one.lots],
  ),
  restricted: Object.fromEntries(figures.restricted.map(({ id, kg, days }: Row) => [id, [kg, days]])),
  traced: [
    figures.traceability.onHandKg,
    round(figures.traceability.mappedKg, 2),
    figures.traceability.share === null ? null : round(figures.traceability.share, 5),
  ],
  cover: tableOf(
    figures.cover as Row[],
    ({ holderId, material, claim }) => `${holderId} ${material} ${claim}`,
    ([one]) => [one.lots, one.receivedKg, one.coveredKg, round(one.gapShare, 6)],
  ),
  bales: [figures.bales.count, figures.bales.meanKg, figures.bales.outside],
})
export const countedProcessing = (of: ProcessingCount, certificates: readonly Row[]): Row => ({
  weeks: of.weeks(),
  yields: of.yields(),
  lines: of.lines(),
  receipts: of.receipts(),
  stock: of.stock(),
  restricted: of.restricted(),
  traced: of.traced(),
  cover: of.cover(certificates),
  bales: of.bales(),
})
