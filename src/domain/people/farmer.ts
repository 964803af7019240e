// A grower registered as a member of an operator's group (domain dictionary 3.1).
import { judgedAnswer } from '../kernel/checklist-answer.ts'
import { type EventNeed, entity } from '../kernel/entity.ts'
import {
  attachments,
  choice,
  date,
  derived,
  flag,
  hectares,
  integer,
  kilograms,
  longText,
  money,
  optional,
  personName,
  phone,
  point,
  reference,
  rows,
  share,
  text,
  time,
} from '../kernel/kinds.ts'
import { activeMembers } from '../kernel/member-choices.ts'
import { villageFields } from '../kernel/place.ts'
import { productWords } from '../kernel/product-words.ts'
import { inspectionResults } from '../kernel/terms.ts'
import { sanctionRef } from './sanction-fields.ts'
import { trainingHours } from './training-hours.ts'

export const genders = { F: 'Woman', M: 'Man', OTHER: 'Other', UNDISCLOSED: 'Not disclosed' } as const
export const languages = { hi: 'Hindi', en: 'English', mr: 'Marathi', gu: 'Gujarati', 'nimadi-voice': 'Nimadi (voice)' } as const

/** Papers of a person: an officer notes them once, the manager keeps them, and who pays the farmer may check them (domain dictionary 8). */
const identity = {
  personal: true,
  readableBy: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'FARMER'],
  writableBy: { C: ['OPERATOR_MANAGER', 'FIELD_OFFICER'], E: ['OPERATOR_MANAGER'] },
} as const

/** Only the sealed number, whom it belongs to and where: all three or none. */
const bank = ['bankHolder', 'bankIfsc', 'bankAccountNo'] as const

const survivorId = reference('Record that stays', 'farmer', { choosable: activeMembers })
/** The second person decides about the record that was named, no other. */
const namedSurvivor = reference('Record that stays', 'farmer', {
  choosable: [{ field: 'id', same: 'subject.survivorId', isRefusedElsewhere: true, why: 'The one that was named.' }],
})
/** Who is suspended stays so under both records: that is decided first. */
const mergeable = ['DRAFT', 'PENDING', 'RETURNED', 'ACTIVE', 'EXITED'] as const
const stillNamed: EventNeed = {
  why: 'The personal data of this member was erased. Register the person anew.',
  on: ['erasedOn'],
  fails: ({ erasedOn }) => Boolean(erasedOn),
}
export const farmer = entity('farmer', {
  label: 'Farmer',
  plural: 'Farmers',
  group: 'Farm',
  about: 'Growers who are members of the group: who they are, where they live, what they agreed to.',
  belongsTo: { operator: 'operatorId', farmer: 'id', village: 'village' },
  codePrefix: 'FRM',
  fields: {
    memberNo: text('Member no.', { max: 20, search: true, sort: true, filter: true }),
    firstName: personName('First name', { search: true }),
    lastName: personName('Last name', { search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 80, search: true, namesPerson: true })),
    relationName: optional(personName("Father's or husband's name", { personal: true })),
    gender: choice('Gender', genders, { filter: true, synonyms: { female: 'F', male: 'M' } }),
    birthYear: optional(integer('Year of birth', { min: 1920, max: 2100, personal: true })),
    phone: optional(phone('Phone', { search: true })),
    noPhone: flag('Has no phone', { initial: false }),
    phoneOwner: optional(choice('Whose phone', { SELF: 'Own', FAMILY: 'Family', NEIGHBOUR: 'Neighbour' })),
    language: choice('Language', languages, { initial: 'hi' }),
    ...villageFields,
    homePoint: optional(point('Home', { personal: true })),
    nationalIdType: optional(choice('Identity document', { AADHAAR: 'Aadhaar', VOTER: 'Voter card', RATION: 'Ration card' }, identity)),
    nationalIdLast4: optional(
      text('Last four digits of the identity document', { pattern: /^\d{4}$/, hint: 'Only the last four digits are kept.', ...identity }),
    ),
    bankHolder: optional(text('Account holder', { max: 80, ...identity })),
    bankIfsc: optional(text('IFSC', { max: 11, pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/, hint: 'Eleven signs in capital letters, like SBIN0001234.', ...identity })),
    bankAccountNo: optional(
      text('Account number', {
        max: 18,
        pattern: /^(\d{6,18}|XXXX\d{4})$/,
        hint: 'The whole number, 6 to 18 digits. Only the last four are shown.',
        sealed: true,
        ...identity,
      }),
    ),
    bankChangedAt: derived(time('Account entered at', { readableBy: identity.readableBy })),
    householdSize: optional(integer('People in household', { min: 1, max: 30, personal: true })),
    womenInHousehold: optional(integer('Women in household', { max: 30, personal: true })),
    literacy: optional(choice('Reads and writes', { YES: 'Yes', PARTLY: 'Partly', NO: 'No' }, { personal: true })),
    totalHoldingHa: hectares('Total holding', { min: 0.01, max: 200, sort: true }),
    otherGroupMembership: flag('Member of another group', { initial: false }),
    joinedOn: date('Joined on'),
    contractSignedOn: optional(date('Agreement signed on')),
    contractFiles: attachments({ label: 'Agreement', max: 10, personal: true }),
    files: attachments({ personal: true }),
    consent: rows(
      'Consent',
      {
        purpose: choice('Purpose', { CERTIFICATION: 'Certification', MARKETING: 'Story and photo', PAYMENTS: 'Payments' }),
        textVersion: text('Text version', { max: 20 }),
        givenAt: time('Given at'),
        channel: choice('Channel', { PAPER: 'On paper', APP: 'In the app', VOICE: 'By voice' }),
        withdrawnAt: optional(time('Withdrawn at')),
      },
      { min: 0, max: 10 },
    ),
    fieldOfficerId: optional(
      reference('Field officer', 'user', {
        writableBy: ['ADMIN', 'OPERATOR_MANAGER'],
        choosable: [
          { field: 'status', is: ['INVITED', 'ACTIVE'], why: 'People who are suspended or have left are left out.' },
          { field: 'heldRoles', is: ['FIELD_OFFICER'], why: 'Only field officers are offered.' },
          { field: 'operatorIds', same: 'operatorId', why: 'People who do not work for this operator are left out.' },
        ],
      }),
    ),
    noParcelReason: optional(text('Why no parcel yet', { max: 200 })),
    duplicateOverride: optional(text('Why this is not a duplicate', { max: 200 })),
    separateInspection: derived(flag('Inspected separately')),
    womenShare: derived(share('Share of women in household')),
    // Whom somebody has named as the same person, until a second person has decided.
    survivorId: derived(survivorId),
    mergedIntoId: derived(reference('Goes on as', 'farmer')),
    aliases: derived(text('Also registered as', { max: 400, search: true })),
    erasedOn: derived(date('Personal data erased on')),
  },
  // What names the person is gone for good: whoever comes back is registered anew.
  editNeeds: [stillNamed],
  needs: [stillNamed],
  unique: [['operatorId', 'memberNo']],
  goesOnAs: 'mergedIntoId',
  // What BR-23 finds members registered twice by: spelling-independent names.
  keys: { villageKey: 'text', nameKeys: 'text[]', relationKey: 'text' },
  lookups: [['phone'], ['nationalIdLast4', 'nationalIdType'], ['villageKey']],
  title: (row) => `${row.firstName} ${row.lastName}`,
  subtitle: ['memberNo', 'village'],
  list: ['memberNo', 'village', 'totalHoldingHa', 'phone', 'status', 'updatedAt'],
  form: {
    Person: ['firstName', 'lastName', 'localName', 'relationName', 'gender', 'birthYear', 'literacy', 'householdSize', 'womenInHousehold'],
    Contact: ['phone', 'noPhone', 'phoneOwner', 'language'],
    Place: ['villageId', 'village', 'gramPanchayat', 'block', 'district', 'state', 'pin', 'country', 'homePoint'],
    Membership: [
      'memberNo',
      'joinedOn',
      'totalHoldingHa',
      'contractSignedOn',
      'contractFiles',
      'fieldOfficerId',
      'files',
      'otherGroupMembership',
      'consent',
      'noParcelReason',
      'duplicateOverride',
    ],
    Identity: ['nationalIdType', 'nationalIdLast4'],
    'Bank account': ['bankHolder', 'bankIfsc', 'bankAccountNo'],
  },
  beforeAdmission: ['DRAFT', 'PENDING', 'RETURNED'],
  startsOn: { by: ['joinedOn'] },
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    PENDING: { label: 'Waiting for approval', tone: 'pending' },
    RETURNED: { label: 'Returned', tone: 'error' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    EXITED: { label: 'Exited', tone: 'neutral' },
    MERGED: { label: 'Merged', tone: 'neutral' },
  },
  final: ['MERGED'],
  certified: { in: ['ACTIVE', 'SUSPENDED'], fields: ['totalHoldingHa'] },
  events: {
    SUBMITTED: { label: 'Send for approval', fields: {}, from: ['DRAFT', 'RETURNED'], to: 'PENDING', icon: 'send' },
    APPROVED: {
      needs: [
        { why: 'The signed agreement is missing: enter the day it was signed.', on: ['contractSignedOn'], fails: ({ contractSignedOn }) => !contractSignedOn },
        {
          why: 'The consent to certification is missing.',
          on: ['consent'],
          fails: ({ consent }) =>
            !((consent ?? []) as { purpose: string; withdrawnAt: string | null }[]).some((one) => one.purpose === 'CERTIFICATION' && !one.withdrawnAt),
        },
      ],
      label: 'Approve',
      help: 'Needs the signed agreement, consent and a plot.',
      fields: {},
      from: ['PENDING'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'verified',
    },
    RETURNED: {
      label: 'Return',
      fields: { comment: longText('What is missing', { max: 500 }) },
      from: ['PENDING'],
      to: 'RETURNED',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'undo',
    },
    SUSPENDED: {
      label: 'Suspend',
      help: 'Nothing can be bought from a suspended farmer.',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'block',
    },
    REINSTATED: {
      label: 'Reinstate',
      help: 'By somebody who did not suspend the farmer.',
      fields: { reason: longText('What was corrected', { max: 500 }) },
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      excludesActorOf: ['SUSPENDED'],
      icon: 'undo',
    },
    EXITED: {
      label: 'Record exit',
      fields: { reason: longText('Reason', { max: 500, wordsIn: 'words' }), words: productWords },
      from: ['ACTIVE', 'SUSPENDED'],
      to: 'EXITED',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'logout',
    },
    REJOINED: {
      label: 'Rejoin',
      fields: {},
      from: ['EXITED'],
      to: 'PENDING',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'login',
    },
    // BR-23, BR-24: two records of one person become one, decided by two people.
    MERGE_REQUESTED: {
      label: 'Same person as…',
      fields: { survivorId, reason: longText('Reason', { max: 500 }) },
      from: mergeable,
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
    },
    MERGED: {
      label: 'Merge',
      fields: { survivorId: namedSurvivor },
      from: mergeable,
      to: 'MERGED',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      excludesActorOf: ['created', 'MERGE_REQUESTED'],
      needs: [
        {
          why: 'Nobody has named the same person yet.',
          on: ['survivorId'],
          fails: ({ survivorId }) => survivorId === null,
        },
      ],
      icon: 'call_merge',
    },
    TAKEN_OVER: {
      label: 'Record taken over',
      fields: { mergedId: reference('Record', 'farmer'), aliases: text('Also registered as', { max: 400 }), causeEventId: derived(text('Cause', { max: 36 })) },
      system: true,
    },
    // As long after the exit as the programme retains what names a member (6.6).
    ERASED: {
      label: 'Personal data erased',
      fields: { leftOn: date('Left on'), years: integer('Years of retention') },
      from: ['EXITED'],
      system: true,
      icon: 'block',
    },
    ACCOUNT_SHOWN: { label: 'Account number shown', fields: {}, system: true, icon: 'visibility' },
    SANCTION: { label: 'Sanction', fields: sanctionRef, system: true, icon: 'gavel' },
    SANCTION_LIFTED: { label: 'Sanction lifted', fields: sanctionRef, system: true, icon: 'lock_open' },
    VISIT: {
      label: 'Visit',
      fields: { purpose: text('Purpose', { max: 200 }), findings: optional(longText('Findings')), files: attachments({ personal: true }) },
      icon: 'directions_walk',
    },
    TRAINING_ATTENDED: {
      label: 'Training attended',
      fields: {
        topic: text('Topic', { max: 200 }),
        hours: trainingHours,
        trainerId: optional(reference('Trainer', 'user')),
        causeEventId: derived(text('Cause', { max: 36 })),
      },
      icon: 'school',
    },
    INTERNAL_INSPECTION: {
      label: 'Internal inspection',
      from: ['ACTIVE', 'SUSPENDED'],
      roles: ['INTERNAL_INSPECTOR'],
      requiresIndependence: true,
      icon: 'fact_check',
      fields: {
        seasonId: reference('Season', 'season'),
        round: integer('Round', { min: 1, max: 4 }),
        result: choice('Result', inspectionResults),
        findings: optional(longText('Findings')),
        conditions: optional(longText('Conditions', { max: 500 })),
        files: attachments({ personal: true }),
        // Of a visit with a checklist: the inspection that caused this, and what it says of questions that rules of a scheme ask (5.2).
        inspectionId: derived(text('Inspection', { max: 36 })),
        answers: derived(rows('Answers to questions', judgedAnswer, { max: 200 })),
      },
    },
    INPUT_DISTRIBUTED: {
      label: 'Input handed out',
      fields: {
        itemId: reference('Input', 'inputitem'),
        kg: kilograms('Quantity'),
        lotNo: optional(text('Lot', { max: 40 })),
        files: attachments(),
      },
      from: ['ACTIVE'],
      icon: 'redeem',
    },
    PAYMENT: {
      label: 'Payment',
      from: ['ACTIVE', 'SUSPENDED', 'EXITED'],
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'payments',
      fields: {
        kind: choice('Paid for', { PRICE: 'Price', PREMIUM: 'Premium', ADVANCE: 'Advance' }),
        amount: money('Amount', { min: 1 }),
        kg: optional(kilograms('For the weight of')),
        // Of a premium. Left empty, it is the last season before the payment in which goods of the person were bought.
        seasonId: optional(reference('Season', 'season')),
        ref: text('Reference', { max: 60 }),
        causeEventId: derived(text('Cause', { max: 36 })),
      },
    },
    GRIEVANCE: {
      label: 'Complaint',
      fields: { text: longText('Complaint'), channel: choice('Heard by', { PERSON: 'In person', PHONE: 'Phone', PAPER: 'Paper' }), dueOn: date('Answer by') },
      icon: 'feedback',
    },
    CONSENT_CHANGED: {
      label: 'Consent changed',
      fields: {
        purpose: choice('Purpose', { CERTIFICATION: 'Certification', MARKETING: 'Story and photo', PAYMENTS: 'Payments' }),
        given: flag('Agrees'),
        textVersion: text('Text version', { max: 20 }),
        channel: choice('Channel', { PAPER: 'On paper', APP: 'In the app', VOICE: 'By voice' }),
      },
      icon: 'how_to_reg',
    },
  },
  checks: [
    { path: 'phone', code: 'required', message: 'Give a phone number, or say that there is none.', fails: (row) => !row.noPhone && !row.phone },
    {
      path: 'womenInHousehold',
      code: 'max',
      message: 'More women than people in the household.',
      fails: (row) => (row.womenInHousehold ?? 0) > (row.householdSize ?? 30),
    },
    { path: 'contractSignedOn', code: 'min', message: 'Signed before 1990?', fails: (row) => !!row.contractSignedOn && row.contractSignedOn < '1990' },
    ...bank.map((path) => ({
      path,
      code: 'required',
      message: 'Holder, IFSC and number of an account go together.',
      fails: (row: Readonly<Record<string, unknown>>) => !row[path] && bank.some((name) => row[name]),
    })),
  ],
})
