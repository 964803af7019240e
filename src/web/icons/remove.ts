// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const Remove = outlined('Remove', 'M19 13H5v-2h14z')
