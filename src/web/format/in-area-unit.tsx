// A part of a page whose areas are in a unit of its own: hectares of what was signed, a second unit beside the programme's.
import { type ReactNode, useContext, useMemo } from 'react'
import { FormatSettings } from './settings.ts'
import { useFormat } from './use-format.ts'

/** `unit`: its name and its hectares. */
export function InAreaUnit({ unit, children }: { unit: string; children: ReactNode }) {
  const settings = useContext(FormatSettings)
  const own = useMemo(() => ({ ...settings, area: unit }), [settings, unit])
  return <FormatSettings value={own}>{children}</FormatSettings>
}

export const Area = ({ ha }: { ha: number }) => useFormat().ha(ha)
