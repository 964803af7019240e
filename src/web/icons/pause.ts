// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const Pause = outlined('Pause', 'M6 19h4V5H6zm8-14v14h4V5z')
