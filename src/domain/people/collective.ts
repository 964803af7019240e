// The operator: a group of growers with its internal control system (domain dictionary 5.4). Its code
// is the {operator} of every address. What it is certified for follows from its scope certificates.

import { certifiedFields } from '../kernel/certified.ts'
import { type Choosable, farmSchemes } from '../kernel/choosable.ts'
import { entity } from '../kernel/entity.ts'
import {
  attachments,
  choice,
  date,
  derived,
  email,
  integer,
  kilograms,
  longText,
  money,
  optional,
  phone,
  point,
  polygon,
  reference,
  references,
  rows,
  share,
  text,
  words,
} from '../kernel/kinds.ts'
import { regionFields } from '../kernel/place.ts'
import { schemeKeys } from '../kernel/scheme-keys.ts'
import { inspectionResults, severities } from '../kernel/terms.ts'
import { documents, duties, needsOfActive, needsOfCommittee, rolesOfDuty } from './internal-control.ts'
import { sanctionRef } from './sanction-fields.ts'
import { trainingHours } from './training-hours.ts'

/** Of the operator that is edited, or that an event happens to. */
const ownPeople: readonly Choosable[] = [
  { field: 'status', is: ['INVITED', 'ACTIVE'], why: 'People who are suspended or have left are left out.' },
  { field: 'operatorIds', same: 'subject.id', why: 'People who do not work for this operator are left out.' },
]
/** Recorded events name body, number and end of the certificate here. */
const registrationOf = ({ scheme, icsCode = null, tracenetId = null, since }: Readonly<Record<string, unknown>>) => ({ scheme, icsCode, tracenetId, since })

const everyState = ['APPLICANT', 'ACTIVE', 'SUSPENDED', 'WITHDRAWN'] as const

/** Members named by one training or one hand-out of inputs: the largest group of NPOP (BR-22). */
export const mostNamed = 500
/** Members decided on at once: the largest group of the EU rules (BR-22). */
export const mostDecisions = 2000

export const collective = entity('collective', {
  label: 'Operator',
  plural: 'Operators',
  group: 'Administration',
  about: 'Grower groups and producer companies that run an internal control system and hold a certificate.',
  belongsTo: { operator: 'id', atOperator: 'EVERY' },
  codePrefix: 'OPR',
  fields: {
    legalName: text('Legal name', { max: 120, search: true, sort: true }),
    shortName: optional(text('Short name', { max: 40, search: true })),
    legalForm: choice('Legal form', {
      PRODUCER_COMPANY: 'Producer company',
      COOPERATIVE: 'Cooperative',
      SOCIETY: 'Society',
      TRUST: 'Trust',
      NGO: 'NGO',
      COMPANY: 'Company',
      CONTRACT: 'Contract group',
    }),
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
    serviceArea: optional(polygon('Service area')),
    centre: optional(point('Office')),
    serviceRadiusKm: optional(
      integer('Works within', { min: 1, max: 500, unit: 'km', help: 'Boundaries further away than this and 20 km are refused (BR-01).' }),
    ),
    schemes: rows(
      'Registrations',
      {
        scheme: choice('Scheme', schemeKeys),
        icsCode: optional(text('ICS code', { max: 40 })),
        tracenetId: optional(text('TraceNet ID', { max: 40 })),
        since: date('Since'),
      },
      {
        max: 10,
        formerRows: registrationOf,
        writableBy: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
        help: 'Under which numbers the group is registered. What it is certified for, its scope certificates say.',
      },
    ),
    ...certifiedFields,
    icsStaff: rows(
      'Internal control',
      {
        userId: reference('Person', 'user', {
          choosable: [...ownPeople, { field: 'heldRoles', by: 'role', of: rolesOfDuty, why: 'People without the role for this duty are left out.' }],
        }),
        role: choice('Duty', duties),
      },
      {
        max: 100,
        // The people of an operator get their roles once it is registered.
        writableBy: { C: [], E: ['ADMIN', 'OPERATOR_MANAGER'] },
        help: 'At least a manager and an inspector. Whoever inspects does not approve.',
      },
    ),
    mandatorId: optional(
      reference('Owner of the internal control', 'processor', {
        help: 'The processor or exporter that owns the internal control, where it is not the group’s own. The EU rules demand a legal person of farmers.',
        choosable: [{ field: 'status', is: ['APPLICANT', 'ACTIVE', 'SUSPENDED'], why: 'Companies that have left are left out.' }],
      }),
    ),
    premiumType: optional(choice('Premium', { PCT: 'Per cent of price', PER_KG: 'Amount per kg' })),
    premiumValue: optional(integer('Premium value', { max: 1_000_000, help: 'Per cent, or paise per kg.' })),
    icsManual: attachments({ label: documents.icsManual }),
    internalStandard: attachments({ label: documents.internalStandard }),
    sanctionCatalogue: attachments({ label: documents.sanctionCatalogue }),
    orgChart: attachments({ label: documents.orgChart }),
    files: attachments({ label: 'Other documents' }),
    memberCount: derived(integer('Members')),
    largeFarmAreaShare: derived(share('Area of large farms')),
  },
  unique: [['legalName']],
  title: (row) => row.shortName ?? row.legalName,
  subtitle: ['district', 'state'],
  listRoles: ['ADMIN'],
  list: ['code', 'legalForm', 'district', 'memberCount', 'certificateNo', 'certificateValidTo', 'status'],
  form: {
    Organisation: ['legalName', 'shortName', 'legalForm', 'regNo', 'taxId', 'panLast4'],
    Contact: ['address', 'district', 'state', 'pin', 'country', 'phone', 'email'],
    Area: ['districts', 'blocks', 'villages', 'serviceArea', 'centre', 'serviceRadiusKm'],
    Certification: ['schemes', 'premiumType', 'premiumValue'],
    'Internal control': ['mandatorId', 'icsStaff', 'icsManual', 'internalStandard', 'sanctionCatalogue', 'orgChart', 'files'],
  },
  beforeAdmission: ['APPLICANT'],
  states: {
    APPLICANT: { label: 'Applicant', tone: 'pending' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
  },
  final: ['WITHDRAWN'],
  events: {
    ACTIVATED: {
      needs: needsOfActive,
      label: 'Activate',
      help: 'Needs a manager and an inspector of the internal control, and its four documents.',
      fields: {},
      from: ['APPLICANT'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'verified',
    },
    SUSPENDED: {
      label: 'Suspend',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      icon: 'block',
    },
    REINSTATED: {
      label: 'Reinstate',
      fields: { reason: longText('What was corrected', { max: 500 }) },
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
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
    SC_CHANGED: {
      label: 'Scope certificate',
      unavailable: 'A scope certificate is a record of its own: it is proposed by its holder and confirmed by its certification body.',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      icon: 'verified',
      fields: {
        scheme: choice('Scheme', schemeKeys),
        certificationBody: text('Certification body', { max: 80 }),
        certificateNo: text('Certificate no.', { max: 40 }),
        since: date('Since'),
        validTo: date('Valid to'),
      },
    },
    ICS_MEETING: {
      label: 'Meeting',
      help: 'Evidence of the internal control: its minutes are written here or attached.',
      fields: {
        agenda: longText('Agenda', { max: 1000 }),
        attendees: integer('People present', { min: 1, max: 10_000 }),
        attendeeIds: optional(references('Of the internal control', 'user', { choosable: ownPeople })),
        farmerIds: optional(references('Members present', 'farmer', { max: mostNamed })),
        minutes: optional(longText('Minutes')),
        files: attachments({ label: 'Minutes and attendance list' }),
      },
      icon: 'groups',
    },
    TRAINING: {
      label: 'Training',
      help: 'Counts for every farmer named.',
      fields: {
        topic: text('Topic', { max: 200 }),
        hours: trainingHours,
        trainerId: optional(reference('Trainer', 'user', { choosable: ownPeople })),
        farmerIds: references('Farmers', 'farmer', { min: 1, max: mostNamed }),
        files: attachments({ label: 'Attendance list' }),
      },
      from: ['ACTIVE'],
      icon: 'school',
    },
    INPUT_PROCUREMENT: {
      label: 'Inputs bought',
      fields: {
        itemId: reference('Input', 'inputitem'),
        kg: kilograms('Quantity'),
        supplier: text('Supplier', { max: 80 }),
        lotNo: optional(text('Lot', { max: 40 })),
      },
      icon: 'local_shipping',
    },
    INPUT_ISSUE: {
      label: 'Inputs handed out',
      fields: {
        itemId: reference('Input', 'inputitem'),
        kg: kilograms('Quantity'),
        seasonId: optional(reference('For the season', 'season', { help: 'Of seed (BR-20). Left empty, it is the season whose first day is nearest.' })),
        farmerIds: references('Farmers', 'farmer', { min: 1, max: mostNamed }),
      },
      icon: 'redeem',
    },
    INSPECTION_ROUND: {
      label: 'Inspection round',
      fields: {
        seasonId: reference('Season', 'season'),
        round: integer('Round', { min: 1, max: 4 }),
        dueOn: optional(date('Due on')),
        plan: longText('Plan', { max: 1000 }),
      },
      from: ['ACTIVE'],
      icon: 'fact_check',
    },
    APPROVAL_COMMITTEE: {
      needs: needsOfCommittee,
      label: 'Approval committee',
      help: 'Writes the approved farmer list of the season.',
      from: ['ACTIVE'],
      roles: ['OPERATOR_MANAGER'],
      icon: 'how_to_reg',
      fields: {
        seasonId: reference('Season', 'season'),
        decisions: rows(
          'Decisions',
          {
            farmerId: reference('Farmer', 'farmer'),
            result: choice('Result', inspectionResults),
            conditions: optional(text('Conditions', { max: 300 })),
            // Where the committee decides otherwise than it was proposed.
            reason: optional(text('Reason', { max: 300 })),
          },
          { min: 1, max: mostDecisions },
        ),
      },
    },
    LIST_DRAWN_UP: {
      label: 'Draw up the approved farmer list',
      help: 'Of today, for a scheme and a season. It is then signed, and countersigned by the certification body.',
      from: ['ACTIVE'],
      roles: ['OPERATOR_MANAGER'],
      icon: 'description',
      fields: { farmSchemeId: reference('Scheme', 'scheme', { choosable: farmSchemes }), seasonId: reference('Season', 'season') },
    },
    MOCK_RECALL: {
      label: 'Recall drill',
      help: 'Recorded when a drill is closed: how long it took until every holder had answered, and how much was found.',
      system: true,
      icon: 'fact_check',
      fields: {
        caseId: derived(reference('Recall', 'recallcase')),
        minutes: derived(integer('Took', { unit: 'min', max: 10_000_000 })),
        foundShare: derived(share('Found')),
      },
    },
    EXTERNAL_AUDIT: {
      label: 'External audit',
      help: 'By the certification body: which members it looked at, and what it found. Each finding is a non-conformity.',
      from: ['ACTIVE', 'SUSPENDED'],
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      icon: 'fact_check',
      fields: {
        bodyId: reference('Certification body', 'certificationbody'),
        from: date('From'),
        until: date('Until'),
        farmerIds: references('Members looked at', 'farmer', { min: 1, max: mostNamed }),
        findings: rows(
          'Findings',
          {
            severity: choice('Severity', severities),
            rule: text('Rule', { max: 40 }),
            clause: optional(text('Clause', { max: 60 })),
            farmerId: optional(reference('Farmer', 'farmer')),
            description: longText('What was found'),
            dueOn: date('To be corrected by'),
          },
          { max: 200 },
        ),
        reportNo: optional(text('Report', { max: 60 })),
        files: attachments(),
      },
    },
    // Of non-conformities of the group itself: what is sanctioned at a member is on the member (docs/decisions/0162). These are worked on to their end, whatever becomes of the group.
    SANCTION: { label: 'Sanction', fields: sanctionRef, from: everyState, system: true, icon: 'gavel' },
    SANCTION_LIFTED: { label: 'Sanction lifted', fields: sanctionRef, from: everyState, system: true, icon: 'lock_open' },
    CORRECTIVE_ACTION: {
      label: 'Correction',
      fields: {
        ref: sanctionRef.ref,
        nonconformityId: sanctionRef.nonconformityId,
        doneOn: derived(date('Done on')),
        // What was written was recorded here, too, until it stayed on the non-conformity (docs/decisions/0162): read by those alone who read that.
        action: derived(longText('What was done', { max: 1000, readableBy: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'] })),
      },
      from: everyState,
      system: true,
      icon: 'send',
    },
    COMPLAINT: { label: 'Complaint', fields: { text: longText('Complaint'), dueOn: date('Answer by') }, icon: 'feedback' },
    PREMIUM_DISTRIBUTION: {
      label: 'Premium paid out',
      help: 'Each member of the list has a payment, which goes with it.',
      fields: {
        seasonId: reference('Season', 'season'),
        perKg: money('Per kg', { min: 1 }),
        list: rows(
          'Members',
          { farmerId: reference('Farmer', 'farmer'), kg: kilograms('Weight'), amount: money('Amount', { min: 1 }) },
          { min: 1, max: mostNamed, readableBy: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR'] },
        ),
        kg: kilograms('Weight'),
        total: money('Total', { min: 1 }),
        ref: optional(text('Reference', { max: 60, help: 'Of the transfer. Empty: the code of the season.' })),
      },
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'payments',
    },
  },
  checks: [
    { path: 'premiumValue', code: 'required', message: 'Say how much the premium is.', fails: (row) => !!row.premiumType && row.premiumValue === null },
    {
      path: 'icsStaff',
      code: 'rule',
      message: 'Whoever inspects does not approve: name another person.',
      fails: ({ icsStaff }) =>
        (icsStaff ?? []).some(({ userId, role }) => role === 'APPROVER' && icsStaff?.some((one) => one.userId === userId && one.role === 'INSPECTOR')),
    },
  ],
})
