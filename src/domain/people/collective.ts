// The operator: a group of growers with its internal control system (domain dictionary 5.4). Its code
// is the {operator} of every address. Scheme, body and certificate are words here until they are records.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, email, integer, longText, money, optional, phone, point, reference, references, rows, share, text, words } from '../kernel/kinds.ts'
import { regionFields } from '../kernel/place.ts'
import { inspectionResults } from '../kernel/terms.ts'

const schemes = { NPOP: 'NPOP', EU_ORG: 'EU organic', NOP: 'NOP', GOTS: 'GOTS', OCS: 'OCS', ROC: 'Regenerative Organic', FAIRTRADE: 'Fairtrade', GLOBALGAP: 'GlobalG.A.P.', INTERNAL: 'Own standard' } as const

export const collective = entity('collective', {
  label: 'Operator',
  plural: 'Operators',
  group: 'Administration',
  about: 'Grower groups and producer companies that run an internal control system and hold a certificate.',
  owner: 'tenant',
  codePrefix: 'OPR',
  fields: {
    legalName: text('Legal name', { max: 120, search: true, sort: true }),
    shortName: optional(text('Short name', { max: 40, search: true })),
    legalForm: choice('Legal form', { PRODUCER_COMPANY: 'Producer company', COOPERATIVE: 'Cooperative', SOCIETY: 'Society', TRUST: 'Trust', NGO: 'NGO', COMPANY: 'Company', CONTRACT: 'Contract group' }),
    regNo: text('Registration no.', { max: 40 }),
    taxId: optional(text('GSTIN', { pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, hint: 'Fifteen characters, like 23ABCDE1234F1Z5.' })),
    panLast4: optional(text('PAN, last four', { pattern: /^[0-9A-Z]{4}$/, hint: 'Only the last four characters.' })),
    address: text('Address', { max: 200 }),
    ...regionFields,
    phone: optional(phone('Phone', { personal: false })),
    email: optional(email('Email')),
    districts: words('Districts', { max: 20 }),
    blocks: words('Blocks', { max: 50 }),
    villages: words('Villages', { max: 200 }),
    centre: optional(point('Office')),
    serviceRadiusKm: optional(integer('Works within', { min: 1, max: 500, unit: 'km', help: 'Boundaries further away than this and 20 km are refused (BR-01).' })),
    schemes: rows('Certification', {
      scheme: choice('Scheme', schemes),
      certificationBody: text('Certification body', { max: 80 }),
      icsCode: optional(text('ICS code', { max: 40 })),
      tracenetId: optional(text('TraceNet ID', { max: 40 })),
      since: date('Since'),
      certificateNo: optional(text('Certificate no.', { max: 40 })),
      validTo: optional(date('Valid to')),
    }, { max: 10 }),
    icsStaff: rows('Internal control', {
      userId: reference('Person', 'user'),
      role: choice('Duty', { ICS_MANAGER: 'Manager', INSPECTOR: 'Inspector', APPROVER: 'Approver', FIELD_OFFICER: 'Field officer', PURCHASE: 'Purchase', WAREHOUSE: 'Warehouse', TRAINER: 'Trainer' }),
    }, { max: 100 }),
    premiumType: optional(choice('Premium', { PCT: 'Per cent of price', PER_KG: 'Amount per kg' })),
    premiumValue: optional(integer('Premium value', { max: 1_000_000, help: 'Per cent, or paise per kg.' })),
    memberCount: derived(integer('Members')),
    largeFarmAreaShare: derived(share('Area of farms of 4 ha or more')),
  },
  unique: [['legalName']],
  title: (row) => row.shortName ?? row.legalName,
  subtitle: ['district', 'state'],
  list: ['code', 'legalForm', 'district', 'memberCount', 'status'],
  form: {
    Organisation: ['legalName', 'shortName', 'legalForm', 'regNo', 'taxId', 'panLast4'],
    Contact: ['address', 'district', 'state', 'pin', 'country', 'phone', 'email'],
    Area: ['districts', 'blocks', 'villages', 'centre', 'serviceRadiusKm'],
    Certification: ['schemes', 'icsStaff', 'premiumType', 'premiumValue'],
  },
  states: {
    APPLICANT: { label: 'Applicant', tone: 'pending' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
  },
  final: ['WITHDRAWN'],
  events: {
    ACTIVATED: { label: 'Activate', fields: {}, from: ['APPLICANT'], to: 'ACTIVE', right: 'approve', roles: ['AD'], icon: 'verified' },
    SUSPENDED: { label: 'Suspend', fields: { reason: longText('Reason', { max: 500 }) }, from: ['ACTIVE'], to: 'SUSPENDED', roles: ['AD', 'CB'], icon: 'block' },
    REINSTATED: { label: 'Reinstate', fields: { reason: longText('What was corrected', { max: 500 }) }, from: ['SUSPENDED'], to: 'ACTIVE', roles: ['AD', 'CB'], icon: 'undo' },
    WITHDRAWN: { label: 'Withdraw', fields: { reason: longText('Reason', { max: 500 }) }, from: ['ACTIVE', 'SUSPENDED'], to: 'WITHDRAWN', right: 'approve', roles: ['AD'], icon: 'logout' },
    ICS_MEETING: { label: 'Meeting', fields: { agenda: longText('Agenda', { max: 1000 }), attendees: integer('People present', { min: 1, max: 10_000 }), minutes: optional(longText('Minutes')) }, icon: 'groups' },
    TRAINING: { label: 'Training', help: 'Counts for every farmer named.', fields: { topic: text('Topic', { max: 200 }), hours: integer('Hours', { min: 1, max: 8, unit: 'h' }), farmerIds: references('Farmers', 'farmer', { min: 1 }) }, from: ['ACTIVE'], icon: 'school' },
    INPUT_PROCUREMENT: { label: 'Inputs bought', fields: { itemId: reference('Input', 'inputitem'), kg: integer('Quantity', { min: 1, unit: 'kg' }), supplier: text('Supplier', { max: 80 }), lotNo: optional(text('Lot', { max: 40 })) }, icon: 'local_shipping' },
    INPUT_ISSUE: { label: 'Inputs handed out', fields: { itemId: reference('Input', 'inputitem'), kg: integer('Quantity', { min: 1, unit: 'kg' }), farmerIds: references('Farmers', 'farmer', { min: 1 }) }, icon: 'redeem' },
    INSPECTION_ROUND: { label: 'Inspection round', fields: { seasonId: reference('Season', 'season'), round: integer('Round', { min: 1, max: 4 }), plan: longText('Plan', { max: 1000 }) }, from: ['ACTIVE'], icon: 'fact_check' },
    APPROVAL_COMMITTEE: {
      label: 'Approval committee', help: 'Writes the approved farmer list of the season.', from: ['ACTIVE'], roles: ['AD', 'OM'], icon: 'how_to_reg',
      fields: {
        seasonId: reference('Season', 'season'),
        decisions: rows('Decisions', { farmerId: reference('Farmer', 'farmer'), result: choice('Result', inspectionResults), conditions: optional(text('Conditions', { max: 300 })) }, { min: 1, max: 500 }),
      },
    },
    COMPLAINT: { label: 'Complaint', fields: { text: longText('Complaint'), dueOn: date('Answer by') }, icon: 'feedback' },
    PREMIUM_DISTRIBUTION: { label: 'Premium paid out', fields: { seasonId: reference('Season', 'season'), kg: integer('For', { min: 1, unit: 'kg' }), perKg: money('Per kg', { min: 1 }), total: money('Total', { min: 1 }) }, icon: 'payments' },
  },
  checks: [{ path: 'premiumValue', code: 'required', message: 'Say how much the premium is.', fails: (row) => !!row.premiumType && row.premiumValue === null }],
})
