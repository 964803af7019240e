// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const AddOutlined = outlined('AddOutlined', 'M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z')
