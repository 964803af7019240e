// Enters what the programme is certified to, by whom, and how its cotton is grown; as the administrator.
import { at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { Programme } from './programme.ts'
import type { Staff } from './staff.ts'
import { bodies, certificatesOf, cottonPackage, schemes } from './standards.ts'

/** Ids by code of what was entered before. */
type Known = Readonly<Record<'operatorIds' | 'processorIds' | 'catalogue', ReadonlyMap<string, string>>>

export async function loadStandards(client: DemoClient, administrator: Staff, { calendar }: Programme, known: Known): Promise<void> {
  const started = at(calendar.day('04-01'), 11)
  const ids = new Map<string, string>()
  const make = async (entity: string, { code, ...body }: Record<string, unknown> & { code: string }, event?: string) => {
    const id = await client.create(administrator, '-', entity, { code, ...body }, code)
    if (event) await client.record(administrator, '-', entity, id, event, started)
    ids.set(code, id)
  }
  for (const scheme of schemes) await make('scheme', scheme, 'ACTIVATED')
  for (const body of bodies)
    await make('certificationbody', { ...body, schemes: body.schemes.map((code) => ({ schemeId: ids.get(code), from: calendar.day('04-01', -3) })) })
  for (const { holder, scheme, body, products, ...certificate } of certificatesOf(calendar)) {
    const collectiveId = known.operatorIds.get(holder)
    await make('scopecertificate', {
      ...certificate,
      code: `SC-${scheme}-${holder}`,
      schemeId: ids.get(scheme),
      certificationBodyId: ids.get(body),
      ...(collectiveId ? { collectiveId } : { processorId: known.processorIds.get(holder) }),
      productIds: products.map((code) => known.catalogue.get(code)),
      sites: [],
    })
  }
  await make(
    'pop',
    cottonPackage(calendar, (code) => known.catalogue.get(code)),
    'PUBLISHED',
  )
}
