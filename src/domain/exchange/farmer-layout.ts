// farmers.csv (domain dictionary 12): consent and home in columns instead of lists and points.
import { type AnyEntity, fieldOf, type Row } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { readNumber } from '../kernel/read-number.ts'
import { readMoment } from './cell-time.ts'
import type { Column, Layout, Making } from './layout.ts'
import { fieldColumn, recordColumns, saved } from './record-layout.ts'

type Consent = { purpose: string; textVersion: string; givenAt: string; channel: string; withdrawnAt?: string | null }

export function farmerLayout(entity: AnyEntity): Layout {
  const renamed: Record<string, Column> = {
    totalHoldingHa: fieldColumn('totalHoldingHa', fieldOf(entity, 'totalHoldingHa'), { as: 'holding_ha' }),
    bankIfsc: fieldColumn('bankIfsc', fieldOf(entity, 'bankIfsc'), { as: 'ifsc' }),
    bankAccountNo: fieldColumn('bankAccountNo', fieldOf(entity, 'bankAccountNo'), { as: 'account_no' }),
    // Counted of many alone (domain dictionary 3.1): it is taken from a file and stands in none.
    literacy: notWritten(fieldColumn('literacy', fieldOf(entity, 'literacy'))),
    fieldOfficerId: officerColumn(fieldOf(entity, 'fieldOfficerId')),
    otherGroupMembership: { ...fieldColumn('otherGroupMembership', fieldOf(entity, 'otherGroupMembership'), { as: 'other_group' }), required: true },
  }
  const columns = recordColumns(entity).flatMap((column): Column[] => {
    if (column.field === 'consent') return consentColumns
    if (column.field === 'homePoint') return homeColumns
    return [(column.field && renamed[column.field]) || column]
  })
  return {
    entity,
    kind: 'records',
    columns,
    needs: { user: ['email'] },
    key: ['operator_code', 'member_no'],
    // Whether somebody is a member of another group decides what may be certified: an empty cell is no “no”.
    steps: (making) => [{ ...saved(entity, withHome(withConsent(making))), merge: { consent: joinConsent }, unsaid: ['otherGroupMembership'] }],
  }
}

const notWritten = ({ write: _, ...column }: Column): Column => column

/** People are known by their mail address (domain dictionary 12). */
const officerColumn = (field: Field): Column => ({
  ...fieldColumn('fieldOfficerId', field, { as: 'field_officer_email' }),
  example: '',
  help: 'The mail address with which the officer signs in.',
  read: (cell, making) => {
    making.placed.push({ path: ['fieldOfficerId'], lookup: { target: 'user', by: { email: cell.trim().toLowerCase() } }, column: 'field_officer_email' })
  },
  write: (row, names) => (row.fieldOfficerId ? names(String(row.fieldOfficerId), 'email') : ''),
})

const certification = (row: Row): Consent | undefined => (row.consent as Consent[] | null)?.find(({ purpose }) => purpose === 'CERTIFICATION')
const consentColumns: Column[] = [
  {
    name: 'consent_version',
    label: 'Version of the consent text',
    field: 'consent',
    required: true,
    example: 'C-2',
    read: () => {},
    write: (row) => certification(row)?.textVersion ?? '',
  },
  {
    name: 'consent_given_on',
    label: 'Consent given on',
    field: 'consent',
    required: true,
    example: '2024-05-02',
    read: () => {},
    write: (row) => certification(row)?.givenAt ?? '',
  },
  {
    name: 'consent_channel',
    label: 'Consent given by',
    field: 'consent',
    example: 'PAPER',
    choices: ['PAPER', 'APP', 'VOICE'].map((value) => ({ value, label: value })),
    read: () => {},
    write: (row) => certification(row)?.channel ?? '',
  },
]
const homeColumns: Column[] = [
  { name: 'home_lat', label: 'Home, latitude', field: 'homePoint', example: '', read: () => {}, write: (row) => coordinate(row, 1) },
  { name: 'home_lon', label: 'Home, longitude', field: 'homePoint', aliases: ['home_lng'], example: '', read: () => {}, write: (row) => coordinate(row, 0) },
]
const coordinate = (row: Row, axis: 0 | 1): string => String((row.homePoint as { coordinates: number[] } | null)?.coordinates[axis] ?? '')

function withConsent(making: Making): Making {
  const { consent_version: textVersion, consent_given_on: givenOn, consent_channel: channel = 'PAPER' } = making.cells
  if (!textVersion && !givenOn) return making
  const givenAt = givenOn ? readMoment(givenOn, making.context.zone) : null
  if (!textVersion) making.problem('consent_version', 'required', 'Which text was agreed to?')
  else if (!givenAt) making.problem('consent_given_on', givenOn ? 'format' : 'required', 'The day of the consent, like 2024-05-02.')
  else making.body.consent = [{ purpose: 'CERTIFICATION', textVersion: textVersion.trim(), givenAt, channel: channel.trim().toUpperCase() }] satisfies Consent[]
  return making
}

function withHome(making: Making): Making {
  const [lat, lon] = [making.cells.home_lat, making.cells.home_lon].map((cell) => (cell?.trim() ? readNumber(cell) : undefined))
  if (lat === undefined && lon === undefined) return making
  if (typeof lat === 'number' && typeof lon === 'number') making.body.homePoint = { type: 'Point', coordinates: [lon, lat] }
  else making.problem(typeof lat === 'number' ? 'home_lon' : 'home_lat', 'type', 'Latitude and longitude as decimal degrees, like 22.1 and 75.6.')
  return making
}

/** The file speaks of one purpose; what was agreed to for others stays, and so does the same agreement as it is stored. */
function joinConsent(stored: unknown, given: unknown): unknown {
  const [fresh] = given as Consent[]
  const old = (stored ?? []) as Consent[]
  if (old.some((one) => one.purpose === fresh?.purpose && one.textVersion === fresh.textVersion && Date.parse(one.givenAt) === Date.parse(fresh.givenAt)))
    return stored
  return [...old.filter((one) => one.purpose !== fresh?.purpose), ...(given as Consent[])]
}
