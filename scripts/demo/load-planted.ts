// Loads the planted problems of people, plots, crops and lots (domain dictionary 15) after the programme, so that each is found by the product and stands
// where somebody works; planted.ts says where. Runs are entered wrongly before they are entered (wrong-runs.ts), certificates drafted in
// load-planted-certificates.ts.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { findLot } from './load-chain.ts'
import type { Step } from './load-field.ts'
import { draftPlanted } from './load-planted-certificates.ts'
import type { Places } from './load-setup.ts'
import { Phones } from './phones.ts'
import { unregisteredPlot } from './problem-seasons.ts'
import { makeProblems } from './problems.ts'
import type { Programme } from './programme.ts'
import { staff, staffFor } from './staff.ts'

export function plantedSteps(client: DemoClient, programme: Programme, places: Places): Step[] {
  return [
    {
      label: 'planted problems',
      run: async () => {
        await growOtherwise(client, programme, places)
        await importProblems(client, programme)
        await pickTooSoon(client, programme, places)
        await inspectOwnMember(client, programme, places)
        await findModified(client, programme)
        await draftPlanted(client, programme, places)
      },
    },
  ]
}

/** The plan of the plot on which cotton is not grown organically: an import takes every plan to be organic. */
async function growOtherwise(client: DemoClient, programme: Programme, places: Places): Promise<void> {
  const { farmer, parcelNo } = unregisteredPlot(programme)
  const manager = staffFor('OPERATOR_MANAGER', farmer.operator)
  const model = programme.systems.find(({ parcel, season }) => parcel.farmer === farmer && season === programme.calendar.kharif.code)
  const farmerId = (await client.idsByCode(manager, farmer.operator, 'farmer', 'memberNo')).get(farmer.memberNo)
  const plots: { items: { id: string; parcelNo: string }[] } = await client.send(manager, farmer.operator, `/landparcel?filter[farmerId]=${farmerId}`)
  await client.create(
    manager,
    farmer.operator,
    'croppingsystem',
    {
      parcelId: plots.items.find((one) => one.parcelNo === parcelNo)?.id,
      seasonId: places.catalogue.get(programme.calendar.kharif.code),
      systemType: 'SOLE',
      areaHa: 0.4,
      waterRegime: 'RAINFED',
      plannedSowing: model?.plannedSowing,
      plannedEnd: model?.plannedEnd,
      managedOrganically: false,
    },
    'planted:parallel',
  )
}

/** What comes back by the manager of its operator, who corrects it; what goes in by the administrator: managers hear of it. One that was sent before an interruption is not sent again. */
async function importProblems(client: DemoClient, programme: Programme): Promise<void> {
  const { problems, files } = makeProblems(programme)
  for (const { file, entity, kind, operator, outcome, rule } of problems) {
    const who = outcome === 'REFUSED' ? staffFor('OPERATOR_MANAGER', operator) : staffFor('ADMIN', '')
    const known: { items: { fileName: string }[] } = await client.send(who, operator, `/${entity}/imports`)
    if (known.items.some(({ fileName }) => fileName === file)) continue
    const text = files.find(({ name }) => name === `problems/${file}`)?.text ?? ''
    const job = await client.import(who, operator, entity, kind, file, text)
    const expected = outcome === 'REFUSED' ? 'REJECTED' : 'FLAGGED'
    if (!job.problems.some((one) => one.ruleId === rule && one.outcome === expected))
      throw new Error(`${file}: ${rule} did not answer. ${JSON.stringify(job.problems)}`)
  }
}

/** BR-19: sprayed four days ago, and picked two days later, one day before the waiting period ended. */
async function pickTooSoon(client: DemoClient, { seasons, calendar }: Programme, places: Places): Promise<void> {
  const operator = 'OP1'
  const [officer, manager] = [staffFor('FIELD_OFFICER', operator), staffFor('OPERATOR_MANAGER', operator)]
  const season = seasons.filter(
    ({ crop, closedOn }) => crop.crop === 'COTTON' && crop.role === 'MAIN' && !closedOn && crop.system.parcel.farmer.operator === operator,
  )[4]
  if (!season) throw new Error('No cotton that is still being picked')
  const { farmer, parcelNo } = season.crop.system.parcel
  const farmerId = (await client.idsByCode(manager, operator, 'farmer', 'memberNo')).get(farmer.memberNo)
  const plots: { items: { id: string; parcelNo: string }[] } = await client.send(manager, operator, `/landparcel?filter[farmerId]=${farmerId}`)
  const plotId = plots.items.find((one) => one.parcelNo === parcelNo)?.id
  const crops: { items: { id: string; cropName: string; role: string }[] } = await client.send(manager, operator, `/crop?filter[parcelId]=${plotId}`)
  const cropId = crops.items.find(({ cropName, role }) => cropName === 'Cotton' && role === 'MAIN')?.id ?? ''
  const spray = { itemId: places.catalogue.get('NSKE-5'), dosePerHa: 12, unit: 'KG', total: Math.ceil(12 * season.crop.areaHa), target: 'Pink bollworm' }
  await client.record(officer, operator, 'crop', cropId, 'PLANT_PROTECTION', at(addDays(calendar.anchor, -3), 8), spray)
  const pickedAt = at(addDays(calendar.anchor, -1), 9)
  await new Phones(client, operator).reject(
    officer,
    {
      formCode: 'CROP_EVENT',
      targetType: 'crop',
      targetId: cropId,
      capturedAt: pickedAt,
      values: { eventType: 'HARVEST', occurredAt: pickedAt, pickNo: 4, kg: 1, moisturePct: 8, trashPct: 2 },
    },
    'Picked inside the waiting period after neem: keep it apart.',
  )
}

/** BR-24: an inspector who looks after one village in the field visits a member there. */
async function inspectOwnMember(client: DemoClient, { farmers, calendar }: Programme, places: Places): Promise<void> {
  const operator = 'OP1'
  const administrator = staffFor('ADMIN', '')
  const inspector = staff.filter((one) => one.role === 'INTERNAL_INSPECTOR' && one.operators.includes(operator))[1]
  const member = farmers.find((one) => one.operator === operator && one.membership === 'ACTIVE' && !one.rabiInspected)
  if (!inspector || !member) throw new Error('Nobody to inspect')
  const operatorIds = [places.operatorIds.get(operator)]
  const userId = (await client.idsByCode(administrator, '-', 'user', 'email')).get(inspector.email)
  const { version, roles } = await client.send(administrator, '-', `/user/${userId}`)
  if (roles.length === 1)
    await client.send(administrator, '-', `/user/${userId}`, {
      method: 'PATCH',
      body: JSON.stringify({
        roles: [
          { role: 'INTERNAL_INSPECTOR', operatorIds },
          { role: 'FIELD_OFFICER', operatorIds, villages: [member.village.name] },
        ],
      }),
      headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
    })
  const farmerId = (await client.idsByCode(staffFor('OPERATOR_MANAGER', operator), operator, 'farmer', 'memberNo')).get(member.memberNo) ?? ''
  const visitedAt = at(addDays(calendar.anchor, -1), 11)
  await new Phones(client, operator).reject(
    inspector,
    {
      formCode: 'INSPECTION',
      targetType: 'farmer',
      targetId: farmerId,
      farmerId,
      capturedAt: visitedAt,
      values: { seasonId: places.catalogue.get(calendar.rabi.code) ?? '', round: 1, result: 'APPROVED', occurredAt: visitedAt },
    },
    'You are the field officer of this village: another inspector must come.',
  )
}

/** BR-15, BR-27: the laboratory’s result of a heap that has become two lots of bales, which are still in the gin’s store. */
async function findModified(client: DemoClient, programme: Programme): Promise<void> {
  const heap = modifiedHeap(programme)
  const officer = staffFor('PURCHASE_OFFICER', heap.operator)
  const id = await findLot(client, heap.operator, heap.batchNo)
  const sample = { kind: 'GMO', sampleNo: `GMO-L-${heap.invoiceNo}` }
  const day = addDays(programme.calendar.anchor, -1)
  await client.record(officer, heap.operator, 'productbatch', id, 'SAMPLE_TAKEN', at(addDays(day, -6), 9), { ...sample, laboratory: 'Indore seed laboratory' })
  await client.record(officer, heap.operator, 'productbatch', id, 'LAB_RESULT', at(day, 16), {
    ...sample,
    result: 'POSITIVE',
    reportNo: `PCR-${heap.invoiceNo}`,
  })
}

/** Ginned in two runs, of which no bale was sold. */
export function modifiedHeap({ ginLots, runs, mill }: Programme) {
  const sold = new Set(mill.consignments.flatMap((consignment) => consignment.runs.map(({ baleLotNo }) => baleLotNo)))
  const heap = ginLots.find((lot) => {
    const own = runs.filter((run) => run.lot === lot)
    return own.length === 2 && own.every(({ baleLotNo }) => !sold.has(baleLotNo))
  })
  if (!heap) throw new Error('No heap of two lots of bales')
  return heap
}
