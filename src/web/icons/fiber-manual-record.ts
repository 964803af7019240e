// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const FiberManualRecord = outlined('FiberManualRecord', 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
