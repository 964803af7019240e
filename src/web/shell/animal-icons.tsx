// Heads of a cow, a goat and a sheep: the icon set has one paw for all of them, and a herd book knows them apart.
import { createSvgIcon } from '@mui/material/utils'

const drawn = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.7, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export const CowIcon = createSvgIcon(
  <g {...drawn}>
    <path d="M6 3.5c-.6 2.2.3 3.9 2.2 4.5M18 3.5c.6 2.2-.3 3.9-2.2 4.5" />
    <path d="M8 9 3.4 10c.4 2.2 2.3 3.3 4.5 2.8M16 9l4.6 1c-.4 2.2-2.3 3.3-4.5 2.8" />
    <path d="M8 8h8l-.5 6.4c-.1 1 .6 1.6 1.1 2.4 1 1.6-.3 3.7-2.4 3.7H9.8c-2.1 0-3.4-2.1-2.4-3.7.5-.8 1.2-1.4 1.1-2.4z" />
    <path d="M10.5 17.6h.01M13.5 17.6h.01" strokeWidth={2.2} />
  </g>,
  'Cow',
)

export const GoatIcon = createSvgIcon(
  <g {...drawn}>
    <path d="M9.5 8.5C9.3 5.6 7.8 3.6 5 3M14.5 8.5c.2-2.9 1.7-4.9 4.5-5.5" />
    <path d="M8.6 9.6 4.6 13M15.4 9.6l4 3.4" />
    <path d="M8.5 8.5h7l-1.1 6.8c-.2 1.3-1.1 2.2-2.4 2.2s-2.2-.9-2.4-2.2z" />
    <path d="M12 17.5V21" />
  </g>,
  'Goat',
)

export const SheepIcon = createSvgIcon(
  <g {...drawn}>
    <path d="M8 10a2.9 2.9 0 0 1-.9-5.1A3.2 3.2 0 0 1 12 3.7a3.2 3.2 0 0 1 4.9 1.2A2.9 2.9 0 0 1 16 10" />
    <path d="m7.9 10.6-4.2 1.2c.5 1.8 2.4 2.6 4.4 1.9M16.1 10.6l4.2 1.2c-.5 1.8-2.4 2.6-4.4 1.9" />
    <path d="M8 10c1.4-.5 2.6.5 4-.6 1.4 1.1 2.6.1 4 .6l-.6 6.3c-.2 2.4-1.6 4-3.4 4s-3.2-1.6-3.4-4z" />
  </g>,
  'Sheep',
)
