// The approved farmer list of the season, drawn up and signed by the manager of each operator once its purchases are in the books, and countersigned by
// the auditor of its certification body: as of the day of the loading, because a list says how things stand on the day on which it is drawn up.
import type { DemoClient } from './demo-client.ts'
import type { Step } from './load-field.ts'
import type { Places } from './load-setup.ts'
import { operators } from './places.ts'
import type { Programme } from './programme.ts'
import { type Staff, staffFor } from './staff.ts'

const farmScheme = 'NPOP'

export const listSteps = (client: DemoClient, programme: Programme, places: Places): Step[] =>
  operators.map(({ code }) => ({ label: `${code} approved farmer list`, run: () => signList(client, programme, places, code) }))

async function signList(client: DemoClient, { calendar }: Programme, { catalogue, operatorIds }: Places, code: string): Promise<void> {
  const [manager, auditor] = [staffFor('OPERATOR_MANAGER', code), staffFor('CERTIFICATION_BODY_AUDITOR', code)]
  const known = async (): Promise<{ id: string; hash: string; status: string } | undefined> =>
    (await client.send(manager, code, '/approvedlist?limit=1')).items[0]
  const record = (who: Staff, path: string, eventType: string, data: Record<string, unknown>): Promise<unknown> =>
    client.post(who, code, `${path}/events`, { eventType, occurredAt: new Date().toISOString(), data }, `list:${code}:${eventType}`)
  // Of an interrupted loading: what was done stays.
  if (!(await known())) {
    const schemes = await client.idsByCode(manager, code, 'scheme')
    const data = { farmSchemeId: schemes.get(farmScheme), seasonId: catalogue.get(calendar.kharif.code) }
    await record(manager, `/collective/${operatorIds.get(code)}`, 'LIST_DRAWN_UP', data)
  }
  for (const [who, eventType, from] of [
    [manager, 'SIGNED', 'DRAFT'],
    [auditor, 'COUNTERSIGNED', 'SIGNED'],
  ] as const) {
    const list = await known()
    if (list?.status === from) await record(who, `/approvedlist/${list.id}`, eventType, { hash: list.hash })
  }
}
