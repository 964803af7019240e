// What was found against a rule or in an inspection, and its correction (domain dictionary 5.2). A minor one is closed
// by the operator's manager, a major one by the inspector after a visit, a critical one by the certification body.
import { type Acting, type EventNeed, entity, type Row } from '../kernel/entity.ts'
import { attachments, choice, date, derived, longText, optional, reference, rows, text } from '../kernel/kinds.ts'
import { productWords } from '../kernel/product-words.ts'
import { sanctions } from '../kernel/sanctions.ts'
import { type Role, severities } from '../kernel/terms.ts'
import { ruleEffects } from './schemes.ts'

const proposal = {
  sanction: choice('Sanction', sanctions),
  reason: longText('Reason', { max: 500, wordsIn: 'words' }),
  words: productWords,
  dueOn: optional(date('To be corrected by')),
  seasonId: optional(reference('Season', 'season', { help: 'Whose sales are stopped, where neither a crop nor an inspection says it.' })),
}
/** What a non-conformity can be about; without any it is about the operator itself. One of a company is that company's and no operator's (docs/decisions/0150). */
export const foundOn = ['processorId', 'farmerId', 'parcelId', 'cropId', 'processingSystemId', 'productBatchId', 'productionSystemId'] as const
/** Who closes one, by how severe it is (5.2). */
export const closers: Readonly<Record<string, Role>> = {
  RECOMMENDATION: 'OPERATOR_MANAGER',
  MINOR: 'OPERATOR_MANAGER',
  MAJOR: 'INTERNAL_INSPECTOR',
  CRITICAL: 'CERTIFICATION_BODY_AUDITOR',
}
/** A company has neither: of its own its certification body closes each (docs/decisions/0150). */
export const closerOf = ({ severity, processorId }: Row): Role | undefined => (processorId ? 'CERTIFICATION_BODY_AUDITOR' : closers[String(severity)])
const closedByOthers: EventNeed = {
  why: 'A minor one is closed by the operator’s manager, a major one by an inspector, a critical one and any of a company by the certification body.',
  on: ['severity', 'processorId'],
  // An administrator closes one of a company whose body certifies it no more (docs/decisions/0162).
  fails: (row, { grants }) => !grants.some(({ role }) => role === closerOf(row) || (role === 'ADMIN' && row.processorId)),
}

/** Reference of one that the product opens for a prohibited input, in the name of whoever recorded that. */
export const prohibitedInputRef = (eventId: string): string => `PI-${eventId.slice(-8).toUpperCase()}`
const isProhibitedInput = ({ rule, ref }: Row): boolean => rule === 'BR-14' && String(ref).startsWith('PI-')
/** Whether this person has found it, by hand: no rule, inspection or audit, nor somebody else. */
export const isOwnEntry = (row: Row, { id }: Pick<Acting, 'id'>): boolean =>
  row.createdBy === id && row.inspectionId === null && row.auditId === null && row.effectOnFail === null && !isProhibitedInput(row)
const foundByHand: EventNeed = {
  why: 'What a rule, an inspection, an audit or somebody else has found is not rewritten: report its correction, or record another one.',
  on: ['createdBy', 'inspectionId', 'auditId', 'effectOnFail', 'rule', 'ref'],
  fails: (row, who) => !isOwnEntry(row, who),
}
const notCritical: EventNeed = {
  why: 'A critical one is not deleted: the certification body decides on it.',
  on: ['severity'],
  fails: ({ severity }) => severity === 'CRITICAL',
}

const deciders = ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'] as const
const undecided = 'A sanction is proposed: it is imposed or refused first.'
export const noneProposed: EventNeed = {
  why: undecided,
  on: ['sanctionState'],
  fails: ({ sanctionState }) => sanctionState === 'PROPOSED',
}
/** Of one whose correction was reported. */
const proposed: EventNeed = {
  why: 'No sanction is proposed.',
  on: ['status', 'sanctionState'],
  fails: ({ status, sanctionState }) => status === 'ACTION_SENT' && sanctionState !== 'PROPOSED',
}
/** Who may refuse a proposal decides on it by closing, too. */
export const proposalDecided: EventNeed = {
  why: undecided,
  on: ['sanctionState'],
  fails: ({ sanctionState }, { grants }) => sanctionState === 'PROPOSED' && !grants.some(({ role }) => (deciders as readonly Role[]).includes(role)),
}

export const nonconformity = entity('nonconformity', {
  label: 'Non-conformity',
  plural: 'Non-conformities',
  group: 'Work',
  about: 'Findings against the rules of a scheme: how severe, whose, until when, and how they were corrected.',
  belongsTo: { operator: 'operatorId', processor: 'processorId', ofCompany: { body: 'certificationBodyId' }, farmer: 'farmerId', village: 'village' },
  codePrefix: 'NCF',
  fields: {
    ref: text('Reference', { max: 40, search: true }),
    severity: choice('Severity', severities, { filter: true }),
    rule: text('Rule', { max: 40, search: true, filter: true }),
    clause: optional(text('Clause', { max: 60 })),
    description: longText('What was found', { wordsIn: 'descriptionWords' }),
    descriptionWords: productWords,
    processorId: optional(
      reference('Company', 'processor', {
        fixed: true,
        filter: true,
        writableBy: ['CERTIFICATION_BODY_AUDITOR'],
        help: 'Entered by the certification body that certifies it; its own people correct it, and the body closes it.',
        choosable: [{ field: 'status', is: ['APPLICANT', 'ACTIVE', 'SUSPENDED'], why: 'Companies that have left are left out.' }],
      }),
    ),
    farmerId: optional(reference('Farmer', 'farmer')),
    parcelId: optional(reference('Land parcel', 'landparcel')),
    cropId: optional(reference('Crop', 'crop')),
    processingSystemId: optional(reference('Processing system', 'processingsystem')),
    productBatchId: optional(reference('Product batch', 'productbatch')),
    productionSystemId: optional(reference('Production system', 'productionsystem')),
    // Of the member whom it is about, by the server.
    village: derived(text('Village', { max: 60, filter: true })),
    schemePopId: optional(reference('Rules', 'schemepop')),
    openedOn: date('Opened on', { sort: true }),
    dueOn: date('To be corrected by', { sort: true }),
    evidence: optional(longText('Evidence', { max: 1000 })),
    files: attachments(),
    // Of one that the product opened: why the rule fails, or what it found with its evidence, with the values of each sentence as JSON.
    reasons: derived(
      rows(
        'Why the rule fails',
        { message: longText('Reason', { max: 1000, wordsIn: 'words' }), words: optional(longText('With its values', { max: 4000, internal: true })) },
        { max: 10 },
      ),
    ),
    inspectionId: derived(reference('Inspection', 'inspection')),
    auditId: derived(reference('Audit', 'companyaudit')),
    certificationBodyId: derived(reference('Certification body', 'certificationbody')),
    effectOnFail: derived(choice('When it fails', ruleEffects, { filter: true })),
    sanction: derived(choice('Sanction', sanctions, { filter: true })),
    sanctionState: derived(choice('State of the sanction', { PROPOSED: 'Proposed', IMPOSED: 'Imposed', LIFTED: 'Lifted' }, { filter: true })),
    sanctionDueOn: derived(date('Sanction: to be corrected by')),
    sanctionSeasonId: derived(reference('Sanction: season', 'season')),
  },
  unique: [
    ['operatorId', 'ref'],
    ['processorId', 'ref'],
  ],
  title: (row) => `${row.ref}, ${row.rule}`,
  subtitle: ['severity', 'farmerId'],
  list: ['description', 'severity', 'farmerId', 'openedOn', 'dueOn', 'status'],
  form: {
    Finding: ['ref', 'severity', 'rule', 'clause', 'schemePopId', 'description', 'evidence', 'files', 'openedOn', 'dueOn'],
    'What it is about': foundOn,
  },
  startsOn: { by: ['openedOn'] },
  states: {
    OPEN: { label: 'Open', tone: 'error' },
    ACTION_SENT: { label: 'Correction reported', tone: 'pending' },
    ESCALATED: { label: 'Escalated', tone: 'error' },
    SANCTIONED: { label: 'Sanctioned', tone: 'error' },
    CLOSED: { label: 'Closed', tone: 'success' },
  },
  final: ['CLOSED'],
  thereFrom: 'openedOn',
  editNeeds: [foundByHand],
  retireNeeds: [foundByHand, notCritical],
  events: {
    ACTION_SENT: {
      label: 'Report the correction',
      fields: { action: longText('What was done', { max: 1000 }), doneOn: date('Done on'), files: attachments() },
      from: ['OPEN', 'ESCALATED'],
      to: 'ACTION_SENT',
      roles: ['OPERATOR_MANAGER', 'FIELD_OFFICER', 'PROCESSOR_USER'],
      icon: 'send',
    },
    ACTION_RETURNED: {
      label: 'Not corrected yet',
      help: 'To be corrected within 30 days from now. A proposed sanction stays.',
      fields: { comment: longText('What is missing', { max: 500 }) },
      from: ['ACTION_SENT'],
      to: 'OPEN',
      right: 'approve',
      roles: ['OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
      icon: 'undo',
    },
    ESCALATED: {
      label: 'Escalate to a sanction',
      help: 'A proposal: it has its effect once somebody else imposes it.',
      fields: proposal,
      from: ['OPEN', 'ACTION_SENT'],
      to: 'ESCALATED',
      right: 'approve',
      roles: ['OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
      needs: [noneProposed],
      icon: 'warning',
    },
    ESCALATED_BY_RULE: {
      label: 'Sanction proposed by the rules',
      help: 'It was not corrected in time, or the rule asks for it. It has its effect once somebody imposes it.',
      fields: proposal,
      from: ['OPEN', 'SANCTIONED'],
      to: 'ESCALATED',
      system: 'clock',
      icon: 'warning',
    },
    SANCTION_IMPOSED: {
      label: 'Impose the sanction',
      help: 'By somebody who did not propose it. From now on it has its effect on the farmer, the season’s list, the plot and its claims.',
      fields: { comment: optional(longText('Comment', { max: 500 })), files: attachments() },
      from: ['ESCALATED', 'ACTION_SENT'],
      to: 'SANCTIONED',
      right: 'approve',
      roles: deciders,
      needs: [proposed],
      excludesActorOf: ['ESCALATED'],
      icon: 'gavel',
    },
    SANCTION_REFUSED: {
      label: 'Refuse the sanction',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ESCALATED', 'ACTION_SENT'],
      // A correction that was reported stays so, and a sanction that is in force.
      to: 'OPEN',
      right: 'approve',
      roles: deciders,
      needs: [proposed],
      icon: 'undo',
    },
    SANCTION_LIFTED: {
      label: 'Lift the sanction',
      help: 'By somebody who neither proposed nor imposed it. Its effects end; the correction is then looked at as any other.',
      fields: { reason: longText('What was corrected', { max: 500 }), files: attachments() },
      from: ['SANCTIONED'],
      to: 'ACTION_SENT',
      right: 'approve',
      roles: deciders,
      excludesActorOf: ['ESCALATED', 'SANCTION_IMPOSED'],
      icon: 'lock_open',
    },
    CURED: {
      label: 'Corrected by what was recorded',
      help: 'The rule is met now: by something recorded late, taken back or corrected.',
      fields: { explanation: longText('Why', { max: 1000, wordsIn: 'words' }), words: productWords },
      from: ['OPEN', 'ACTION_SENT', 'ESCALATED'],
      to: 'CLOSED',
      system: 'clock',
      icon: 'done_all',
    },
    CLOSED: {
      label: 'Close',
      help: 'A minor one by the manager, a major one by an inspector, a critical one and any of a company by the certification body; never by who reported the correction or decided on the sanction.',
      fields: {
        visitedOn: optional(date('Visited again on', { help: 'Of a major one: the day on which you saw the correction.' })),
        comment: optional(longText('Comment', { max: 500 })),
      },
      from: ['ACTION_SENT'],
      to: 'CLOSED',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
      excludesActorOf: ['ACTION_SENT', 'ESCALATED'],
      needs: [closedByOthers, proposalDecided],
      icon: 'done_all',
    },
  },
  checks: [{ path: 'dueOn', code: 'min', message: 'It is due before it was opened.', fails: (row) => row.dueOn < row.openedOn }],
})
