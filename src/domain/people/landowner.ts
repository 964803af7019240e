// Who holds the title to land, when it is not the grower (domain dictionary 3.2).
import { entity } from '../kernel/entity.ts'
import { attachments, choice, date, flag, optional, personName, phone, reference, text } from '../kernel/kinds.ts'
import { villageFields } from '../kernel/place.ts'

export const landowner = entity('landowner', {
  label: 'Landowner',
  plural: 'Landowners',
  group: 'Farm',
  about: 'Holders of land titles: who must agree when a plot is leased.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'OWN',
  fields: {
    name: text('Name', { max: 120, search: true, sort: true, namesPerson: true }),
    relationName: optional(personName("Father's or husband's name", { personal: true })),
    localName: optional(text('Name in own script', { max: 80, search: true, namesPerson: true })),
    ownerType: choice(
      'Kind of owner',
      { INDIVIDUAL: 'One person', JOINT: 'Joint', GOVERNMENT: 'Government', COMMUNITY: 'Community', INSTITUTION: 'Institution', TRUST: 'Trust' },
      { filter: true },
    ),
    farmerId: optional(reference('Is the farmer', 'farmer', { help: 'When owner and member are the same person.' })),
    phone: optional(phone('Phone', { search: true })),
    ...villageFields,
    nationalIdLast4: optional(
      text('Last four digits of the identity document', { pattern: /^\d{4}$/, hint: 'Only the last four digits are kept.', personal: true }),
    ),
    consentToCertification: flag('Agrees to certification', { initial: false }),
    consentOn: optional(date('Agreed on')),
    files: attachments({ personal: true }),
  },
  unique: [['farmerId']],
  title: (row) => row.name,
  subtitle: ['ownerType', 'village'],
  list: ['code', 'ownerType', 'village', 'farmerId', 'phone', 'status'],
  form: {
    Owner: ['name', 'localName', 'relationName', 'ownerType', 'farmerId', 'phone', 'nationalIdLast4'],
    Place: ['villageId', 'village', 'gramPanchayat', 'block', 'district', 'state', 'pin', 'country'],
    Agreement: ['consentToCertification', 'consentOn', 'files'],
  },
  states: { ACTIVE: { label: 'Active', tone: 'success' }, INACTIVE: { label: 'No longer', tone: 'neutral' } },
  events: {
    DEACTIVATED: {
      label: 'Mark as no longer owner',
      fields: { reason: text('Reason', { max: 200 }) },
      from: ['ACTIVE'],
      to: 'INACTIVE',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'person_off',
    },
    REACTIVATED: { label: 'Owner again', fields: {}, from: ['INACTIVE'], to: 'ACTIVE', roles: ['ADMIN', 'OPERATOR_MANAGER'], icon: 'undo' },
  },
  checks: [{ path: 'consentOn', code: 'required', message: 'Give the day of the agreement.', fails: (row) => row.consentToCertification && !row.consentOn }],
})
