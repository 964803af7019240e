// The programme itself: operators, gins, centres, people who sign in, and the catalogue. Entered by the
// administrator, one request each.
import { at } from './calendar.ts'
import { catalogueOf } from './catalogue.ts'
import type { DemoClient } from './demo-client.ts'
import { type Duties, loadInternalControl } from './load-internal-control.ts'
import { loadBodies, loadStandards } from './load-standards.ts'
import { type Facility, facilities, operators, processors, villages } from './places.ts'
import type { Programme } from './programme.ts'
import { type Staff, staff } from './staff.ts'

export type Places = { operatorIds: Map<string, string>; processorIds: Map<string, string>; facilityIds: Map<string, string>; catalogue: Map<string, string> }

const districts: Readonly<Record<string, string>> = { Sendhwa: 'Barwani', Indore: 'Indore', Dewas: 'Dewas' }
/** What each kind of facility takes in and makes. */
const productsOf: Readonly<Record<Facility['systemType'], readonly [takes: string[], makes: string[]]>> = {
  COLLECTION: [['PRD-SC'], ['PRD-SC']],
  GINNING: [['PRD-SC'], ['PRD-LINT', 'PRD-CSEED', 'PRD-BALE']],
  SPINNING_CARDED: [['PRD-BALE', 'PRD-LINT'], ['PRD-YARN-CARDED']],
  SPINNING_COMBED: [
    ['PRD-BALE', 'PRD-LINT'],
    ['PRD-YARN-COMBED', 'PRD-NOIL'],
  ],
  KNITTING: [['PRD-YARN-CARDED', 'PRD-YARN-COMBED'], ['PRD-FABRIC-KNIT']],
}

export async function loadSetup(client: DemoClient, administrator: Staff, programme: Programme): Promise<Places> {
  const { calendar } = programme
  const all = '-'
  const make = async (entity: string, body: Record<string, unknown> & { code: string }, activateOn?: string): Promise<string> => {
    const id = await client.create(administrator, all, entity, body, body.code)
    if (activateOn) await client.record(administrator, all, entity, id, 'ACTIVATED', activateOn)
    return id
  }
  const started = at(calendar.day('04-01'), 10)
  const operatorIds = new Map<string, string>()
  for (const one of operators) {
    const own = villages.filter((village) => village.operator === one.code)
    const centre = facilities.find((facility) => facility.owner === one.code)
    operatorIds.set(
      one.code,
      await make('collective', {
        code: one.code,
        legalName: one.legalName,
        shortName: one.shortName,
        legalForm: one.legalForm,
        regNo: one.regNo,
        address: `Mandi Road, ${one.town}`,
        district: one.district,
        state: 'Madhya Pradesh',
        pin: one.pin,
        country: 'IN',
        districts: [one.district],
        blocks: [...new Set(own.map((village) => village.block))],
        villages: own.map((village) => village.name),
        centre: { type: 'Point', coordinates: [centre?.lon, centre?.lat] },
        serviceRadiusKm: 60,
        premiumType: 'PER_KG',
        premiumValue: one.code === 'OP3' ? 300 : 600,
        schemes: [
          {
            scheme: 'NPOP',
            icsCode: `ICS-${one.code}`,
            since: calendar.day(one.registered[1], -one.registered[0]),
          },
        ],
        externalIds: [{ system: 'TE_ID', value: `TE-${one.code}` }],
      }),
    )
  }
  const processorIds = new Map<string, string>()
  for (const one of processors) {
    processorIds.set(
      one.code,
      await make('processor', {
        code: one.code,
        legalName: one.legalName,
        types: [one.types],
        taxId: one.taxId,
        address: one.address,
        district: one.district,
        state: 'Madhya Pradesh',
        country: 'IN',
        point: { type: 'Point', coordinates: [one.lon, one.lat] },
        contacts: [{ name: one.contact, role: one.role, phone: one.phone }],
      }),
    )
  }
  const standardIds = await loadBodies(client, administrator, programme)
  await loadPeople(client, administrator, { operators: operatorIds, processors: processorIds, bodies: standardIds })
  for (const { code, legalName } of operators)
    await loadInternalControl(client, administrator, { id: operatorIds.get(code) ?? '', code, legalName, staff: staffOf(code), started, calendar })

  const catalogue = new Map<string, string>()
  for (const { entity, body, activate } of catalogueOf(calendar)) {
    const named = (['cropTypeId', 'varietyId'] as const).flatMap((name) => (typeof body[name] === 'string' ? [[name, catalogue.get(body[name])]] : []))
    catalogue.set(body.code, await make(entity, { ...body, ...Object.fromEntries(named) }, activate ? started : undefined))
  }
  await loadStandards(client, administrator, programme, { operatorIds, processorIds, catalogue, standardIds })
  // A company is active once its scope certificate is confirmed (4.1).
  for (const id of processorIds.values()) await client.record(administrator, all, 'processor', id, 'ACTIVATED', started)
  const product = (code: string) => catalogue.get(code)
  const facilityIds = new Map<string, string>()
  for (const one of facilities) {
    const isOfProcessor = one.systemType !== 'COLLECTION'
    const [takes, makes] = productsOf[one.systemType]
    facilityIds.set(
      one.code,
      await make(
        'processingsystem',
        {
          code: one.code,
          name: one.name,
          ...(isOfProcessor ? { processorId: processorIds.get(one.owner) } : { collectiveId: operatorIds.get(one.owner) }),
          systemType: one.systemType,
          place: one.place,
          district: districts[one.place] ?? 'Khargone',
          point: { type: 'Point', coordinates: [one.lon, one.lat] },
          capacityKgPerDay: one.capacityKgPerDay,
          segregation: one.segregation,
          inputProductIds: takes.map(product),
          outputProductIds: makes.map(product),
          seasonFrom: calendar.day('10-01'),
          seasonTo: calendar.day('03-31', 1),
          shifts: isOfProcessor ? 2 : 1,
        },
        started,
      ),
    )
  }
  return { operatorIds, processorIds, facilityIds, catalogue }
}

/** Who has which duty in the internal control of an operator, by address. */
function staffOf(code: string): Duties {
  const having = (role: Staff['role']): string[] => staff.filter((one) => one.role === role && one.operators.includes(code)).map(({ email }) => email)
  const [managers, officers, buyers] = [having('OPERATOR_MANAGER'), having('FIELD_OFFICER'), having('PURCHASE_OFFICER')]
  return {
    ICS_MANAGER: managers,
    INSPECTOR: having('INTERNAL_INSPECTOR'),
    APPROVER: managers,
    FIELD_OFFICER: officers,
    PURCHASE: buyers,
    WAREHOUSE: buyers,
    TRAINER: officers.slice(0, 1),
  }
}

/** Everybody but the administrator, who is there already. */
async function loadPeople(
  client: DemoClient,
  administrator: Staff,
  ids: Readonly<Record<'operators' | 'processors' | 'bodies', ReadonlyMap<string, string>>>,
): Promise<void> {
  for (const one of staff) {
    if (one.email === administrator.email) continue
    const role = {
      role: one.role,
      ...(one.operators.length ? { operatorIds: one.operators.map((code) => ids.operators.get(code)) } : {}),
      ...(one.processors.length ? { processorIds: one.processors.map((code) => ids.processors.get(code)) } : {}),
      ...(one.bodies.length ? { certificationBodyIds: one.bodies.map((code) => ids.bodies.get(code)) } : {}),
    }
    await client.create(administrator, '-', 'user', { name: one.name, email: one.email, phone: one.phone, roles: [role] }, one.email)
  }
}
