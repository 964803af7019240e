// A message to many telephones, of members or of those who work for them: to whom, by which way, when, and how many it reached (domain dictionary 6.2).

import { cropStages } from '../kernel/crop-stages.ts'
import { entity } from '../kernel/entity.ts'
import { choice, choices, derived, integer, lines, longText, optional, reference, references, rows, share, text, time, words } from '../kernel/kinds.ts'
import { claims, roles } from '../kernel/terms.ts'
import { phoneChannels } from './channels.ts'

/** Tag of a farmer who wants no messages. */
export const unreachableTag = 'no-messages'

/** The purpose of a consent without which a member is not written to. */
export const writingPurpose = 'CERTIFICATION'
/** Why somebody who was chosen is left out, as it stands beside a message. */
export const leftOut = { OPTED_OUT: 'Does not want it', NO_CONSENT: 'Has given no consent', NO_PHONE: 'Has no telephone' } as const
export type LeftOut = keyof typeof leftOut

const senders = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'] as const

export const mobilenotification = entity('mobilenotification', {
  label: 'Mobile notification',
  plural: 'Mobile notifications',
  group: 'Work',
  about: 'Messages to farmers’ phones: whom they are for, when they go out, and whether they were heard.',
  belongsTo: { operator: 'operatorId' },
  codePrefix: 'MSG',
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    channel: choice('Sent by', phoneChannels, { filter: true }),
    text: longText('Text', { max: 1000 }),
    versions: rows(
      'In other languages',
      {
        language: choice('Language', { hi: 'Hindi', en: 'English', mr: 'Marathi', gu: 'Gujarati', es: 'Spanish', fr: 'French' }),
        text: longText('Text', { max: 1000 }),
      },
      { max: 8 },
    ),
    templateId: optional(text('DLT template', { max: 60, help: 'Number under which the operator registered this text for SMS in India.' })),
    audioRef: optional(text('Recording', { max: 120, help: 'File that is played on a voice call.' })),
    groupIds: references('Groups', 'collective', { min: 0, help: 'Only members of these; empty: of the operator whose message it is.' }),
    roles: choices('Role', roles, { min: 0, help: 'Empty: members. Others get it on the telephone of their account.' }),
    villages: words('Villages', { max: 200 }),
    cropTypeId: optional(reference('Crop type', 'croptype')),
    stages: optional(choices('Stage', cropStages, { min: 0, help: 'Only members with a crop that stands so; empty: whatever grows.' })),
    claims: choices('Claim', claims, { min: 0 }),
    flags: optional(
      words('Open findings', { max: 20, help: 'Rules, like BR-03: only members with such a finding, on them, their plots or crops. Empty: whoever.' }),
    ),
    farmerIds: references('Farmers', 'farmer', { help: 'Only these; empty: all whom the rest describes.' }),
    scheduledAt: optional(time('Goes out at', { sort: true, help: 'Between 7 in the morning and 9 in the evening.' })),
    audienceCount: derived(integer('Audience', { sort: true })),
    deliveredShare: derived(share('Delivered')),
    heardShare: derived(share('Heard')),
    recipients: derived(
      lines(
        'Recipients',
        {
          farmerId: optional(reference('Farmer', 'farmer')),
          userId: optional(reference('Person', 'user')),
          state: choice('Status', {
            QUEUED: 'Waiting',
            SENT: 'Sent',
            DELIVERED: 'Delivered',
            READ: 'Read',
            HEARD: 'Heard',
            FAILED: 'Failed',
            ...leftOut,
          }),
          heardSeconds: optional(integer('Seconds heard')),
          failure: optional(text('Failure', { max: 80 })),
        },
        { max: 100_000 },
      ),
    ),
  },
  title: (row) => row.name,
  subtitle: ['channel', 'scheduledAt'],
  list: ['channel', 'scheduledAt', 'audienceCount', 'deliveredShare', 'heardShare', 'status'],
  form: {
    Message: ['name', 'channel', 'text', 'versions', 'templateId', 'audioRef'],
    'For whom': ['groupIds', 'roles', 'villages', 'cropTypeId', 'stages', 'claims', 'flags', 'farmerIds'],
    When: ['scheduledAt'],
  },
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    PENDING_APPROVAL: { label: 'Waiting for approval', tone: 'pending' },
    SCHEDULED: { label: 'Scheduled', tone: 'progress' },
    SENDING: { label: 'Going out', tone: 'progress' },
    SENT: { label: 'Sent', tone: 'success' },
    PARTIAL: { label: 'Sent to a part', tone: 'pending' },
    FAILED: { label: 'Failed', tone: 'error' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  editableIn: ['DRAFT'],
  final: ['SENT', 'PARTIAL', 'FAILED', 'CANCELLED'],
  events: {
    SUBMITTED: {
      label: 'Submit',
      help: 'It goes out when its time has come. Somebody else approves it first when it is a voice call or goes to many people.',
      fields: {},
      from: ['DRAFT'],
      to: 'PENDING_APPROVAL',
      roles: senders,
      icon: 'send',
    },
    APPROVAL_NEEDED: {
      label: 'To be approved first',
      fields: {},
      from: ['SCHEDULED'],
      to: 'PENDING_APPROVAL',
      system: true,
      icon: 'pan_tool',
    },
    APPROVED: {
      label: 'Approve',
      help: 'By somebody who did not write it.',
      fields: {},
      from: ['PENDING_APPROVAL'],
      to: 'SCHEDULED',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      excludesActorOf: ['created'],
      icon: 'verified',
    },
    RETURNED: {
      label: 'Return',
      fields: { comment: longText('What is missing', { max: 500 }) },
      from: ['PENDING_APPROVAL'],
      to: 'DRAFT',
      right: 'approve',
      roles: ['ADMIN', 'OPERATOR_MANAGER'],
      icon: 'undo',
    },
    SENDING: { label: 'Going out', fields: {}, from: ['SCHEDULED'], to: 'SENDING', system: true, icon: 'play_arrow' },
    SENT: { label: 'Sent', fields: {}, from: ['SENDING'], to: 'SENT', system: true, icon: 'done_all' },
    PARTIAL: { label: 'Sent to a part', fields: {}, from: ['SENDING'], to: 'PARTIAL', system: true, icon: 'warning' },
    FAILED: { label: 'Failed', fields: { problem: longText('Why', { max: 500 }) }, from: ['SENDING'], to: 'FAILED', system: true, icon: 'dangerous' },
    CANCELLED: {
      label: 'Cancel',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['DRAFT', 'PENDING_APPROVAL', 'SCHEDULED'],
      to: 'CANCELLED',
      roles: senders,
      icon: 'cancel',
    },
  },
  checks: [
    {
      path: 'audioRef',
      code: 'required',
      message: 'A voice call needs its recording.',
      fails: (row) => row.channel === 'IVR_VOICE' && !row.audioRef,
    },
  ],
})
