// Where a person or an organisation is and who speaks for it, in the same words everywhere (domain dictionary 3.1, 4.1, 5.4).
import { country, email, optional, personName, phone, reference, rows, text } from './kinds.ts'

/** District, state, country and postal code; the finer parts differ by entity. */
export const regionFields = {
  district: text('District', { max: 60, filter: true }),
  state: text('State', { max: 60 }),
  pin: optional(text('PIN', { pattern: /^\d{6}$/, hint: 'Six digits.' })),
  country: country('Country', { initial: 'IN' }),
} as const
/** A village with its administrative tree: one of the programme's list, or as it is typed where the list has none. Who may see a record goes by the name. */
export const villageFields = {
  villageId: optional(
    reference('Village of the list', 'village', {
      choosable: [{ field: 'status', is: ['ACTIVE'], why: 'Villages that are no longer used are left out.' }],
      fills: { village: 'name', block: 'block', district: 'district', state: 'state', country: 'country' },
      help: 'Fills in village, block, district and state. Leave it empty to type them.',
    }),
  ),
  village: text('Village', { max: 60, search: true, sort: true, filter: true }),
  gramPanchayat: optional(text('Gram panchayat', { max: 60 })),
  block: text('Block', { max: 60, filter: true }),
  ...regionFields,
} as const

/** The name of a place as it is compared: however it is spelled in letters and spaces. */
export const spelledPlace = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')

/** People of an organisation. */
export const contacts = rows(
  'Contacts',
  { name: personName('Name'), role: optional(text('Role', { max: 60 })), phone: optional(phone('Phone')), email: optional(email('Email')) },
  { min: 1, max: 10 },
)
