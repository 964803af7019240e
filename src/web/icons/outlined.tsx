// An icon from its outlines, in the size and colour of the text around it. `npm run icon -- Name` adds one to this folder.
import { createSvgIcon } from '@mui/material/SvgIcon'
import type { SVGProps } from 'react'

/** `paths`: outlines in a square of 24. `name` stands in the markup as `<name>Icon`, for tests. */
export function outlined(name: string, paths: string | readonly string[], { fillRule }: Pick<SVGProps<SVGPathElement>, 'fillRule'> = {}) {
  const all = typeof paths === 'string' ? [paths] : paths
  return createSvgIcon(
    all.map((d) => <path key={d} d={d} {...(fillRule ? { fillRule } : {})} />),
    name,
  )
}
