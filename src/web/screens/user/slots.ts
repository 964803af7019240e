// Hand-made screens and parts of user. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const RolesEditor = part(() => import('./roles-editor.tsx'), 'RolesEditor')
const UserPage = part(() => import('./user-page.tsx'), 'UserPage')
const UserStatus = part(() => import('./user-status.tsx'), 'UserStatus')
const figures = () => import('./person-figures.tsx')
const DevicesCell = part(figures, 'DevicesCell')
const PeopleFrame = part(figures, 'PeopleFrame')

export const slots: Slots = {
  user: {
    view: UserPage,
    editors: { roles: RolesEditor },
    cells: { status: UserStatus },
    listWrapper: PeopleFrame,
    columns: {
      custom: [{ id: 'devices', label: /* i18n */ 'Devices', align: 'right', part: DevicesCell }],
      standard: ['email', 'heldRoles', 'operatorIds', 'lastLoginAt', 'devices', 'status'],
    },
  },
}
