// What officers sent in from their telephones: the newest field work of the rabi season, changes of members' households and complaints. Most is approved and
// applied; some was returned or rejected, some waits, one could not be carried out, and twice the office had changed the same field meanwhile. Older field
// work is entered from the book.
import { addDays, at, daysBetween } from './calendar.ts'
import { mainCrops } from './crop-ids.ts'
import type { Crop } from './cropping.ts'
import type { DemoClient } from './demo-client.ts'
import type { Step } from './load-field.ts'
import { countsOf, Phones, type Sent } from './phones.ts'
import { type Operator, operators } from './places.ts'
import type { Programme } from './programme.ts'
import { random } from './random.ts'
import { cropKey } from './season-tables.ts'
import { officerOf, staffFor } from './staff.ts'
import { table } from './table.ts'

const lateReason = 'Sent when there was network again'

type Code = Operator['code']
type Member = { id: string; version: number; householdSize: number | null }
type Work = { crop: Crop; eventType: string; at: string; data: Readonly<Record<string, string | number>> }

export const submissionSteps = (client: DemoClient, programme: Programme): Step[] =>
  operators.flatMap(({ code }): Step[] => [
    { label: `${code} field work sent in`, run: () => sendWork(client, programme, code) },
    { label: `${code} submissions`, run: () => sendChanges(client, programme, code) },
  ])

/** One in so many was noted by nobody. */
const unnotedEach = 7
/** Before the packages: what was done by then is done by then. */
export const fieldBookSteps = (client: DemoClient, programme: Programme): Step[] =>
  operators.map(({ code }) => ({
    label: `${code} field book`,
    run: async () => {
      const { old } = worksOf(programme, code)
      const lines = old
        .filter((_, index) => index % unnotedEach !== unnotedEach - 1)
        .map(({ crop, eventType, at: when, data }) => ({
          ...cropKey(crop),
          event_type: eventType,
          occurred_at: when,
          operation: data.operation ?? null,
          labour_days: data.labourDays ?? null,
          pest: data.pest ?? null,
          count: data.count ?? null,
          unit: data.unit ?? null,
          method: data.method ?? null,
          hours: data.hours ?? null,
        }))
      await client.load(staffFor('OPERATOR_MANAGER', code), code, 'crop', 'events', 'field-book.csv', table('field-book.csv', lines).text)
    },
  }))

async function sendWork(client: DemoClient, programme: Programme, code: Code): Promise<void> {
  const phones = new Phones(client, code)
  const { kharif, rabi } = programme.calendar
  const { applied, returned, waiting, failed } = countsOf('CROP_EVENT', code)
  const { sent: works } = worksOf(programme, code)
  const ids = await mainCrops(client, code, rabi.code)
  const members = await client.idsByCode(staffFor('OPERATOR_MANAGER', code), code, 'farmer', 'memberNo')
  const formOf = ({ crop, eventType, at: capturedAt, data }: Work, known = ids): Sent => {
    const { farmer, parcelNo } = crop.system.parcel
    const targetId = known.get(`${farmer.memberNo}/${parcelNo}/${crop.crop}`)
    if (!targetId) throw new Error(`${farmer.memberNo} has no ${crop.crop} on plot ${parcelNo}`)
    const farmerId = members.get(farmer.memberNo) ?? ''
    return { formCode: 'CROP_EVENT', targetType: 'crop', targetId, farmerId, capturedAt, values: { eventType, occurredAt: capturedAt, lateReason, ...data } }
  }
  const officer = ({ crop }: Work) => officerOf(crop.system.parcel.farmer.village)
  for (const work of works.slice(0, applied)) await phones.approve(officer(work), formOf(work))
  for (const work of works.slice(applied, applied + returned))
    await phones.giveBack(officer(work), formOf(work), 'Is this the plot at the well, or the one at the road?')
  for (const work of works.slice(applied + returned, applied + returned + waiting)) await phones.send(officer(work), formOf(work))
  if (!failed) return
  const closed = programme.seasons.find(({ crop, closedOn }) => crop.crop === 'COTTON' && closedOn && crop.system.parcel.farmer.operator === code)
  if (!closed?.closedOn) throw new Error(`${code} has no cotton that is off the field`)
  const gleaning: Work = {
    crop: closed.crop,
    eventType: 'HARVEST',
    at: at(addDays(closed.closedOn, 3), 9),
    data: { pickNo: 4, kg: 6, moisturePct: 8, trashPct: 2 },
  }
  await phones.approve(officer(gleaning), formOf(gleaning, await mainCrops(client, code, kharif.code)))
}

async function sendChanges(client: DemoClient, { calendar: { anchor } }: Programme, code: Code): Promise<void> {
  const phones = new Phones(client, code)
  const [officer, manager] = [staffFor('FIELD_OFFICER', code), staffFor('OPERATOR_MANAGER', code)]
  const members = await membersOf(client, code)
  const take = (count: number): Member[] => members.splice(0, count)
  const change = (member: Member, place: number, more: Record<string, string | number> = {}): Sent => ({
    formCode: 'FARMER_REG',
    capturedAt: at(addDays(anchor, -(place % 30)), 8 + (place % 9), (place * 7) % 60),
    values: { householdSize: (member.householdSize ?? 4) + 1, ...more },
    targetType: 'farmer',
    targetId: member.id,
    targetVersion: member.version,
    farmerId: member.id,
  })
  const changes = countsOf('FARMER_REG', code)
  for (const [place, member] of take(changes.applied).entries()) await phones.approve(officer, change(member, place))
  for (const [place, member] of take(changes.returned).entries())
    await phones.giveBack(officer, change(member, 5 * place + 2, { village: 'Not readable' }), 'The village cannot be read. Please take it from the list.')
  for (const [place, member] of take(changes.rejected).entries())
    await phones.reject(officer, change(member, 4 * place + 3), 'Sent twice from the same telephone.')
  for (const [place, member] of take(changes.conflicts).entries()) {
    const sent = await phones.send(officer, change(member, place + 1))
    if (sent.isNew)
      await client.send(manager, code, `/farmer/${member.id}`, {
        method: 'PATCH',
        body: JSON.stringify({ householdSize: (member.householdSize ?? 4) + 2 }),
        headers: { 'content-type': 'application/json', 'if-match': `"${member.version}"` },
      })
    await phones.decide(sent, 'APPROVED')
  }
  for (const [place, member] of take(changes.waiting).entries()) await phones.send(officer, change(member, place + 4))

  const complaints = countsOf('GRIEVANCE', code)
  let number = 0
  const complaint = (): Sent => {
    const [{ id } = { id: '' }] = take(1)
    const place = number++
    return {
      formCode: 'GRIEVANCE',
      capturedAt: at(addDays(anchor, -place), 18),
      values: { text: heard[place % heard.length] ?? '', channel: place % 2 ? 'PHONE' : 'PERSON', dueOn: addDays(anchor, 14 - place) },
      targetType: 'farmer',
      targetId: id,
      farmerId: id,
    }
  }
  for (let count = 0; count < complaints.waiting; count++) await phones.send(officer, complaint())
  for (let count = 0; count < complaints.applied; count++) await phones.approve(officer, complaint())
  for (let count = 0; count < complaints.returned; count++) await phones.giveBack(officer, complaint(), 'Which centre, and on which day?')
  for (let count = 0; count < complaints.rejected; count++) await phones.reject(officer, complaint(), 'The same complaint came by telephone yesterday.')
}
const heard = [
  'The scale at the centre was shown too late.',
  'The premium of last season has not come.',
  'The receipt had another name on it.',
  'The neighbour’s spray drifts over when the wind is from the west.',
] as const

async function membersOf(client: DemoClient, code: string): Promise<Member[]> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const { items } = await client.send(manager, code, '/farmer?limit=200&filter[status]=ACTIVE&sort=memberNo')
  return items
}

/** The newest is sent in; what is older stands in the book. */
function worksOf(programme: Programme, code: Code): { old: Work[]; sent: Work[] } {
  const { applied, returned, waiting } = countsOf('CROP_EVENT', code)
  const works = rabiWork(programme, code)
  const from = works.length - applied - returned - waiting
  return { old: works.slice(0, from), sent: works.slice(from) }
}

/** Weeding and scouting of wheat and chickpea, and the watering of wheat that has water: as captured, in order of their days. */
function rabiWork({ systems, calendar }: Programme, code: Code): Work[] {
  const chance = random(code.charCodeAt(2))
  const steps = (crop: Crop): [type: string, day: number, data: Record<string, string | number>][] => [
    ['INTERCULTURE', chance.int(24, 34), { operation: 'WEEDING', labourDays: Math.max(1, Math.round(crop.areaHa * 6)) }],
    ['SCOUTING', chance.int(31, 41), { pest: crop.crop === 'WHEAT' ? 'Aphids' : 'Pod borer', count: chance.int(0, 9) / 10, unit: 'PLANT' }],
    ...(crop.crop === 'WHEAT' && crop.system.parcel.waterRegime !== 'RAINFED'
      ? [['IRRIGATION', chance.int(19, 25), { method: 'FURROW', hours: 6 }] as [string, number, Record<string, string | number>]]
      : []),
  ]
  return systems
    .filter(({ season, parcel }) => season === calendar.rabi.code && parcel.farmer.operator === code)
    .flatMap(({ crops }) =>
      crops.flatMap((crop): Work[] =>
        crop.role !== 'MAIN'
          ? []
          : steps(crop).flatMap(([eventType, offset, data]): Work[] => {
              const day = addDays(crop.sowingDate, offset)
              return daysBetween(day, calendar.anchor) < 0 ? [] : [{ crop, eventType, at: at(day, chance.int(7, 17), chance.int(0, 59)), data }]
            }),
      ),
    )
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}
