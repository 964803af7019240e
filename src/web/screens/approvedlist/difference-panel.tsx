// What differs from the version whose place this one takes: added, removed, changed with the fields.
import Box from '@mui/material/Box'
import type { Tone } from '#domain/kernel/field.ts'
import type { ListDifference, ListEntry } from '#domain/people/approved-list-difference.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { labelOf, textOf } from './entry-words.ts'

export function DifferencePanel({ list }: { list: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const difference = (list.extra as { difference?: ListDifference | null } | undefined)?.difference
  if (!difference)
    return (
      <Panel title={t('Difference to the version before')}>
        <Box sx={{ color: 'text.secondary' }}>{t('This is the first version: there is nothing to compare it with.')}</Box>
      </Panel>
    )
  const { added, removed, changed } = difference
  const words = { t, format }
  const nameOf = ({ farmer, crop }: ListEntry): string => [farmer, crop && textOf('crop', crop, words)].filter(Boolean).join(' · ')
  const lines: { key: string; tone: Tone; label: string; name: string; fields: string[] }[] = [
    ...added.map((entry) => ({
      key: `+${entry.farmerId}${entry.cropId}`,
      tone: 'success' as const,
      label: t('Added'),
      name: nameOf(entry),
      fields: [],
    })),
    ...removed.map((entry) => ({
      key: `-${entry.farmerId}${entry.cropId}`,
      tone: 'error' as const,
      label: t('Removed'),
      name: nameOf(entry),
      fields: [],
    })),
    ...changed.map(({ entry, fields }) => ({
      key: `~${entry.farmerId}${entry.cropId}`,
      tone: 'pending' as const,
      label: t('Changed'),
      name: nameOf(entry),
      fields: fields.map(({ field, from, to }) => `${labelOf(field, t)}: ${textOf(field, from, words)} → ${textOf(field, to, words)}`),
    })),
  ]
  return (
    <Panel title={t('Difference to the version before')} flush>
      {lines.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('Nothing differs.')}</Box> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}>
        {lines.map(({ key, tone, label, name, fields }) => (
          <Box
            component="li"
            key={key}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1.5,
              rowGap: 0.5,
              px: 2,
              py: 1,
              borderTop: '1px solid',
              borderColor: 'divider',
            }}
          >
            <StatusChip tone={tone} label={label} />
            <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <div>{name}</div>
              {fields.map((text) => (
                <Box key={text} sx={{ fontSize: 14, color: 'text.secondary' }}>
                  {text}
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
