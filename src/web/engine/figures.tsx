// The figures of a finding or refusal, as label and value. Units stand in the names: askedKg, leftHa, overlapShare.
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'

type Figure = { label: string; value: string }

/** Reads `{askedKg: 1300}` as "Asked 1,300 kg"; ids and nested values are not for reading and are left out. */
export function readFigures(figures: Readonly<Record<string, unknown>>, t: TFunction, format: Format): Figure[] {
  return Object.entries(figures).flatMap(([name, value]): Figure[] => {
    if (typeof value === 'string' && value && !/id$/i.test(name) && !/^[0-9a-f-]{36}$/.test(value)) {
      const words = /^\d{4}-\d\d-\d\d$/.test(value) ? format.fullDate(value) : t(value)
      return [{ label: t(spaced(name)), value: words }]
    }
    if (typeof value !== 'number') return []
    const unit = /(Kg|Ha|Pct|Share|M|Days|Minor)$/.exec(name)?.[1]
    const label = t(spaced(unit ? name.slice(0, -unit.length) : name))
    if (unit === 'Kg') return [{ label, value: format.kg(value) }]
    if (unit === 'Ha') return [{ label, value: format.ha(value) }]
    if (unit === 'Share') return [{ label, value: format.share(value) }]
    if (unit === 'Pct') return [{ label, value: format.share(value / 100) }]
    if (unit === 'M') return [{ label, value: `${format.number(value, 1)} m` }]
    if (unit === 'Days') return [{ label, value: t('{{count}} days', { count: value }) }]
    if (unit === 'Minor') return [{ label, value: format.money(value) }]
    return [{ label, value: format.number(value, 3) }]
  })
}
/** maxAllowed → "Max allowed" */
const spaced = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function Figures({ figures }: { figures: Readonly<Record<string, unknown>> | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = readFigures(figures ?? {}, t, format)
  if (read.length === 0) return null
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.25, m: 0, mt: 0.5, fontSize: 13.5 }}>
      {read.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'flex', gap: 0.75 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
