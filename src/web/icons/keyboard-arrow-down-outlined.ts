// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const KeyboardArrowDownOutlined = outlined('KeyboardArrowDownOutlined', 'M7.41 8.59 12 13.17l4.59-4.58L18 10l-6 6-6-6z')
