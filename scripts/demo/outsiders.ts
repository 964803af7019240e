// Companies that only buy: they send nothing on, and no goods of theirs are in the programme. Whoever has goods of the programme sent to them is admitted; a gin
// that lies too far away (BR-16) stays an applicant.
import { at } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { Places } from './load-setup.ts'
import type { Programme } from './programme.ts'
import { staffFor } from './staff.ts'

export const outsiders = [
  {
    code: 'SANAWAD-OIL',
    legalName: 'Sanawad Oil Mill',
    types: ['OIL_MILL'],
    isConventional: true,
    address: 'Khandwa Road, Sanawad',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    country: 'IN',
    contacts: [{ name: 'Rakesh Mandloi', role: 'Owner', phone: '+916000090013' }],
    isAdmitted: true,
  },
  {
    code: 'SAURASHTRA-GIN',
    legalName: 'Saurashtra Cotton Gin',
    types: ['GINNER'],
    address: 'Rajkot Road, Wankaner',
    district: 'Morbi',
    state: 'Gujarat',
    country: 'IN',
    point: { type: 'Point', coordinates: [70.97, 22.61] },
    contacts: [{ name: 'Jignesh Vala', role: 'Owner', phone: '+916000090011' }],
    isAdmitted: false,
  },
  {
    code: 'HOLLERAU-BRAND',
    legalName: 'Hollerau Naturkleider',
    types: ['BRAND'],
    address: 'Am Markt 4, Hollerau',
    district: 'Hollerau',
    state: 'Sachsen',
    country: 'DE',
    contacts: [{ name: 'Bettina Vogel', role: 'Purchasing', phone: '+916000090012' }],
    isAdmitted: true,
  },
] as const

/** Enters them once; their ids stand with those of the programme's processors. */
export async function enterOutsiders(client: DemoClient, { calendar }: Programme, places: Places): Promise<void> {
  const administrator = staffFor('ADMIN', '')
  for (const { isAdmitted, ...one } of outsiders) {
    const id = await client.create(administrator, '-', 'processor', one, `outsider:${one.code}`)
    if (isAdmitted) await client.record(administrator, '-', 'processor', id, 'ACTIVATED', at(calendar.day('10-01'), 10))
    places.processorIds.set(one.code, id)
  }
}
