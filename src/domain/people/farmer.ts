// A grower registered as a member of an operator's group (domain dictionary 3.1).
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, flag, hectares, integer, kilograms, longText, money, optional, personName, phone, point, reference, rows, share, text, time } from '../kernel/kinds.ts'
import { villageFields } from '../kernel/place.ts'
import { inspectionResults } from '../kernel/terms.ts'

export const genders = { F: 'Female', M: 'Male', OTHER: 'Other', UNDISCLOSED: 'Not disclosed' } as const
export const languages = { hi: 'Hindi', en: 'English', mr: 'Marathi', gu: 'Gujarati', 'nimadi-voice': 'Nimadi (voice)' } as const

export const farmer = entity('farmer', {
  label: 'Farmer',
  plural: 'Farmers',
  group: 'Farm',
  about: 'Growers who are members of the group: who they are, where they live, what they agreed to.',
  owner: 'operator',
  codePrefix: 'FRM',
  fields: {
    memberNo: text('Member no.', { max: 20, search: true, sort: true, filter: true }),
    firstName: personName('First name', { search: true }),
    lastName: personName('Last name', { search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 80, search: true })),
    relationName: optional(personName("Father's or husband's name", { personal: true })),
    gender: choice('Gender', genders, { filter: true }),
    birthYear: optional(integer('Year of birth', { min: 1920, max: 2100, personal: true })),
    phone: optional(phone('Phone', { search: true })),
    noPhone: flag('Has no phone', { initial: false }),
    phoneOwner: optional(choice('Whose phone', { SELF: 'Own', FAMILY: 'Family', NEIGHBOUR: 'Neighbour' })),
    language: choice('Language', languages, { initial: 'hi' }),
    ...villageFields,
    homePoint: optional(point('Home', { personal: true })),
    nationalIdType: optional(choice('Identity document', { AADHAAR: 'Aadhaar', VOTER: 'Voter card', RATION: 'Ration card' })),
    nationalIdLast4: optional(text('Last four digits', { pattern: /^\d{4}$/, hint: 'Only the last four digits are kept.', personal: true })),
    householdSize: optional(integer('People in household', { min: 1, max: 30, personal: true })),
    womenInHousehold: optional(integer('Women in household', { max: 30, personal: true })),
    totalHoldingHa: hectares('Total holding', { min: 0.01, max: 200, sort: true }),
    otherGroupMembership: flag('Member of another group', { initial: false }),
    joinedOn: date('Joined on'),
    contractSignedOn: optional(date('Agreement signed on')),
    consent: rows('Consent', {
      purpose: choice('Purpose', { CERTIFICATION: 'Certification', MARKETING: 'Story and photo', PAYMENTS: 'Payments' }),
      textVersion: text('Text version', { max: 20 }),
      givenAt: time('Given at'),
      channel: choice('Channel', { PAPER: 'On paper', APP: 'In the app', VOICE: 'By voice' }),
      withdrawnAt: optional(time('Withdrawn at')),
    }, { min: 0, max: 10 }),
    noParcelReason: optional(text('Why no parcel yet', { max: 200 })),
    duplicateOverride: optional(text('Why this is not a duplicate', { max: 200 })),
    separateInspection: derived(flag('Inspected separately (4 ha or more)')),
    womenShare: derived(share('Share of women in household')),
  },
  unique: [['operatorId', 'memberNo']],
  title: (row) => `${row.firstName} ${row.lastName}`,
  subtitle: ['memberNo', 'village'],
  list: ['memberNo', 'village', 'totalHoldingHa', 'phone', 'status', 'updatedAt'],
  form: {
    Person: ['firstName', 'lastName', 'localName', 'relationName', 'gender', 'birthYear', 'householdSize', 'womenInHousehold'],
    Contact: ['phone', 'noPhone', 'phoneOwner', 'language'],
    Place: ['village', 'gramPanchayat', 'block', 'district', 'state', 'pin', 'country', 'homePoint'],
    Membership: ['memberNo', 'joinedOn', 'totalHoldingHa', 'contractSignedOn', 'otherGroupMembership', 'consent', 'noParcelReason', 'duplicateOverride'],
    Identity: ['nationalIdType', 'nationalIdLast4'],
  },
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    PENDING: { label: 'Waiting for approval', tone: 'pending' },
    RETURNED: { label: 'Returned', tone: 'error' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    EXITED: { label: 'Exited', tone: 'neutral' },
  },
  events: {
    SUBMITTED: { label: 'Send for approval', fields: {}, from: ['DRAFT', 'RETURNED'], to: 'PENDING', icon: 'send' },
    APPROVED: { label: 'Approve', help: 'Needs the signed agreement, consent and a plot.', fields: {}, from: ['PENDING'], to: 'ACTIVE', right: 'approve', roles: ['AD', 'OM'], icon: 'verified' },
    RETURNED: { label: 'Return', fields: { comment: longText('What is missing', { max: 500 }) }, from: ['PENDING'], to: 'RETURNED', right: 'approve', roles: ['AD', 'OM'], icon: 'undo' },
    SUSPENDED: { label: 'Suspend', help: 'Nothing can be bought from a suspended farmer.', fields: { reason: longText('Reason', { max: 500 }) }, from: ['ACTIVE'], to: 'SUSPENDED', right: 'approve', roles: ['AD', 'OM'], icon: 'block' },
    REINSTATED: { label: 'Reinstate', fields: { reason: longText('What was corrected', { max: 500 }) }, from: ['SUSPENDED'], to: 'ACTIVE', right: 'approve', roles: ['AD', 'OM'], icon: 'undo' },
    EXITED: { label: 'Record exit', fields: { reason: longText('Reason', { max: 500 }) }, from: ['ACTIVE', 'SUSPENDED'], to: 'EXITED', right: 'approve', roles: ['AD', 'OM'], icon: 'logout' },
    REJOINED: { label: 'Rejoin', fields: {}, from: ['EXITED'], to: 'PENDING', right: 'approve', roles: ['AD', 'OM'], icon: 'login' },
    VISIT: { label: 'Visit', fields: { purpose: text('Purpose', { max: 200 }), findings: optional(longText('Findings')) }, icon: 'directions_walk' },
    TRAINING_ATTENDED: { label: 'Training attended', fields: { topic: text('Topic', { max: 200 }), hours: integer('Hours', { min: 1, max: 8, unit: 'h' }), causeEventId: derived(text('Cause', { max: 36 })) }, icon: 'school' },
    INTERNAL_INSPECTION: {
      label: 'Internal inspection', from: ['ACTIVE', 'SUSPENDED'], roles: ['AD', 'II'], icon: 'fact_check',
      fields: { seasonId: reference('Season', 'season'), round: integer('Round', { min: 1, max: 4 }), result: choice('Result', inspectionResults), findings: optional(longText('Findings')), conditions: optional(longText('Conditions', { max: 500 })) },
    },
    INPUT_DISTRIBUTED: { label: 'Input handed out', fields: { itemId: reference('Input', 'inputitem'), kg: kilograms('Quantity'), lotNo: optional(text('Lot', { max: 40 })) }, from: ['ACTIVE'], icon: 'redeem' },
    PAYMENT: {
      label: 'Payment', from: ['ACTIVE', 'SUSPENDED', 'EXITED'], roles: ['AD', 'OM'], icon: 'payments',
      fields: { kind: choice('For', { PRICE: 'Price', PREMIUM: 'Premium', ADVANCE: 'Advance' }), amount: money('Amount', { min: 1 }), kg: optional(kilograms('For the weight of')), ref: text('Reference', { max: 60 }) },
    },
    GRIEVANCE: { label: 'Complaint', fields: { text: longText('Complaint'), channel: choice('Heard by', { PERSON: 'In person', PHONE: 'Phone', PAPER: 'Paper' }), dueOn: date('Answer by') }, icon: 'feedback' },
    CONSENT_CHANGED: { label: 'Consent changed', fields: { purpose: choice('Purpose', { CERTIFICATION: 'Certification', MARKETING: 'Story and photo', PAYMENTS: 'Payments' }), given: flag('Agrees'), textVersion: text('Text version', { max: 20 }), channel: choice('Channel', { PAPER: 'On paper', APP: 'In the app', VOICE: 'By voice' }) }, icon: 'how_to_reg' },
  },
  checks: [
    { path: 'phone', code: 'required', message: 'Give a phone number, or say that there is none.', fails: (row) => !row.noPhone && !row.phone },
    { path: 'womenInHousehold', code: 'max', message: 'More women than people in the household.', fails: (row) => (row.womenInHousehold ?? 0) > (row.householdSize ?? 30) },
    { path: 'contractSignedOn', code: 'min', message: 'Signed before 1990?', fails: (row) => !!row.contractSignedOn && row.contractSignedOn < '1990' },
  ],
})
