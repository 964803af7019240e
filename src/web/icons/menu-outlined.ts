// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const MenuOutlined = outlined('MenuOutlined', 'M3 18h18v-2H3zm0-5h18v-2H3zm0-7v2h18V6z')
