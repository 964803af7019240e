// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const BookOutlined = outlined(
  'BookOutlined',
  'M18 2H6c-1.1 0-2 .9-2 2v16c0 1.1.9 2 2 2h12c1.1 0 2-.9 2-2V4c0-1.1-.9-2-2-2M9 4h2v5l-1-.75L9 9zm9 16H6V4h1v9l3-2.25L13 13V4h5z',
)
