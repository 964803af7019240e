// Who inspects operators and processors and issues their certificates (domain dictionary 5.3).
import { entity } from '../kernel/entity.ts'
import { date, longText, optional, reference, rows, text } from '../kernel/kinds.ts'
import { contacts, regionFields } from '../kernel/place.ts'

export const certificationbody = entity('certificationbody', {
  label: 'Certification body',
  plural: 'Certification bodies',
  group: 'Administration',
  about: 'Accredited bodies that certify operators and processors, and issue transaction certificates.',
  belongsTo: { certificationBody: 'id' },
  codePrefix: 'CBD',
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    shortName: optional(text('Short name', { max: 40, search: true })),
    accreditationNo: text('Accreditation no.', { max: 60, search: true, filter: true }),
    accreditedBy: text('Accredited by', { max: 80, filter: true }),
    schemes: rows(
      'Accredited for',
      { schemeId: reference('Scheme', 'scheme'), from: date('From'), to: optional(date('To')) },
      { max: 30, help: 'A certificate of a scheme can be issued only while the accreditation for it runs.' },
    ),
    address: text('Address', { max: 200 }),
    ...regionFields,
    contacts,
    website: optional(text('Website', { max: 200, pattern: /^https?:\/\/\S+$/, hint: 'A web address.' })),
    apiEndpoint: optional(text('Address of its interface', { max: 200, pattern: /^https?:\/\/\S+$/, hint: 'A web address.' })),
    publicKey: optional(longText('Public key', { max: 2000, help: 'By which the signature of its transaction certificates is checked.' })),
  },
  unique: [['accreditationNo', 'accreditedBy'], ['name']],
  title: (row) => row.shortName ?? row.name,
  subtitle: ['accreditationNo', 'accreditedBy'],
  listRoles: ['ADMIN'],
  list: ['accreditationNo', 'accreditedBy', 'state', 'status', 'updatedAt'],
  form: {
    Organisation: ['name', 'shortName', 'accreditationNo', 'accreditedBy', 'schemes'],
    Contact: ['address', 'district', 'state', 'pin', 'country', 'contacts', 'website'],
    Exchange: ['apiEndpoint', 'publicKey'],
  },
  states: {
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
  },
  final: ['WITHDRAWN'],
  events: {
    SUSPENDED: {
      label: 'Suspend',
      help: 'It may issue nothing more; certificates already issued stay valid until they expire.',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'block',
    },
    REINSTATED: {
      label: 'Reinstate',
      fields: { reason: longText('What was corrected', { max: 500 }) },
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'undo',
    },
    WITHDRAWN: {
      label: 'Withdraw',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ACTIVE', 'SUSPENDED'],
      to: 'WITHDRAWN',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'logout',
    },
  },
  checks: [
    {
      path: 'schemes',
      code: 'min',
      message: 'An accreditation ends after it begins.',
      fails: (row) => row.schemes.some(({ from, to }) => !!to && to <= from),
    },
  ],
})
