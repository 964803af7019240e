// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const KeyboardArrowUpOutlined = outlined('KeyboardArrowUpOutlined', 'M7.41 15.41 12 10.83l4.59 4.58L18 14l-6-6-6 6z')
