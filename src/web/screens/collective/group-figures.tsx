// What the list of groups shows of each beside its fields: schemes, hectares by claim, and of one season inspections and certified kilograms.
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { worksAcross } from '#domain/access.ts'
import { type SchemeKey, schemeKeys } from '#domain/kernel/scheme-keys.ts'
import { claims } from '#domain/kernel/terms.ts'
import type { GroupFigures } from '#domain/people/group-figures-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { nameIn } from '#web/api/names.ts'
import { useSeason } from '#web/engine/season.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'
import { RowFigure, RowFigures } from '../row-figures.tsx'

export type GroupFigure = GroupFigures['items'][number] & Pick<GroupFigures, 'season'>

export function GroupsFrame({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) {
  const season = useSeason()
  const access = useAccess()
  // The list has all groups that the reader works with, whichever of them the address names.
  const of = worksAcross(access?.roles ?? []) ? { of: '-' } : {}
  return (
    <RowFigures
      entity="collective"
      path="collective-figures"
      rows={rows}
      more={season.id ? { seasonId: season.id } : {}}
      {...of}
      isReady={season.isReady && access !== undefined}
    >
      {children}
    </RowFigures>
  )
}

/** A figure of one season names it. */
export function OfSeason({ season, children }: { season: GroupFigure['season']; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-block' }}>
      {children}
      <Box component="span" sx={{ display: 'block', fontSize: 12, lineHeight: '14px', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {season ? nameIn(t, season.title) : ''}
      </Box>
    </Box>
  )
}

export function SchemesCell({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <RowFigure<GroupFigure>
      id={row.id}
      draw={({ schemes }) => (schemes?.length ? format.list(schemes.map((key) => t(schemeKeys[key as SchemeKey] ?? key))) : null)}
    />
  )
}

/** Each claim with its hectares; one that has none is left out. */
export function AreasCell({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <RowFigure<GroupFigure>
      id={row.id}
      draw={({ areas }) =>
        areas?.length
          ? areas.map(({ claim, areaHa }) => (
              <Box key={claim} sx={{ fontSize: 13, lineHeight: '17px', whiteSpace: 'nowrap' }}>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {t(claims[claim][0])}
                </Box>{' '}
                {format.ha(areaHa)}
              </Box>
            ))
          : null
      }
    />
  )
}

export function InspectedCell({ row }: RowProps) {
  const format = useFormat()
  return (
    <RowFigure<GroupFigure>
      id={row.id}
      draw={({ season, inspected, members }) =>
        inspected !== null && members ? (
          <OfSeason season={season}>
            <span title={`${format.number(inspected)} / ${format.number(members)}`}>{format.wholeShare(inspected / members)}</span>
          </OfSeason>
        ) : null
      }
    />
  )
}

export function CertifiedCell({ row }: RowProps) {
  const format = useFormat()
  return (
    <RowFigure<GroupFigure>
      id={row.id}
      draw={({ season, certifiedKg }) => (certifiedKg === null ? null : <OfSeason season={season}>{format.kg(certifiedKg)}</OfSeason>)}
    />
  )
}
