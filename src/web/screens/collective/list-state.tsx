// How far the approved farmer lists of a season have come, scheme by scheme. With the words of its declaration, which the first list of a visit does not fetch.
import Box from '@mui/material/Box'
import type { State } from '#domain/kernel/entity.ts'
import { type SchemeKey, schemeKeys } from '#domain/kernel/scheme-keys.ts'
import { approvedlist } from '#domain/people/approvedlist.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { RowFigure } from '../row-figures.tsx'
import { type GroupFigure, OfSeason } from './group-figures.tsx'

const states: Readonly<Record<string, State>> = approvedlist.states

export function ListStates({ row }: RowProps) {
  const { t } = useTranslation()
  return (
    <RowFigure<GroupFigure>
      id={row.id}
      draw={({ season, lists }) =>
        lists?.length ? (
          <OfSeason season={season}>
            {lists.map(({ scheme, status }) => (
              <Box key={scheme} component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: 13 }}>
                <StatusChip tone={states[status]?.tone ?? 'neutral'} label={t(states[status]?.label ?? status)} />
                {lists.length > 1 ? t(schemeKeys[scheme as SchemeKey] ?? scheme) : null}
              </Box>
            ))}
          </OfSeason>
        ) : null
      }
    />
  )
}
