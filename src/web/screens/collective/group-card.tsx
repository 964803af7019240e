// A group in the list on a phone: name, place and state, until when it is certified and for what, members with how many are inspected, and its hectares by claim.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { entityOf } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import { type SchemeKey, schemeKeys } from '#domain/kernel/scheme-keys.ts'
import { claims } from '#domain/kernel/terms.ts'
import { nameIn } from '#web/api/names.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { RowFigure } from '../row-figures.tsx'
import type { GroupFigure } from './group-figures.tsx'

export function GroupCard({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const validTo = text(row.certificateValidTo)
  const line = { fontSize: 13.5, color: 'text.secondary' }
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1" sx={{ fontSize: 15.5, lineHeight: 1.3 }}>
            {row.title}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {[row.code, text(row.district)].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <ShowValue field={fieldOf(entityOf('collective'), 'status') as Field} value={row.status} />
      </Box>
      <RowFigure<GroupFigure>
        id={row.id}
        draw={({ schemes, members, inspected, areas, season }) => (
          <Box sx={{ mt: 0.75 }}>
            <Box sx={line}>
              {[
                schemes?.length ? format.list(schemes.map((key) => t(schemeKeys[key as SchemeKey] ?? key))) : null,
                text(row.certificationBody),
                validTo && format.fullDate(validTo),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
            <Box sx={line}>
              {[
                members === null ? null : `${t('Farmers')} ${format.number(members)}`,
                inspected === null || !members
                  ? null
                  : `${t('Inspections')} ${format.wholeShare(inspected / members)} (${season ? nameIn(t, season.title) : ''})`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
            <Box sx={{ ...line, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
              {areas?.map(({ claim, areaHa }) => (
                <span key={claim}>{`${t(claims[claim][0])} ${format.ha(areaHa)}`}</span>
              ))}
            </Box>
          </Box>
        )}
      />
    </>
  )
}
