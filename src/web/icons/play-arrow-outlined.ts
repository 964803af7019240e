// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const PlayArrowOutlined = outlined('PlayArrowOutlined', 'M10 8.64 15.27 12 10 15.36zM8 5v14l11-7z')
