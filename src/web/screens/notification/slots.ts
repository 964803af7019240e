// Hand-made screens and parts of notification. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Inbox = part(() => import('./inbox.tsx'), 'Inbox')

export const slots: Slots = {
  notification: {
    list: Inbox,
    views: () => [
      { name: /* i18n */ 'Unread', search: { 'filter[status]': 'UNREAD' } },
      { name: /* i18n */ 'To be done', search: { 'filter[actionRequired]': 'true', 'filter[status]': 'UNREAD,READ' } },
      { name: /* i18n */ 'Dealt with', search: { 'filter[status]': 'ACTIONED' } },
    ],
  },
}
