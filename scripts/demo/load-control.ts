// The internal control of the demo programme's groups: who has which duty, the four documents of it, the group's activation, and a meeting of the season with its
// minutes.
import PDFDocument from 'pdfkit'
import type { Role } from '#domain/kernel/terms.ts'
import { icsDocuments } from '#domain/people/internal-control.ts'
import { at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { operators } from './places.ts'
import type { Programme } from './programme.ts'
import { type Staff, staff, staffFor } from './staff.ts'

const dutiesOf: Readonly<Partial<Record<Role, readonly string[]>>> = {
  OPERATOR_MANAGER: ['ICS_MANAGER', 'APPROVER'],
  INTERNAL_INSPECTOR: ['INSPECTOR'],
  FIELD_OFFICER: ['FIELD_OFFICER'],
  PURCHASE_OFFICER: ['PURCHASE'],
}
/** What each document says, in a few sentences. */
const contents: Readonly<Record<keyof typeof icsDocuments, readonly string[]>> = {
  icsManual: [
    'The group keeps a register of its members, their plots and what they grow. Each member signs the agreement and is trained before the season.',
    'Every member is inspected once a year by an inspector of the group who neither advises nor is related to them. The committee decides on each member.',
    'Seed cotton is bought only from members on the approved list, up to what their fields can give. Each purchase has a ticket that the member confirms.',
  ],
  internalStandard: [
    'No synthetic fertiliser, pesticide or growth regulator is used, and no genetically modified seed. Seed has its proof.',
    'A buffer of seven metres or a physical barrier parts the plots from conventional neighbours. Parallel production is declared.',
    'Land is organic after the months of conversion that the national programme asks for.',
  ],
  sanctionCatalogue: [
    'Missing records: written warning, corrected within 30 days.',
    'Buffer missing, parallel production not declared: conditions, the border rows are not sold as organic.',
    'Prohibited input: the crop is conventional, and the conversion of the plot begins again. Repeated or hidden: expulsion.',
  ],
  orgChart: [
    'Members elect the board. The board names the manager of internal control.',
    'The manager leads inspectors, field officers and buyers; the approval committee is independent of the inspectors.',
  ],
}

/** A page of text as a PDF; the same bytes for the same words. */
const paper = (title: string, paragraphs: readonly string[]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const sheet = new PDFDocument({ size: 'A4', margin: 60, info: { Title: title, CreationDate: new Date(0) } })
    const parts: Buffer[] = []
    sheet.on('data', (part: Buffer) => parts.push(part))
    sheet.on('end', () => resolve(Buffer.concat(parts)))
    sheet.on('error', reject)
    sheet.fontSize(18).text(title).moveDown()
    for (const one of paragraphs) sheet.fontSize(11).text(one).moveDown(0.6)
    sheet.end()
  })

/** `key`: what the file is of this group. */
const stored = async (client: DemoClient, who: Staff, code: string, key: string, name: string, bytes: Buffer): Promise<string> =>
  (
    await client.send(who, code, `/files?name=${encodeURIComponent(`${name}.pdf`)}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/pdf', 'idempotency-key': `demo-${code}-${key}` },
    })
  ).id

/** `started`: from when the groups are active. */
export async function loadControl(
  client: DemoClient,
  administrator: Staff,
  { calendar }: Programme,
  operatorIds: ReadonlyMap<string, string>,
  started: string,
): Promise<void> {
  const users = await client.idsByCode(administrator, '-', 'user', 'email')
  for (const { code, legalName } of operators) {
    const id = operatorIds.get(code) ?? ''
    const group = await client.send(administrator, '-', `/collective/${id}`)
    if (group.status === 'APPLICANT') {
      const icsStaff = staff
        .filter((one) => one.operators.includes(code))
        .flatMap((one) => (dutiesOf[one.role] ?? []).map((role) => ({ userId: users.get(one.email), role })))
      const documents: Record<string, string[]> = {}
      for (const [field, { label }] of Object.entries(icsDocuments)) {
        const text = contents[field as keyof typeof contents]
        documents[field] = [await stored(client, administrator, code, field, label, await paper(`${legalName}: ${label}`, text))]
      }
      await client.send(administrator, '-', `/collective/${id}`, {
        method: 'PATCH',
        body: JSON.stringify({ icsStaff, ...documents }),
        headers: { 'content-type': 'application/json', 'if-match': `"${group.version}"` },
      })
    }
    await client.record(administrator, '-', 'collective', id, 'ACTIVATED', started)
    const manager = staffFor('OPERATOR_MANAGER', code)
    const agenda = 'Results of the last season, the inspectors of this one, prices and premium'
    const minutes = await paper(`${legalName}: minutes`, [agenda, 'The members took note of the inspections and confirmed the committee.'])
    await client.record(manager, code, 'collective', id, 'ICS_MEETING', at(calendar.day('05-10'), 15), {
      agenda,
      attendees: 40,
      files: [await stored(client, manager, code, 'minutes', 'Minutes', minutes)],
    })
  }
}
