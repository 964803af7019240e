// A message of the product to one person: what happened, how grave, what is asked (domain dictionary 6.2, 9). The words
// are a sentence with gaps, so that each reader has them in their own language.
import { entity } from '../kernel/entity.ts'
import { choice, choices, derived, flag, integer, longText, reference, rows, text, time } from '../kernel/kinds.ts'
import { roles } from '../kernel/terms.ts'
import { channels } from './channels.ts'

const recipients = Object.keys(roles)
const figure = { name: text('Name', { max: 40 }), value: text('Value', { max: 200 }) }

export const notification = entity('notification', {
  label: 'Notification',
  plural: 'Notifications',
  group: 'Work',
  about: 'What the programme tells you: what came in, what is due, what is wrong.',
  // One inbox, whatever operator the address names.
  belongsTo: { person: 'recipientUserId' },
  codePrefix: 'NTF',
  readOnly: true,
  fields: {
    event: derived(text('Occasion', { max: 40, filter: true })),
    severity: derived(
      choice(
        'Severity',
        { INFO: ['Note', 'neutral'], SUCCESS: ['Good news', 'success'], WARN: ['Warning', 'pending'], CRITICAL: ['Critical', 'error'] },
        { filter: true },
      ),
    ),
    headline: derived(text('Message', { max: 400, search: true })),
    body: derived(longText('Text', { max: 1000 })),
    // The inbox puts its sentences together of them.
    params: derived(rows('Figures', figure, { isListed: true })),
    subjectType: derived(text('About', { max: 40, filter: true })),
    subjectId: derived(text('Record', { max: 36 })),
    recipientUserId: derived(reference('For', 'user')),
    channels: derived(choices('Sent by', channels)),
    dedupeKey: derived(text('Deduplication key', { max: 200, filter: true, internal: true })),
    timesSeen: derived(integer('How often', { min: 1 })),
    actionRequired: derived(flag('Something is to be done', { filter: true })),
    taskId: derived(reference('Task', 'task')),
    dueAt: derived(time('Due on', { sort: true })),
  },
  // Delivered once to each person, whatever process dies while it is.
  unique: [['recipientUserId', 'dedupeKey']],
  title: (row) => row.headline ?? 'Notification',
  subtitle: ['event', 'severity'],
  list: ['severity', 'event', 'subjectType', 'actionRequired', 'dueAt', 'createdAt', 'status'],
  form: {},
  states: {
    UNREAD: { label: 'Unread', tone: 'pending' },
    READ: { label: 'Read', tone: 'neutral' },
    ACTIONED: { label: 'Dealt with', tone: 'success' },
    ARCHIVED: { label: 'Archived', tone: 'neutral' },
  },
  events: {
    READ: { label: 'Mark as read', fields: {}, from: ['UNREAD'], to: 'READ', roles: recipients, icon: 'visibility' },
    UNREAD: { label: 'Mark as unread', fields: {}, from: ['READ'], to: 'UNREAD', roles: recipients, icon: 'visibility_off' },
    REPEATED: {
      label: 'Came again',
      fields: { timesSeen: integer('How often', { min: 1 }), headline: text('Message', { max: 400 }), params: rows('Figures', figure) },
      from: ['UNREAD', 'READ', 'ACTIONED', 'ARCHIVED'],
      to: 'UNREAD',
      system: true,
      icon: 'restart_alt',
    },
    ACTIONED: { label: 'Dealt with', fields: {}, from: ['UNREAD', 'READ'], to: 'ACTIONED', system: true, icon: 'done_all' },
    WITHDRAWN: { label: 'Withdrawn', fields: {}, from: ['UNREAD'], to: 'ARCHIVED', system: true, icon: 'undo' },
    ARCHIVED: { label: 'Archive', fields: {}, from: ['UNREAD', 'READ', 'ACTIONED'], to: 'ARCHIVED', roles: recipients, icon: 'archive' },
  },
})
