// The figures of /dashboard (domain dictionary 11.1) counted once more, in plain code over what was recorded: what the product answers must be this.
import { asDay, count, dayOf, daysFrom, type Event, type Facts, monthsLater, percentile, type Row, round, sum } from './facts.ts'

export type Question = { seasonId: string | null /** Of the operator at whose address it is asked. */; operatorId: string | null; today: string }
const isLost = ({ status }: Row): boolean => status === 'CANCELLED' || status === 'FAILED'
const isForSale = ({ role }: Row): boolean => role === 'MAIN' || role === 'INTERCROP'
const isDecided = (result: unknown): boolean => result === 'APPROVED' || result === 'CONDITIONAL'

export class SeasonCount {
  readonly facts: Facts
  readonly question: Question
  readonly season: Row | undefined
  readonly crops: Row[]
  readonly lots: Row[]
  readonly active: Row[]
  readonly plots: Row[]
  readonly #own: Map<string, Event[]>

  constructor(facts: Facts, question: Question) {
    const { rows, events } = facts
    const isOf = ({ season_id: id }: Row): boolean => question.seasonId === null || id === question.seasonId
    this.facts = facts
    this.question = question
    this.season = rows.season.find(({ id }) => id === question.seasonId)
    this.crops = rows.crop.filter(isOf)
    this.lots = rows.productbatch.filter((lot) => lot.unit_type !== 'FARM_LOT' && isOf(lot))
    this.active = rows.farmer.filter(({ status }) => status === 'ACTIVE')
    this.plots = rows.landparcel.filter(({ status }) => status !== 'RETIRED')
    this.#own = Map.groupBy(events, ({ subjectId }) => subjectId)
  }

  of(id: string, ...types: string[]): Event[] {
    return (this.#own.get(id) ?? []).filter(({ type }) => types.includes(type))
  }

  farmers() {
    const { active, season, question, facts } = this
    const [from, to] = [asDay(season?.start_date), asDay(season?.end_date)]
    const schemes = facts.rows.scopecertificate.filter(
      ({ status, collective_id: group }) => question.operatorId && group === question.operatorId && ['PROPOSED', 'VALID', 'SUSPENDED'].includes(status),
    )
    const limits = schemes.flatMap(({ scheme_id: id }) => facts.rows.scheme.find((one) => one.id === id)?.group_max ?? [])
    return {
      active: active.length,
      women: count(active, ({ gender }) => gender === 'F'),
      joined: count(active, ({ joined_on: day }) => from && to && (asDay(day) ?? '') >= from && (asDay(day) ?? '') <= to),
      groupMax: limits.length ? Math.min(...limits) : null,
    }
  }

  parcels() {
    const { plots } = this
    return { live: plots.length, mapped: count(plots, ({ boundary }) => boundary), verified: count(plots, ({ status }) => status === 'VERIFIED') }
  }

  /** Of a member: on the person, the crops and the plots, of this season or of each. */
  visits(farmerId: string): Event[] {
    const { rows } = this.facts
    const { seasonId } = this.question
    const ofCrops = rows.crop.filter((one) => one.farmer_id === farmerId)
    return [
      ...this.of(farmerId, 'INTERNAL_INSPECTION'),
      ...rows.landparcel.filter((one) => one.farmer_id === farmerId).flatMap(({ id }) => this.of(id, 'INTERNAL_INSPECTION')),
      ...ofCrops.flatMap(({ id, season_id: of }) => this.of(id, 'INTERNAL_INSPECTION').map((one) => ({ ...one, data: { ...one.data, seasonId: of } }))),
    ].filter(({ data }) => seasonId === null || data.seasonId === seasonId)
  }

  /** What the committee decided last of each member in each season. */
  #decisions(): Map<string, string> {
    const found = new Map<string, string>()
    for (const { type, data } of this.facts.events)
      if (type === 'APPROVAL_COMMITTEE') for (const { farmerId, result } of data.decisions ?? []) found.set(`${farmerId} ${data.seasonId}`, result)
    return found
  }

  results(farmerId: string): string[] {
    const { seasonId } = this.question
    return [...this.#decisions()].flatMap(([key, result]) => {
      const [farmer, season] = key.split(' ')
      return farmer === farmerId && (seasonId === null || season === seasonId) ? [result] : []
    })
  }

  /** Two visits of a season are two from 30 days apart. */
  inspections() {
    const isSecond = (farmerId: string) =>
      [...Map.groupBy(this.visits(farmerId), ({ data }) => data.seasonId).values()].some((own) => {
        const days = own.map(({ at }) => dayOf(at)).toSorted()
        return days.some((day) => daysFrom(days[0] ?? day, day) >= 30)
      })
    const { active } = this
    return {
      active: active.length,
      first: count(active, ({ id }) => this.visits(id).length > 0),
      second: count(active, ({ id }) => isSecond(id)),
      approved: count(active, ({ id }) => this.results(id).some(isDecided)),
      decided: count(active, ({ id }) => this.results(id).length > 0),
    }
  }

  plan() {
    const { planevent, crop, croppingsystem } = this.facts.rows
    const seasons = new Map([...crop, ...croppingsystem].map((one) => [one.id, one.season_id]))
    const steps = planevent.filter((one) => {
      const season = seasons.get(one.crop_id) ?? seasons.get(one.cropping_system_id)
      return one.mandatory && season && (this.question.seasonId === null || season === this.question.seasonId)
    })
    const of = (name: string) => count(steps, ({ status }) => status === name)
    return { onTime: of('DONE_ON_TIME'), late: of('DONE_LATE'), missed: of('MISSED'), due: of('DUE') }
  }

  /** Where all published rules need the same points and allow the same findings. */
  compliance() {
    const judged = this.crops.filter((one) => one.compliance_score !== null && !isLost(one))
    const packs = this.facts.rows.schemepop.filter(({ status }) => status === 'PUBLISHED')
    const pass = Math.max(...packs.map((one) => Number(one.pass_score)))
    const mostMajor = Math.min(...packs.map((one) => (one.max_major === null ? Number.POSITIVE_INFINITY : Number(one.max_major))))
    const open = (cropId: string, severity: string) =>
      count(this.facts.rows.nonconformity, (one) => one.crop_id === cropId && one.severity === severity && one.status !== 'CLOSED')
    const area = sum(judged, (one) => one.area_ha)
    return {
      score: area > 0 ? round(sum(judged, (one) => one.compliance_score * one.area_ha) / area, 1) : null,
      judged: judged.length,
      failing: count(judged, (one) => open(one.id, 'CRITICAL') > 0 || open(one.id, 'MAJOR') > mostMajor || one.compliance_score < pass),
    }
  }

  nonConformities() {
    const open = this.facts.rows.nonconformity.filter(({ status }) => status !== 'CLOSED')
    return {
      bySeverity: Object.fromEntries([...Map.groupBy(open, ({ severity }) => severity)].map(([severity, own]) => [severity, own.length])),
      medianDays: percentile(
        open.map((one) => daysFrom(asDay(one.opened_on) ?? '', this.question.today)),
        0.5,
      ),
    }
  }

  /** The estimate that was approved last, of the kilograms to a hectare; a loss lowers what was estimated before it. */
  estimateOf(crop: Row): number | null {
    let [latest, approved]: [number | null, number | null] = [null, null]
    for (const { type, data } of this.of(crop.id, 'YIELD_ESTIMATE', 'ESTIMATE_APPROVED', 'CROP_LOSS')) {
      if (type === 'YIELD_ESTIMATE') latest = data.kgPerHa * crop.area_ha
      else if (type === 'ESTIMATE_APPROVED') [approved, latest] = [latest ?? approved, null]
      else [approved, latest] = [approved, latest].map((kg) => (kg === null ? null : kg * (1 - data.share))) as [number | null, number | null]
    }
    return approved === null ? null : round(approved, 3)
  }

  /** The norm of the programme for this water, at its most, times the factor of the season (BR-06). */
  capOf(crop: Row): number {
    const { croptype, croppingsystem, season } = this.facts.rows
    const regime = croppingsystem.find(({ id }) => id === crop.cropping_system_id)?.water_regime
    const norm = croptype.find(({ id }) => id === crop.crop_type_id)?.yield_norms?.find((one: Row) => one.waterRegime === regime)
    const factor = Number(season.find(({ id }) => id === crop.season_id)?.yield_factor ?? 1)
    return round((norm?.maxKgPerHa ?? 0) * crop.area_ha * factor, 3)
  }

  harvestedOf = (crop: Row): number => sum(this.of(crop.id, 'HARVEST'), ({ data }) => data.kg)
  purchasedOf(crop: Row): number {
    this.#bought ??= Map.groupBy(
      this.facts.events.filter(({ type }) => type === 'PURCHASE'),
      ({ data }) => data.cropId,
    )
    return sum(this.#bought.get(crop.id) ?? [], ({ data }) => data.netKg)
  }
  #bought: Map<string, Event[]> | undefined

  /** Of each crop type: kilograms by claim, of crops that are still there or of which something was picked. */
  sums(cropTypeId: string) {
    const counted = this.crops.filter((one) => one.crop_type_id === cropTypeId && isForSale(one) && (!isLost(one) || this.harvestedOf(one) > 0))
    return [...Map.groupBy(counted, (one) => one.claim_status ?? 'none')]
      .map(([claim, own]) => ({
        claim,
        areaHa: sum(
          own.filter((one) => one.role === 'MAIN' && !isLost(one)),
          (one) => one.area_ha,
        ),
        capKg: sum(own, (one) => this.capOf(one)),
        estimatedKg: sum(own, (one) => this.estimateOf(one)),
        harvestedKg: sum(own, this.harvestedOf),
        purchasedKg: sum(own, (one) => this.purchasedOf(one)),
      }))
      .toSorted((one, other) => (one.claim < other.claim ? -1 : 1))
  }

  /** Σ min(estimate × 1.1, ceiling) − purchased, of each crop and never below nought; a certified one without an estimate has none (BR-08). */
  headroom(cropTypeId: string): number {
    const counted = this.crops.filter((one) => one.crop_type_id === cropTypeId && isForSale(one) && !isLost(one))
    return sum(counted, (one) => {
      const estimate = this.estimateOf(one)
      if (estimate === null && one.claim_status !== 'CONVENTIONAL') return 0
      return Math.max(0, Math.min(estimate === null ? Number.POSITIVE_INFINITY : estimate * 1.1, this.capOf(one)) - this.purchasedOf(one))
    })
  }

  proof(cropTypeId: string) {
    const grown = this.crops.filter((one) => one.crop_type_id === cropTypeId && isForSale(one) && !isLost(one))
    const isProven = (one: Row) =>
      this.of(one.id, 'SOWING').some(({ data }) => data.nonGmProofKind) || this.of(one.id, 'SEED_RECEIPT').some(({ data }) => data.nonGmProofKind)
    const proven = grown.filter((one) => this.of(one.id, 'SOWING').length > 0 && isProven(one))
    return { done: sum(proven, (one) => one.area_ha), of: sum(grown, (one) => one.area_ha) }
  }

  tickets(): (Event & { crop: Row; lot: Row })[] {
    const crops = new Map(this.facts.rows.crop.map((one) => [one.id, one]))
    return this.lots
      .flatMap((lot) => this.of(lot.id, 'PURCHASE').map((one) => ({ ...one, lot, crop: crops.get(one.data.cropId) })))
      .filter(({ crop }) => crop)
      .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
  }

  /** Payments of a member count for his oldest tickets first; a ticket is due after 15 days. */
  price(cropTypeId: string, now: number) {
    const all = this.tickets()
    const own = all.filter(({ crop }) => crop.crop_type_id === cropTypeId)
    if (own.length === 0) return null
    const term = 15 * 86_400_000
    const from = this.season ? Date.parse(`${asDay(this.season.start_date)}T00:00:00Z`) : 0
    const paidTo = (farmerId: string, until: number) =>
      sum(
        this.of(farmerId, 'PAYMENT').filter(({ at, data }) => at <= until && at >= from && ['PRICE', 'ADVANCE'].includes(data.kind)),
        ({ data }) => data.amount,
      )
    const owedWith = (ticket: (typeof all)[number]) =>
      sum(
        all.slice(0, all.indexOf(ticket) + 1).filter(({ crop }) => crop.farmer_id === ticket.crop.farmer_id),
        ({ data }) => Math.round(data.netKg * data.pricePerKg) - (data.deductions ?? 0),
      )
    const claimOf = (ticket: (typeof all)[number]) =>
      this.facts.links.find(({ eventId, outputId }) => eventId === ticket.id && outputId === ticket.lot.id)?.claim ?? 'CONVENTIONAL'
    const certified = own.filter((one) => claimOf(one) !== 'CONVENTIONAL')
    const due = own.filter(({ at }) => at + term <= now)
    const kg = (list: typeof own) => sum(list, ({ data }) => data.netKg)
    return {
      perKg: Math.round(sum(own, ({ data }) => data.netKg * data.pricePerKg) / kg(own)),
      premiumPerKg: certified.length ? Math.round(sum(certified, ({ data }) => data.netKg * (data.premiumPerKg ?? 0)) / kg(certified)) : null,
      onTime: own.some(({ crop }) => paidTo(crop.farmer_id, Number.POSITIVE_INFINITY) > 0)
        ? { done: count(due, (one) => owedWith(one) <= paidTo(one.crop.farmer_id, one.at + term)), of: due.length }
        : null,
    }
  }

  tests() {
    const done = this.facts.rows.productbatch
      .filter((lot) => this.question.seasonId === null || lot.season_id === this.question.seasonId)
      .flatMap(({ id }) => this.of(id, 'LAB_RESULT'))
      .filter(({ data }) => data.kind === 'GMO')
    return { done: done.length, positive: count(done, ({ data }) => data.result === 'POSITIVE') }
  }

  scope() {
    const { today, operatorId } = this.question
    const valid = this.facts.rows.scopecertificate.filter(
      (one) =>
        one.status === 'VALID' &&
        (asDay(one.valid_from) ?? '') <= today &&
        (asDay(one.valid_to) ?? '') >= today &&
        (!operatorId || one.collective_id === operatorId),
    )
    return { valid: valid.length, daysLeft: valid.length ? Math.min(...valid.map((one) => daysFrom(today, asDay(one.valid_to) ?? ''))) : null }
  }

  certificates() {
    const { operatorId } = this.question
    const own = this.facts.rows.transactioncertificate.filter((one) => !operatorId || one.collective_id === operatorId)
    const days = own.flatMap(({ id }) => {
      const [issued, submitted] = [this.of(id, 'ISSUED').at(-1), this.of(id, 'SUBMITTED').at(-1)]
      return issued && submitted ? [(issued.at - submitted.at) / 86_400_000] : []
    })
    const median = percentile(days, 0.5)
    return {
      byState: Object.fromEntries([...Map.groupBy(own, ({ status }) => status)].map(([status, list]) => [status, list.length])),
      medianDays: median === null ? null : round(median, 1),
    }
  }

  /** From when an annual crop of the plot is organic (BR-04). */
  #organicFrom(plot: Row): string {
    const clean = asDay(plot.last_prohibited_input_on)
    const start = asDay(plot.conversion_counts_from) ?? asDay(plot.conversion_start) ?? ''
    const after = clean ? new Date(Date.parse(clean) + 86_400_000).toISOString().slice(0, 10) : ''
    return monthsLater(
      monthsLater(after > start ? after : start, plot.retro_confirmed_at ? -Number(plot.retro_months ?? 0) : 0),
      Number(plot.conversion_months ?? 24),
    )
  }
  conversion() {
    const bucketOf = (plot: Row): string => {
      if (plot.conversion_start === null) return 'NOT_STARTED'
      const is = (months: number) => monthsLater(this.#organicFrom(plot), -months) <= this.question.today
      return is(0) ? 'ORGANIC' : is(6) ? 'UNDER_6' : is(12) ? 'UNDER_12' : is(18) ? 'UNDER_18' : 'UNDER_24'
    }
    return Object.fromEntries(
      [...Map.groupBy(this.plots, bucketOf)].map(([bucket, own]) => [
        bucket,
        [
          own.length,
          round(
            sum(own, (one) => one.mapped_area_ha ?? one.declared_area_ha),
            4,
          ),
        ],
      ]),
    )
  }

  /** A visit with a checklist has its photos at the answers. */
  #hasPhoto({ data }: Event): boolean {
    const answered = data.inspectionId ? this.of(data.inspectionId, 'ANSWERED') : []
    return (data.files ?? []).length > 0 || answered.some((one) => one.data.answers?.some(({ files }: Row) => files?.length > 0))
  }
  quality() {
    const { rows } = this.facts
    const visits = rows.farmer.flatMap(({ id }) => this.visits(id))
    // That a record was made or edited is no event of the field.
    const onCrops = this.crops.flatMap(({ id }) => this.everyOf(id)).filter(({ type }) => !['CREATED', 'EDITED', 'DELETED', 'EVENT_VOIDED'].includes(type))
    const visited = new Set(visits.map(({ id }) => id))
    const own = [...onCrops.filter(({ id }) => !visited.has(id)), ...visits].filter(({ source, recordedBy }) => source !== 'IMPORT' && recordedBy)
    const onTime = count(own, ({ at, recordedAt }) => recordedAt - at <= 14 * 86_400_000)
    const consents = (one: Row) => (one.consent ?? []).some((given: Row) => given.purpose === 'CERTIFICATION' && !given.withdrawnAt)
    const members = (is: (one: Row) => unknown): [number, number] => [count(this.active, is), this.active.length]
    return {
      boundary: [this.parcels().mapped, this.parcels().live],
      phone: members(({ phone }) => phone),
      consent: members(consents),
      contract: members((one) => one.contract_signed_on),
      onTime: [onTime, own.length],
      photo: [count(visits, (one) => this.#hasPhoto(one)), visits.length],
    } as Record<string, [number, number]>
  }
  everyOf = (id: string): Event[] => this.#own.get(id) ?? []

  // Charts.

  areas() {
    const seasons = this.facts.rows.season.toSorted((one, other) => ((asDay(one.start_date) ?? '') < (asDay(other.start_date) ?? '') ? 1 : -1)).slice(0, 8)
    const counted = this.facts.rows.crop.filter((one) => one.role === 'MAIN' && !isLost(one) && seasons.some(({ id }) => id === one.season_id))
    return tableOf(
      counted,
      (one) => `${one.season_id} ${one.crop_type_id} ${one.claim_status}`,
      (own) =>
        round(
          sum(own, (one) => one.area_ha),
          4,
        ),
    )
  }
  clauses() {
    const { crop, nonconformity } = this.facts.rows
    const seasons = new Map(crop.map((one) => [one.id, one.season_id]))
    const [from, to] = [asDay(this.season?.start_date) ?? '', asDay(this.season?.end_date) ?? '']
    const counted = nonconformity.filter((one) => {
      if (!this.season) return true
      const opened = asDay(one.opened_on) ?? ''
      return seasons.has(one.crop_id) ? seasons.get(one.crop_id) === this.season.id : opened >= from && opened <= to
    })
    return tableOf(
      counted,
      (one) => one.clause ?? one.rule,
      (own) => own.length,
    )
  }
  /** How many members each has seen: in the first round, and later. */
  inspectors() {
    const seen = this.facts.rows.farmer.flatMap(({ id }) => this.visits(id).map(({ recordedBy, data }) => ({ id, recordedBy, round: data.round })))
    return tableOf(
      seen,
      (one) => one.recordedBy ?? '',
      (own) => [
        new Set(own.flatMap(({ id, round: no }) => (no === 1 ? [id] : []))).size,
        new Set(own.flatMap(({ id, round: no }) => (no > 1 ? [id] : []))).size,
      ],
    )
  }
  deliveries() {
    return tableOf(
      this.tickets(),
      ({ at, crop }) => `${dayOf(at)} ${crop.crop_type_id}`,
      (own) => [
        round(
          sum(own, ({ data }) => data.netKg),
          3,
        ),
        own.length,
      ],
    )
  }
  funnel() {
    const mapped = this.active.filter(({ id }) => this.plots.some((one) => one.farmer_id === id && one.boundary))
    const approved = mapped.filter(({ id }) => this.results(id).some(isDecided))
    const delivered = approved.filter(({ id }) => this.crops.some((one) => one.farmer_id === id && this.purchasedOf(one) > 0))
    return { farmers: this.active.length, mapped: mapped.length, approved: approved.length, delivered: delivered.length }
  }
}

export const tableOf = <T, V>(list: readonly T[], key: (one: T) => string, of: (own: T[]) => V): Record<string, V> =>
  Object.fromEntries([...Map.groupBy(list, key)].map(([name, own]): [string, V] => [name, of(own)]).toSorted(([one], [other]) => (one < other ? -1 : 1)))
