// From members to pickings, operator by operator: tables through the import, decisions by those who take them.
// Boundaries are verified and estimates approved by somebody else than who entered them (BR-24).
import { csvText } from '#domain/exchange/csv.ts'
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { loadChecklist, planVisits, visitWithChecklist } from './load-inspections.ts'
import { handOutSeed } from './load-seed.ts'
import type { Places } from './load-setup.ts'
import type { Parcel } from './parcels.ts'
import { type KnownPlot, plotKey, sendBoundaries, sentPlots } from './phone-boundaries.ts'
import { VisitsByPhone } from './phone-visits.ts'
import type { Operator } from './places.ts'
import type { Programme } from './programme.ts'
import { cropTable, eventTable, systemEventTable } from './season-tables.ts'
import { staffFor } from './staff.ts'
import { type File, rowsOf } from './table.ts'
import { farmerTable, landownerTable, parcelTable } from './tables.ts'

export type Step = { label: string; run(): Promise<unknown> }

export function fieldSteps(client: DemoClient, programme: Programme, places: Places, code: Operator['code']): Step[] {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const administrator = staffFor('ADMIN', code)
  const { calendar } = programme
  const members = programme.farmers.filter((farmer) => farmer.operator === code)
  const load = (entity: string, file: File, kind = 'records') => client.load(manager, code, entity, kind, file.name, rowsOf(file, code))
  const memberEvents = (
    type: string,
    is: (member: (typeof members)[number]) => boolean,
    on: (member: (typeof members)[number]) => string,
    more: Record<string, string> = {},
  ): Promise<unknown> => {
    const rows = members.filter(is).map((member) => [member.memberNo, type, on(member), ...Object.values(more)])
    return rows.length
      ? client.load(
          manager,
          code,
          'farmer',
          'events',
          `${type.toLowerCase()}.csv`,
          csvText(['member_no', 'event_type', 'occurred_on', ...Object.keys(more)], rows),
        )
      : Promise.resolve()
  }
  const events = splitEvents(rowsOf(eventTable(programme), code))
  return [
    { label: `${members.length} farmers`, run: () => load('farmer', farmerTable(programme)) },
    { label: 'landowners', run: () => load('landowner', landownerTable(programme)) },
    { label: 'plots', run: () => load('landparcel', parcelTable(programme, fromPhones(programme, code))) },
    { label: 'starts of conversion confirmed', run: () => confirmStarts(client, programme, code) },
    { label: 'boundaries sent in', run: async () => sendBoundaries(client, programme, code, await allParcels(client, manager, code)) },
    { label: 'boundaries verified', run: () => verifyBoundaries(client, programme, code) },
    {
      label: 'members approved',
      run: async () => {
        await memberEvents(
          'SUBMITTED',
          () => true,
          ({ joinedOn }) => joinedOn,
        )
        await memberEvents(
          'APPROVED',
          ({ membership }) => membership !== 'PENDING',
          ({ joinedOn }) => addDays(joinedOn, 12),
        )
        await memberEvents(
          'SUSPENDED',
          ({ membership }) => membership === 'SUSPENDED',
          () => calendar.day('08-20'),
          { reason: 'Refused the internal inspection twice' },
        )
        await memberEvents(
          'EXITED',
          ({ membership }) => membership === 'EXITED',
          () => calendar.day('05-20'),
          { reason: 'Has given up farming' },
        )
      },
    },
    { label: 'trainings', run: () => train(client, programme, places, code) },
    { label: 'cropping plans', run: () => load('crop', cropTable(programme)) },
    { label: 'seed handed out', run: () => handOutSeed(client, programme, places, code) },
    { label: 'ground prepared', run: () => load('croppingsystem', systemEventTable(programme), 'events') },
    { label: 'inspections', run: () => inspect(client, programme, places, code) },
    { label: 'approved farmer list', run: () => decide(client, programme, places, code) },
    { label: 'sowing to estimate', run: () => client.load(manager, code, 'crop', 'events', 'field-events.csv', events.before) },
    { label: 'estimates approved', run: () => client.load(administrator, code, 'crop', 'events', 'approvals.csv', events.approvals) },
    { label: 'pickings', run: () => client.load(manager, code, 'crop', 'events', 'harvest-events.csv', events.after) },
  ]
}

/** Estimates are approved between what comes before and after; their order in the file is the order of a season. */
function splitEvents(text: string): { before: string; approvals: string; after: string } {
  const [header = '', ...lines] = text.split('\r\n').filter(Boolean)
  const type = header.split(',').indexOf('event_type')
  const of = (is: (type: string) => boolean) => [header, ...lines.filter((line) => is(line.split(',')[type] ?? ''))].join('\r\n')
  const isLate = (one: string) => one === 'HARVEST' || one === 'CROP_CLOSE'
  return { before: of((one) => one !== 'ESTIMATE_APPROVED' && !isLate(one)), approvals: of((one) => one === 'ESTIMATE_APPROVED'), after: of(isLate) }
}

const fromPhones = (programme: Programme, code: Operator['code']): ReadonlySet<Parcel> => new Set(Object.values(sentPlots(programme, code)).flat())

/** A boundary that was sent in is there since its approval, and is verified after it. */
async function verifyBoundaries(client: DemoClient, programme: Programme, code: Operator['code']): Promise<void> {
  const isSentIn = fromPhones(programme, code)
  const inspector = staffFor('INTERNAL_INSPECTOR', code)
  const own = programme.parcels.filter((parcel) => parcel.farmer.operator === code && parcel.ring)
  const rows = await allParcels(client, inspector, code)
  for (const parcel of own) {
    const row = rows.get(plotKey(parcel))
    const on = isSentIn.has(parcel) ? new Date().toISOString() : at(addDays(parcel.mappedOn, 9), 11)
    if (row?.status === 'MAPPED') await client.record(inspector, code, 'landparcel', row.id, 'VERIFIED', on)
  }
}

/** BR-04: a start long before its recording counts once the certification body has confirmed it. */
async function confirmStarts(client: DemoClient, { parcels, calendar }: Programme, code: Operator['code']): Promise<void> {
  const auditor = staffFor('CERTIFICATION_BODY_AUDITOR', code)
  const rows = await allParcels(client, auditor, code)
  for (const parcel of parcels.filter(({ farmer }) => farmer.operator === code)) {
    const row = rows.get(plotKey(parcel))
    if (!row) continue
    const startedOn = parcel.farmer.conversionStart
    await client.record(auditor, code, 'landparcel', row.id, 'CONVERSION_CONFIRMED', at(calendar.day('05-15'), 11), { startedOn, document: `SC-${code}` })
  }
}

async function allParcels(client: DemoClient, who: { email: string }, code: string): Promise<Map<string, KnownPlot>> {
  const members = new Map([...(await client.idsByCode(who, code, 'farmer', 'memberNo'))].map(([memberNo, id]) => [id, memberNo]))
  const found = new Map<string, KnownPlot>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { items: (KnownPlot & { parcelNo: string })[]; next: string | null } = await client.send(
      who,
      code,
      `/landparcel?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    for (const one of page.items) found.set(`${members.get(one.farmerId)}/${one.parcelNo}`, one)
    cursor = page.next
  }
  return found
}

/** Topic, hours and day of the trainings of a season. */
const trainings = [
  ['The standard, seed and the farm diary', 3, '05-28'],
  ['Scouting, thresholds and neem extract', 2, '08-04'],
] as const
/** One in so many members stays away. */
const absentEach = 23

async function train(client: DemoClient, { farmers, calendar }: Programme, { operatorIds }: Places, code: Operator['code']): Promise<void> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const ids = await client.idsByCode(manager, code, 'farmer', 'memberNo')
  const members = farmers.filter(({ operator, membership }) => operator === code && membership === 'ACTIVE')
  for (const [place, [topic, hours, day]] of trainings.entries()) {
    const farmerIds = members.filter((_, index) => index % absentEach !== place).map(({ memberNo }) => ids.get(memberNo))
    await client.record(manager, code, 'collective', operatorIds.get(code) ?? '', 'TRAINING', at(calendar.day(day), 11), { topic, hours, farmerIds })
  }
}

/** One in so many members was not seen a second time. */
const uninspectedEach = 24

/** Everybody in kharif, almost all of them twice; in rabi as far as the round has come. */
async function inspect(client: DemoClient, programme: Programme, { catalogue }: Places, code: Operator['code']): Promise<void> {
  const { farmers, calendar } = programme
  const inspector = staffFor('INTERNAL_INSPECTOR', code)
  const ids = await client.idsByCode(inspector, code, 'farmer', 'memberNo')
  const own = farmers.filter((farmer) => farmer.operator === code && farmer.result)
  const visits = { checklistId: await loadChecklist(client, staffFor('ADMIN', code), programme), inspector, code }
  const rabi = catalogue.get(calendar.rabi.code)
  const idOf = ({ memberNo }: (typeof own)[number]) => ids.get(memberNo) ?? ''
  const answered = own.filter(({ rabiInspected, membership, result }) => rabiInspected && membership === 'ACTIVE' && result === 'APPROVED').slice(-mostAnswered)
  const sentIn = new VisitsByPhone(client, inspector, code)
  for (const [index, farmer] of own.entries()) {
    const when = (day: string) => at(day, 9 + (index % 8), (index * 7) % 60)
    const findings = { result: farmer.result ?? 'APPROVED', ...(farmer.conditions ? { conditions: farmer.conditions } : {}) }
    const visit = (season: string, day: string, round = 1) =>
      client.record(inspector, code, 'farmer', idOf(farmer), 'INTERNAL_INSPECTION', when(day), { seasonId: catalogue.get(season), round, ...findings })
    await visit(calendar.kharif.code, addDays(calendar.day('07-25'), index % 40))
    if (index % uninspectedEach !== uninspectedEach - 1) await visit(calendar.kharif.code, addDays(calendar.day('10-05'), index % 40), 2)
    if (!farmer.rabiInspected) continue
    const day = addDays(calendar.day('12-10'), index % 30)
    const { result, conditions } = farmer
    // The last ones as they were answered on a phone; those before on paper.
    if (answered.includes(farmer) && result)
      await visitWithChecklist(client, visits, {
        farmerId: idOf(farmer),
        seasonId: rabi,
        round: 1,
        day,
        hour: 9 + (index % 7),
        minute: index % 50,
        result,
        conditions,
      })
    else if (!(await sentIn.approved(idOf(farmer), when(day), { seasonId: rabi ?? '', round: 1, ...findings }))) await visit(calendar.rabi.code, day)
  }
  const waiting = own.filter(({ rabiInspected, membership }) => !rabiInspected && membership === 'ACTIVE')
  await planVisits(client, visits, { seasonId: rabi, today: calendar.anchor, farmerIds: waiting.slice(0, mostPlanned).map(idOf) })
  await sentIn.undecided(waiting.slice(mostPlanned).map(idOf), at(addDays(calendar.anchor, -1), 12), { seasonId: rabi ?? '', round: 1, result: 'APPROVED' })
}
const mostAnswered = 5
const mostPlanned = 9

async function decide(client: DemoClient, { farmers, calendar }: Programme, { catalogue, operatorIds }: Places, code: Operator['code']): Promise<void> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const ids = await client.idsByCode(manager, code, 'farmer', 'memberNo')
  const decisions = farmers
    .filter((farmer) => farmer.operator === code && farmer.result)
    .map(({ memberNo, result, conditions }) => ({ farmerId: ids.get(memberNo), result, ...(conditions ? { conditions } : {}) }))
  await client.record(manager, code, 'collective', operatorIds.get(code) ?? '', 'APPROVAL_COMMITTEE', at(calendar.day('09-20'), 15), {
    seasonId: catalogue.get(calendar.kharif.code),
    decisions,
  })
}
