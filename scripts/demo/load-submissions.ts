// What officers sent in from their telephones: the rabi season's field work, changes of members' households, new boundaries and complaints.
// Most is approved and applied; some was returned or rejected, some waits, and twice the office had changed the same field meanwhile.
import { addDays, at, daysBetween } from './calendar.ts'
import type { Crop } from './cropping.ts'
import type { DemoClient } from './demo-client.ts'
import type { Step } from './load-field.ts'
import { type Operator, operators } from './places.ts'
import type { Programme } from './programme.ts'
import { random } from './random.ts'
import { staffFor } from './staff.ts'

type Counts = { changed: number; worked: number; returned: number; rejected: number; waiting: number; conflicts: number }
/** 260 in all with five rejected ones that are planted problems (load-planted.ts, wrong-runs.ts), of which 18 wait and 2 are in conflict. */
const counts: Readonly<Record<Operator['code'], Counts>> = {
  OP1: { changed: 24, worked: 86, returned: 5, rejected: 1, waiting: 9, conflicts: 1 },
  OP2: { changed: 18, worked: 60, returned: 3, rejected: 4, waiting: 6, conflicts: 1 },
  OP3: { changed: 10, worked: 20, returned: 2, rejected: 2, waiting: 3, conflicts: 0 },
}
const lateReason = 'Sent when there was network again'

type Sent = { formCode: string; capturedAt: string; values: Readonly<Record<string, string | number>>; more?: Record<string, unknown> }
type Known = { id: string; createdAt: string }
type Member = { id: string; version: number; householdSize: number | null }

export const submissionSteps = (client: DemoClient, programme: Programme): Step[] =>
  operators.map(({ code }) => ({ label: `${code} submissions`, run: () => submit(client, programme, code) }))

async function submit(client: DemoClient, programme: Programme, code: Operator['code']): Promise<void> {
  const { anchor } = programme.calendar
  const [officer, manager] = [staffFor('FIELD_OFFICER', code), staffFor('OPERATOR_MANAGER', code)]
  const wanted = counts[code]
  // What was sent before an interruption is not sent again: the records that it speaks of have changed since.
  const known: Known[] = (await client.send(officer, code, '/submission?limit=200&sort=createdAt')).items
  let number = 0
  const send = async ({ formCode, capturedAt, values, more = {} }: Sent): Promise<Known & { isNew: boolean }> => {
    const before = known[number++]
    if (before) return { ...before, isNew: false }
    const answers = Object.entries(values).map(([field, value]) => ({
      field,
      value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
    }))
    const body = { formCode, formVersion: 1, answers, deviceId: 'SM-A146', appVersion: '2.4', capturedAt, ...more }
    return { ...(await client.post(officer, code, '/submission', body, `submission:${code}:${number}`)), isNew: true }
  }
  const decide = ({ id, createdAt }: Known, eventType: string, data: Record<string, unknown> = {}) =>
    client.post(manager, code, `/submission/${id}/events`, { eventType, occurredAt: createdAt, data }, `submission:${id}:${eventType}`)

  const works = await rabiWork(client, programme, code)
  for (const work of works.slice(0, wanted.worked)) await decide(await send(work), 'APPROVED')

  const members = await membersOf(client, code)
  const take = (count: number): Member[] => members.splice(0, count)
  const change = (member: Member, place: number, more: Record<string, string | number> = {}): Sent => ({
    formCode: 'FARMER_REG',
    capturedAt: at(addDays(anchor, -(place % 30)), 8 + (place % 9), (place * 7) % 60),
    values: { householdSize: (member.householdSize ?? 4) + 1, ...more },
    more: { targetType: 'farmer', targetId: member.id, targetVersion: member.version, farmerId: member.id },
  })
  for (const [place, member] of take(wanted.changed).entries()) await decide(await send(change(member, place)), 'APPROVED')
  for (const [place, member] of take(wanted.returned).entries())
    await decide(await send(change(member, 5 * place + 2, { village: 'Not readable' })), 'RETURNED', {
      comment: 'The village cannot be read. Please take it from the list.',
    })
  for (const [place, member] of take(wanted.rejected).entries())
    await decide(await send(change(member, 4 * place + 3)), 'REJECTED', { reason: 'Sent twice from the same telephone.' })
  for (const [place, member] of take(wanted.conflicts).entries()) {
    const sent = await send(change(member, place + 1))
    if (sent.isNew)
      await client.send(manager, code, `/farmer/${member.id}`, {
        method: 'PATCH',
        body: JSON.stringify({ householdSize: (member.householdSize ?? 4) + 2 }),
        headers: { 'content-type': 'application/json', 'if-match': `"${member.version}"` },
      })
    await decide(sent, 'APPROVED')
  }
  const waiting: Sent[] = [
    ...works.slice(wanted.worked, wanted.worked + Math.ceil(wanted.waiting / 2)),
    ...take(Math.floor(wanted.waiting / 3)).map((member, place) => change(member, place + 4)),
  ]
  const complaints = take(wanted.waiting - waiting.length).map(
    ({ id }, place): Sent => ({
      formCode: 'GRIEVANCE',
      capturedAt: at(addDays(anchor, -place), 18),
      values: {
        text:
          ['The scale at the centre was shown too late.', 'The premium of last season has not come.', 'The receipt had another name on it.'][place % 3] ?? '',
        channel: 'PERSON',
        dueOn: addDays(anchor, 14),
      },
      more: { targetType: 'farmer', targetId: id, farmerId: id },
    }),
  )
  for (const one of [...waiting, ...complaints]) await send(one)
}

async function membersOf(client: DemoClient, code: string): Promise<Member[]> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const { items } = await client.send(manager, code, '/farmer?limit=200&filter[status]=ACTIVE&sort=memberNo')
  return items
}

/** Weeding and scouting of wheat and chickpea, and the watering of wheat that has water: as captured, in order of their days. */
async function rabiWork(client: DemoClient, { systems, calendar }: Programme, code: Operator['code']): Promise<Sent[]> {
  const chance = random(code.charCodeAt(2))
  const ids = await rabiCrops(client, code, calendar.rabi.code)
  const of = systems.filter(({ season, parcel }) => season === calendar.rabi.code && parcel.farmer.operator === code)
  const steps = (crop: Crop): [type: string, day: number, data: Record<string, string | number>][] => [
    ['INTERCULTURE', chance.int(24, 34), { operation: 'WEEDING', labourDays: Math.max(1, Math.round(crop.areaHa * 6)) }],
    ['SCOUTING', chance.int(31, 41), { pest: crop.crop === 'WHEAT' ? 'Aphids' : 'Pod borer', count: chance.int(0, 9) / 10, unit: 'PLANT' }],
    ...(crop.crop === 'WHEAT' && crop.system.parcel.waterRegime !== 'RAINFED'
      ? [['IRRIGATION', chance.int(19, 25), { method: 'FURROW', hours: 6 }] as [string, number, Record<string, string | number>]]
      : []),
  ]
  return of
    .flatMap(({ crops, parcel }) =>
      crops.flatMap((crop): Sent[] => {
        const targetId = ids.get(`${parcel.farmer.memberNo}/${parcel.parcelNo}/${crop.crop}`)
        if (!targetId || crop.role !== 'MAIN') return []
        return steps(crop).flatMap(([eventType, offset, data]): Sent[] => {
          const day = addDays(crop.sowingDate, offset)
          if (daysBetween(day, calendar.anchor) < 0) return []
          const capturedAt = at(day, chance.int(7, 17), chance.int(0, 59))
          return [
            { formCode: 'CROP_EVENT', capturedAt, values: { eventType, occurredAt: capturedAt, lateReason, ...data }, more: { targetType: 'crop', targetId } },
          ]
        })
      }),
    )
    .sort((one, other) => (one.capturedAt < other.capturedAt ? -1 : 1))
}

/** Ids of the main crops of a season, by member, plot and kind. */
async function rabiCrops(client: DemoClient, code: string, season: string): Promise<Map<string, string>> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const names = async (entity: string, by: string) => new Map([...(await client.idsByCode(manager, code, entity, by))].map(([name, id]) => [id, name]))
  const [members, types, seasons] = [await names('farmer', 'memberNo'), await names('croptype', 'code'), await client.idsByCode(manager, code, 'season')]
  const parcels = new Map<string, { farmerId: string; parcelNo: string }>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.send(manager, code, `/landparcel?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    for (const one of page.items) parcels.set(one.id, one)
    cursor = page.next
  }
  const found = new Map<string, string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.send(
      manager,
      code,
      `/crop?limit=200&filter[seasonId]=${seasons.get(season)}&filter[role]=MAIN${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    for (const { id, parcelId, cropTypeId } of page.items) {
      const parcel = parcels.get(parcelId)
      if (parcel) found.set(`${members.get(parcel.farmerId)}/${parcel.parcelNo}/${types.get(cropTypeId)}`, id)
    }
    cursor = page.next
  }
  return found
}
