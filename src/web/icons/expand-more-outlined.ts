// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const ExpandMoreOutlined = outlined('ExpandMoreOutlined', 'M16.59 8.59 12 13.17 7.41 8.59 6 10l6 6 6-6z')
