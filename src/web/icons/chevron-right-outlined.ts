// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const ChevronRightOutlined = outlined('ChevronRightOutlined', 'M10 6 8.59 7.41 13.17 12l-4.58 4.59L10 18l6-6z')
