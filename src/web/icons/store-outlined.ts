// Icon of Material Design (Google, Apache License 2.0), taken by `npm run icon`.
import { outlined } from './outlined.tsx'

export const StoreOutlined = outlined('StoreOutlined', 'm18.36 9 .6 3H5.04l.6-3zM20 4H4v2h16zm0 3H4l-1 5v2h1v6h10v-6h4v6h2v-6h1v-2zM6 18v-4h6v4z')
