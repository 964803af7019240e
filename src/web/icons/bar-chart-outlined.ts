// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const BarChartOutlined = outlined('BarChartOutlined', 'M4 9h4v11H4zm12 4h4v7h-4zm-6-9h4v16h-4z')
