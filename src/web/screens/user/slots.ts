// Hand-made screens and parts of user. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const RolesEditor = part(() => import('./roles-editor.tsx'), 'RolesEditor')
const UserPage = part(() => import('./user-page.tsx'), 'UserPage')
const UserStatus = part(() => import('./user-status.tsx'), 'UserStatus')

export const slots: Slots = {
  user: { view: UserPage, editors: { roles: RolesEditor }, cells: { status: UserStatus } },
}
