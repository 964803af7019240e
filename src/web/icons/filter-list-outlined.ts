// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const FilterListOutlined = outlined('FilterListOutlined', 'M10 18h4v-2h-4zM3 6v2h18V6zm3 7h12v-2H6z')
