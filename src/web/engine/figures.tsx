// The figures of a finding or refusal, as label and value.
import Box from '@mui/material/Box'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { type FigureKind, figureWords } from './figure-words.ts'

type Figure = { label: string; value: string }

/** Reads `{askedKg: 1300}` as "Asked 1,300 kg"; what people have no words for is left out. */
export function readFigures(figures: Readonly<Record<string, unknown>>, t: TFunction, format: Format): Figure[] {
  return Object.entries(figures).flatMap(([name, value]): Figure[] => {
    const words = figureWords[name]
    const written = words ? write(words.as, value, t, format) : null
    return words && written ? [{ label: t(words.label), value: written }] : []
  })
}

type Measure = Exclude<FigureKind, 'day' | 'words'>
const measures: Record<Measure, (value: number, t: TFunction, format: Format) => string> = {
  kg: (value, _, format) => format.kg(value),
  kgPerHa: (value, t, format) => t('{{kg}} per ha', { kg: format.kg(value) }),
  ha: (value, _, format) => format.ha(value),
  share: (value, _, format) => format.share(value),
  money: (value, _, format) => format.money(value),
  metres: (value, _, format) => format.quantity(value, 'm', 1),
  squareMetres: (value, _, format) => `${format.number(value)} m²`,
  months: (value, t) => t('{{count}} months', { count: value }),
  number: (value, _, format) => format.number(value, 3),
  bytes: (value, _, format) => `${format.number(value / 1e6, 1)} MB`,
}

function write(as: FigureKind, value: unknown, t: TFunction, format: Format): string | null {
  if (as === 'day') return typeof value === 'string' ? format.fullDate(value.slice(0, 10)) : null
  if (as === 'words') return typeof value === 'string' && value ? t(value) : null
  return typeof value === 'number' ? measures[as](value, t, format) : null
}

export function Figures({ figures }: { figures: Readonly<Record<string, unknown>> | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = readFigures(figures ?? {}, t, format)
  if (read.length === 0) return null
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.25, m: 0, mt: 0.5, fontSize: 13.5 }}>
      {read.map(({ label, value }) => (
        <Box key={`${label} ${value}`} sx={{ display: 'flex', gap: 0.75 }}>
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
