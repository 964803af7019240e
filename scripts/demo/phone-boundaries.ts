// Boundaries that come from outside: walked with a telephone, or drawn on the public page and handed in. Most become those of their plots and are verified
// like any other; some wait, and one of each kind cannot be carried out.
import { addDays, at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { Parcel } from './parcels.ts'
import { countsOf, Phones, type Sent } from './phones.ts'
import type { Operator } from './places.ts'
import type { Programme } from './programme.ts'
import { officerOf } from './staff.ts'
import type { Ring } from './terrain.ts'

type Form = 'PARCEL_BOUNDARY' | 'PUBLIC_BOUNDARY'
/** A plot as the product has it. */
export type KnownPlot = { id: string; version: number; status: string; farmerId: string }

const forms: readonly Form[] = ['PARCEL_BOUNDARY', 'PUBLIC_BOUNDARY']
const methodsOf: Readonly<Record<Form, readonly Parcel['method'][]>> = { PARCEL_BOUNDARY: ['GPS_WALK', 'TAP_CORNERS'], PUBLIC_BOUNDARY: ['DESKTOP_DRAW'] }
export const plotKey = ({ farmer, parcelNo }: Parcel): string => `${farmer.memberNo}/${parcelNo}`

/** Plots whose boundary comes so; the import of the plots leaves it out. */
export function sentPlots({ parcels }: Programme, code: Operator['code']): Readonly<Record<Form, readonly Parcel[]>> {
  const mapped = parcels.filter(({ farmer, ring }) => farmer.operator === code && farmer.membership === 'ACTIVE' && ring).toReversed()
  const some = (form: Form) => mapped.filter(({ method }) => methodsOf[form].includes(method)).slice(0, countsOf(form, code).applied)
  return { PARCEL_BOUNDARY: some('PARCEL_BOUNDARY'), PUBLIC_BOUNDARY: some('PUBLIC_BOUNDARY') }
}

export async function sendBoundaries(client: DemoClient, programme: Programme, code: Operator['code'], plots: ReadonlyMap<string, KnownPlot>): Promise<void> {
  const phones = new Phones(client, code)
  const { anchor } = programme.calendar
  const sentIn = sentPlots(programme, code)
  /** Nobody has mapped them yet. */
  const bare = programme.parcels.filter(({ farmer, ring }) => farmer.operator === code && !ring)
  const formOf = (formCode: Form, parcel: Parcel, day: string, ring: Ring = parcel.outline): [officer: { email: string }, sent: Sent] => {
    const plot = plots.get(plotKey(parcel))
    if (!plot) throw new Error(`There is no plot ${plotKey(parcel)}`)
    const isWalked = formCode === 'PARCEL_BOUNDARY'
    const boundary = JSON.stringify({ type: 'Polygon', coordinates: [ring] })
    const method = isWalked ? (parcel.method === 'DESKTOP_DRAW' ? 'GPS_WALK' : parcel.method) : 'DESKTOP_DRAW'
    const values = { boundary, boundaryMethod: method, mappedAt: day, ...(method === 'GPS_WALK' ? { gpsAccuracyM: parcel.accuracyM } : {}) }
    const position = isWalked && ring[0] ? { position: { type: 'Point', coordinates: ring[0] } as const } : { deviceId: 'Public page' }
    const target = { targetType: 'landparcel', targetId: plot.id, targetVersion: plot.version, farmerId: plot.farmerId }
    return [officerOf(parcel.farmer.village), { formCode, ...target, capturedAt: at(day, 10, 20), values, ...position }]
  }
  const take = (): Parcel => {
    const next = bare.shift()
    if (!next) throw new Error(`${code} has no plot left that nobody has mapped`)
    return next
  }
  const lately = (days: number) => addDays(anchor, -days)

  // Sent once more, for another plot, before anybody has looked at the first.
  const [walked] = sentIn.PARCEL_BOUNDARY
  const again = walked && countsOf('PARCEL_BOUNDARY', code).failed ? await phones.send(...formOf('PARCEL_BOUNDARY', take(), lately(2), walked.outline)) : null
  for (const form of forms) for (const parcel of sentIn[form]) await phones.approve(...formOf(form, parcel, parcel.mappedOn))
  if (again) await phones.decide(again, 'APPROVED')
  if (countsOf('PUBLIC_BOUNDARY', code).failed) {
    const parcel = take()
    await phones.approve(...formOf('PUBLIC_BOUNDARY', parcel, lately(3), crossed(parcel.outline)))
  }
  for (const form of forms) {
    const { waiting, returned, rejected } = countsOf(form, code)
    for (let place = 0; place < returned; place++)
      await phones.giveBack(...formOf(form, take(), lately(6 + place)), 'The north side lies in the neighbour’s field. Please walk it again.')
    for (let place = 0; place < rejected; place++)
      await phones.reject(...formOf(form, take(), lately(8 + place)), 'This is the field on the other side of the road.')
    for (let place = 0; place < waiting; place++) await phones.send(...formOf(form, take(), lately(1 + place)))
  }
}

/** Two corners in the wrong order: the line crosses itself. */
function crossed([first, second, third, ...rest]: Ring): Ring {
  if (!first || !second || !third) throw new Error('A ring has three corners')
  return [first, third, second, ...rest]
}
