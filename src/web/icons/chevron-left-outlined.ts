// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const ChevronLeftOutlined = outlined('ChevronLeftOutlined', 'M15.41 7.41 14 6l-6 6 6 6 1.41-1.41L10.83 12z')
