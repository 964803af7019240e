// The dairy programme of the demo: its members and plots, a Gir dairy milked twice a day, goats and sheep, a broiler and a
// layer house, two ponds. Entered as its people would, through the product's own addresses.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { type Animal, dairyHerd, smallStock } from './herd-animals.ts'
import { herdCatalogue, herdPackages } from './herd-catalogue.ts'
import { flocks, ponds } from './herd-flocks.ts'
import { random } from './random.ts'

type Person = { email: string }
/** Days on which the herd was milked, both sessions. */
const milkedDays = 7

const members = [
  { key: 'hansa', firstName: 'Hansaben', lastName: 'Bharvad', localName: 'हंसाबेन भरवाड़', gender: 'F', village: 'Talala', plot: 'Gir vadi' },
  {
    key: 'ramesh',
    firstName: 'Rameshbhai Karsanbhai',
    lastName: 'Ahir',
    localName: 'रमेशभाई करसनभाई अहीर',
    gender: 'M',
    village: 'Sasan',
    plot: 'Hiran kantho',
  },
  { key: 'meghna', firstName: 'Meghna', lastName: 'Vaghela-Jadeja', localName: 'मेघना वाघेला-जाडेजा', gender: 'F', village: 'Talala', plot: 'Talavdi' },
] as const
type MemberKey = (typeof members)[number]['key']

const systems = [
  {
    key: 'dairy',
    member: 'hansa',
    name: 'Bharvad Gir dairy',
    systemType: 'DAIRY',
    managementType: 'SEMI_INTENSIVE',
    milkSpecies: ['CATTLE', 'BUFFALO'],
    milkingsPerDay: '2',
  },
  { key: 'goats', member: 'hansa', name: 'Goats of Gir vadi', systemType: 'GOAT', managementType: 'EXTENSIVE' },
  { key: 'sheep', member: 'ramesh', name: 'Hiran flock', systemType: 'SHEEP', managementType: 'EXTENSIVE' },
  { key: 'birds', member: 'ramesh', name: 'Ahir poultry farm', systemType: 'POULTRY', managementType: 'BARN' },
  { key: 'ponds', member: 'meghna', name: 'Talavdi ponds', systemType: 'AQUACULTURE', managementType: 'SEMI_INTENSIVE', waterSource: 'WELL' },
] as const
type SystemKey = (typeof systems)[number]['key']

const units: readonly { key: string; system: SystemKey; unitCode: string; unitType: string; [more: string]: unknown }[] = [
  { key: 'shed', system: 'dairy', unitCode: 'Main shed', unitType: 'SHED', capacityHead: 44, indoorAreaM2: 300, outdoorAreaM2: 260 },
  { key: 'calves', system: 'dairy', unitCode: 'Calf pen', unitType: 'PEN', capacityHead: 8, indoorAreaM2: 28 },
  { key: 'tank', system: 'dairy', unitCode: 'Cooler 1', unitType: 'BULK_TANK', capacityLitres: 500 },
  { key: 'goatpen', system: 'goats', unitCode: 'Goat pen', unitType: 'PEN', capacityHead: 60, indoorAreaM2: 95 },
  { key: 'fold', system: 'sheep', unitCode: 'Night fold', unitType: 'PADDOCK', capacityHead: 150, outdoorAreaM2: 900 },
  { key: 'house1', system: 'birds', unitCode: 'House 1', unitType: 'SHED', capacityHead: 1500, indoorAreaM2: 150 },
  { key: 'house2', system: 'birds', unitCode: 'House 2', unitType: 'SHED', capacityHead: 1300, indoorAreaM2: 210 },
  { key: 'pond1', system: 'ponds', unitCode: 'Big pond', unitType: 'POND', waterAreaM2: 4000, depthM: 1.6 },
  { key: 'pond2', system: 'ponds', unitCode: 'Nursery pond', unitType: 'POND', waterAreaM2: 1500, depthM: 1.3 },
]

/** Everything; `anchor` is the day of the programme: nothing happens later. */
export async function loadHerds(client: DemoClient, administrator: Person, manager: Person, operator: string, anchor: string): Promise<void> {
  const ids = new Map<string, string>()
  for (const { entity, key, body } of herdCatalogue) ids.set(key, await client.create(administrator, '-', entity, body, key))
  for (const { entity, key, body } of herdPackages(addDays(anchor, -700), ids)) {
    const id = await client.create(administrator, '-', entity, body, key)
    ids.set(`pop ${key}`, id)
    await client.record(administrator, '-', entity, id, 'PUBLISHED', at(addDays(anchor, -600), 11))
  }
  const make = (entity: string, key: string, body: Record<string, unknown>) => client.create(manager, operator, entity, body, key)
  const record = (entity: string, id: string, type: string, day: string, hour: number, data: Record<string, unknown> = {}) =>
    client.record(manager, operator, entity, id, type, at(day, hour), data)

  const plots = new Map<MemberKey, string>()
  for (const [index, one] of members.entries()) {
    const farmerId = await make('farmer', one.key, memberOf(one, index, addDays(anchor, -900)))
    plots.set(
      one.key,
      await make('landparcel', one.key, {
        name: one.plot,
        parcelNo: String(71 + index),
        farmerId,
        tenure: 'OWNED',
        declaredAreaHa: 2.4,
        waterRegime: 'IRRIGATED',
      }),
    )
  }
  const systemIds = new Map<string, string>()
  for (const { key, member, ...body } of systems)
    systemIds.set(key, await make('productionsystem', key, { ...body, landParcelId: plots.get(member), startDate: addDays(anchor, -800) }))
  for (const { key, system, ...body } of units) {
    const id = await make('housingunit', key, { ...body, productionSystemId: systemIds.get(system) })
    ids.set(key, id)
    await record('housingunit', id, 'OCCUPIED', addDays(anchor, -790), 9)
  }
  for (const { key } of systems) await record('productionsystem', systemIds.get(key) as string, 'ACTIVATED', addDays(anchor, -795), 10)
  const milkers = await make('animalgroup', 'milkers', {
    productionSystemId: systemIds.get('dairy'),
    name: 'Milking group',
    purpose: 'Lactation',
    unitId: ids.get('shed'),
  })

  const unit = (key: string) => ids.get(key) as string
  const enter = async (entity: string, animals: readonly Animal[]) => {
    const entered: (Animal & { id: string })[] = []
    for (const animal of animals) {
      const inGroup = entity === 'cow' && animal.morningKg > 0 ? { groupIds: [milkers] } : {}
      const id = await make(entity, animal.tag, { ...animal.body, ...inGroup })
      for (const day of animal.births)
        await record(entity, id, 'PARTURITION', day, 5, {
          ease: 'EasyUnassisted',
          progeny: [{ sex: 'FEMALE', birthStatus: 'Alive' }],
          retainedPlacenta: false,
          colostrumFed: true,
        })
      if (animal.driedOn) await record(entity, id, 'DRY_OFF', animal.driedOn, 17, { reason: 'PLANNED' })
      entered.push({ ...animal, id })
    }
    return entered
  }
  const cows = await enter('cow', dairyHerd(anchor, ids, { shed: unit('shed'), calves: unit('calves') }))
  await milk(record, systemIds.get('dairy') as string, cows, anchor, {
    cure: { medicineId: unit('ceftiofur'), diagnosisId: unit('mastitis') },
    tankId: unit('tank'),
  })
  const goats = await enter('goat', smallStock(anchor, 'GOAT', ids, unit('goatpen')))
  const sheep = await enter('sheep', smallStock(anchor, 'SHEEP', ids, unit('fold')))
  for (const [index, { id, births }] of goats.slice(0, 8).entries()) {
    await record('goat', id, 'WEIGHT', addDays(anchor, -21), 8, { kg: 29 + index, method: 'LoadCell' })
    if (births.length) await record('goat', id, 'MILKING', anchor, 7, { session: 'AM', kg: 0.6 + index / 10, destination: 'MilkTank', complete: true })
  }
  for (const [index, { id }] of sheep.slice(0, 9).entries())
    await record('sheep', id, 'SHEARING', addDays(anchor, -48), 9, {
      greasyKg: 1.1 + index / 10,
      micron: 33 + (index % 4),
      stapleMm: 62,
      cleanYieldPct: 68,
      colour: 'White',
    })
  for (const stock of [...flocks(anchor, ids), ...ponds(anchor, ids)]) {
    const id = await make(stock.entity, stock.key, stock.body)
    for (const { type, day, hour, data } of stock.events) await record(stock.entity, id, type, day, hour, data)
  }
}

type Recording = (entity: string, id: string, type: string, day: string, hour: number, data?: Record<string, unknown>) => Promise<unknown>

/** A week of milking; one cow falls ill with mastitis two days before the end and her milk goes elsewhere. */
async function milk(
  record: Recording,
  dairyId: string,
  cows: readonly (Animal & { id: string })[],
  anchor: string,
  { cure, tankId }: { cure: { medicineId: string; diagnosisId: string }; tankId: string },
): Promise<void> {
  const chance = random(4711)
  const ill = cows[3] as Animal & { id: string }
  const illFrom = addDays(anchor, -1)
  const givers = cows.filter(({ morningKg }) => morningKg > 0)
  for (let ago = milkedDays - 1; ago >= 0; ago--) {
    const day = addDays(anchor, -ago)
    for (const [session, hour, part] of [
      ['AM', 6, 1],
      ['PM', 17, 0.72],
    ] as const) {
      const isRestricted = (id: string) => id === ill.id && (day > illFrom || (day === illFrom && session === 'PM'))
      await record('productionsystem', dairyId, 'HERD_MILKING', day, hour, {
        session,
        rows: givers.map(({ id, morningKg, births }) => ({
          cowId: id,
          kg: Math.round(morningKg * part * (id === ill.id && ago < 2 ? 0.55 : 1) * chance.between(0.92, 1.07) * 10) / 10,
          destination: isRestricted(id) ? 'Treatment' : addDays(births.at(-1) as string, 6) > day ? 'Colostrum' : 'MilkTank',
        })),
      })
      if (day === illFrom && session === 'AM') {
        await record('cow', ill.id, 'DIAGNOSIS', day, 9, { diagnosisId: cure.diagnosisId, severity: 'Moderate', position: 'Left hind quarter' })
        await record('cow', ill.id, 'TREATMENT', day, 10, {
          ...cure,
          dose: 1,
          doseUnit: 'G',
          route: 'IM',
          reason: 'DISEASE',
          batchNo: 'CF-2291',
          prescribedBy: 'Dr Nimisha Parmar',
          doses: [],
        })
      }
    }
  }
  await record('productionsystem', dairyId, 'TANK_TEST', anchor, 18, { unitId: tankId, antibiotic: 'NEG', fatPct: 4.6, snfPct: 8.8, sccThousand: 210 })
  for (const [index, { id, births }] of givers.slice(0, 9).entries()) {
    if (index % 3 === 0) await record('cow', id, 'WEIGHT', addDays(anchor, -40), 11, { kg: 362 + index * 9, method: 'Girth' })
    if (addDays(births.at(-1) as string, 70) < addDays(anchor, -65)) {
      await record('cow', id, 'SERVICE', addDays(anchor, -64), 8, { type: 'Insemination', strawId: `GIR-${4400 + index}`, technician: 'Jayesh Solanki' })
      await record('cow', id, 'PREGNANCY_CHECK', addDays(anchor, -4), 12, { method: 'Palpation', result: index % 4 === 3 ? 'Empty' : 'Pregnant' })
    }
  }
}

const memberOf = (one: (typeof members)[number], index: number, joinedOn: string): Record<string, unknown> => ({
  firstName: one.firstName,
  lastName: one.lastName,
  localName: one.localName,
  memberNo: `GV-${String(index + 1).padStart(3, '0')}`,
  gender: one.gender,
  noPhone: true,
  language: 'hi',
  village: one.village,
  block: 'Talala',
  district: 'Gir Somnath',
  state: 'Gujarat',
  country: 'IN',
  totalHoldingHa: 2.4,
  joinedOn,
  contractSignedOn: joinedOn,
  consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at(joinedOn, 10), channel: 'PAPER' }],
})
