// Enters what the programme is certified to, by whom, and how its cotton is grown. The administrator enters it; scope
// certificates are confirmed by an auditor of the certification body that issued them.
import { at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { Programme } from './programme.ts'
import { cottonRules } from './scheme-rules.ts'
import { type Staff, staffFor } from './staff.ts'
import { bodies, certificatesOf, cottonPackage, groupLimits, schemes, wheatPackage } from './standards.ts'

/** Ids by code of what was entered before. */
type Known = Readonly<Record<'operatorIds' | 'processorIds' | 'catalogue' | 'standardIds', ReadonlyMap<string, string>>>

/** Schemes and certification bodies; their ids by code. */
export async function loadBodies(client: DemoClient, administrator: Staff, { calendar }: Programme): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const scheme of schemes) {
    const id = await client.create(administrator, '-', 'scheme', scheme, scheme.code)
    await client.record(administrator, '-', 'scheme', id, 'ACTIVATED', at(calendar.day('04-01'), 11))
    ids.set(scheme.code, id)
  }
  for (const body of bodies) {
    const accredited = body.schemes.map((code) => ({ schemeId: ids.get(code), from: calendar.day('04-01', -3) }))
    ids.set(body.code, await client.create(administrator, '-', 'certificationbody', { ...body, schemes: accredited }, body.code))
  }
  return ids
}

export async function loadStandards(client: DemoClient, administrator: Staff, { calendar }: Programme, known: Known): Promise<void> {
  for (const { holder, scheme, body, products, ...certificate } of certificatesOf(calendar)) {
    const collectiveId = known.operatorIds.get(holder)
    const code = `SC-${scheme}-${holder}`
    const entered = {
      ...certificate,
      code,
      schemeId: known.standardIds.get(scheme),
      certificationBodyId: known.standardIds.get(body),
      ...(collectiveId ? { collectiveId } : { processorId: known.processorIds.get(holder) }),
      annex: products.map((product) => ({ productId: known.catalogue.get(product) })),
      sites: [],
    }
    const id = await client.create(administrator, '-', 'scopecertificate', entered, code)
    await client.record(staffFor('CERTIFICATION_BODY_AUDITOR', body), '-', 'scopecertificate', id, 'CONFIRMED', at(certificate.issueDate, 11), {
      checkedAgainst: `Certificate ${certificate.scNo}`,
    })
  }
  const packageOfPractices = cottonPackage(calendar, (code) => known.catalogue.get(code))
  const id = await client.create(administrator, '-', 'pop', packageOfPractices, packageOfPractices.code)
  await client.record(administrator, '-', 'pop', id, 'PUBLISHED', at(calendar.day('04-01'), 11))
  const forWheat = wheatPackage(calendar, (code) => known.catalogue.get(code))
  const wheatId = await client.create(administrator, '-', 'pop', forWheat, forWheat.code)
  await client.record(administrator, '-', 'pop', wheatId, 'PUBLISHED', at(calendar.day('10-01'), 11))
  const rules = cottonRules({ schemeId: known.standardIds.get('NPOP'), cropTypeId: known.catalogue.get('COTTON'), popId: id }, (code) =>
    known.catalogue.get(code),
  )
  const rulesId = await client.create(administrator, '-', 'schemepop', rules, rules.code)
  await client.record(administrator, '-', 'schemepop', rulesId, 'PUBLISHED', at(calendar.day('04-01'), 12))
}

/** What schemes ask of the size of groups; once. */
export async function loadGroupLimits(client: DemoClient, administrator: Staff): Promise<void> {
  const ids = await client.idsByCode(administrator, '-', 'scheme')
  for (const [code, limits] of Object.entries(groupLimits)) {
    const path = `/scheme/${ids.get(code)}`
    const { version, groupMin } = await client.send(administrator, '-', path)
    if (groupMin !== null && groupMin !== undefined) continue
    await client.send(administrator, '-', path, {
      method: 'PATCH',
      body: JSON.stringify(limits),
      headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
    })
  }
}
