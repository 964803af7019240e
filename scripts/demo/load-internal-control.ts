// The internal control of an operator in the demo programme: who has which duty, its four documents, its activation, and a meeting a year.
import { type DocumentName, type Duty, documentNames, documents } from '#domain/people/internal-control.ts'
import { at, type Calendar } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { documentOf } from './small-document.ts'
import type { Staff } from './staff.ts'

/** Addresses of people by duty. */
export type Duties = Readonly<Record<Duty, readonly string[]>>
type Group = { id: string; code: string; legalName: string; staff: Duties; started: string; calendar: Calendar | null }

const texts: Readonly<Record<DocumentName, readonly string[]>> = {
  icsManual: [
    'Registration of members: contract, plot register, sketch or boundary of each plot.',
    'Internal inspection of every member in every season, by an inspector who is neither their field officer nor their relative.',
    'Approval by a committee that has inspected none of those it decides on.',
    'Buying from approved members alone, up to the approved estimate, with a receipt for each delivery.',
  ],
  internalStandard: [
    'All land of a member under the scheme is farmed organically; conversion counts from registration.',
    'Seed is untreated and not genetically modified.',
    'Inputs are those of the list of permitted substances, and are recorded on the day of use.',
    'Buffers of at least 7 m to fields that are sprayed.',
  ],
  sanctionCatalogue: [
    'Minor non-conformity: corrected within 60 days; warning when it is found again.',
    'Major non-conformity: suspended for the season; the harvest is not bought as organic.',
    'Critical non-conformity: expelled; conversion begins anew.',
  ],
  orgChart: ['Board', 'Manager of the internal control system', 'Inspectors · Approval committee · Field officers', 'Purchase and warehouse'],
}
const agendas = [
  'Review of the internal standard, plan of inspections, trainings of the season',
  'Findings of the inspections, sanctions, purchase and storage',
] as const

/** `calendar`: of the season of its meetings; null: none are entered. */
export async function loadInternalControl(client: DemoClient, administrator: Pick<Staff, 'email'>, group: Group): Promise<void> {
  const { id, code, legalName, staff, started, calendar } = group
  const people = await client.idsByCode(administrator, '-', 'user', 'email')
  const idOf = (email: string): string => people.get(email) ?? ''
  const icsStaff = Object.entries(staff).flatMap(([role, emails]) => emails.map((email) => ({ userId: idOf(email), role })))
  const named: Record<string, unknown> = { icsStaff }
  for (const name of documentNames)
    named[name] = [await stored(client, administrator, `${code}-${name}`, documentOf(`${documents[name]} – ${legalName}`, texts[name], started))]
  const { version } = await client.send(administrator, '-', `/collective/${id}`)
  // Entered again after an interruption it changes nothing.
  await client.send(administrator, '-', `/collective/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(named),
    headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
  })
  await client.record(administrator, '-', 'collective', id, 'ACTIVATED', started)
  const present = [...new Set(icsStaff.map(({ userId }) => userId))]
  for (const [yearsBefore, agenda] of calendar ? agendas.entries() : []) {
    const day = calendar?.day('05-12', -yearsBefore) ?? ''
    const minutes = documentOf(`Minutes of ${day} – ${legalName}`, [agenda, `Present: ${present.length} of the internal control.`], at(day, 17))
    await client.record(administrator, '-', 'collective', id, 'ICS_MEETING', at(day, 16), {
      agenda,
      attendees: present.length + 3,
      attendeeIds: present,
      files: [await stored(client, administrator, `${code}-minutes-${day}`, minutes)],
    })
  }
}

async function stored(client: DemoClient, who: Pick<Staff, 'email'>, file: string, bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<string> {
  const headers = { 'content-type': 'application/pdf', 'idempotency-key': `demo-${file}` }
  return (await client.send(who, '-', `/files?name=${file}.pdf`, { method: 'POST', body: await bytes, headers })).id
}
