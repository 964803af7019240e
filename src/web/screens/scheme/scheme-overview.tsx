// A scheme in sentences: what it asks of land, groups and goods, with the programme's own figures; and the rules made of it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { SchemeLogo } from './scheme-logo.tsx'
import { schemeSentences } from './scheme-sentences.ts'

export function SchemeOverview({ entity, record: scheme }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t('What it asks')} flush>
          {schemeSentences(scheme, t, format).map(({ topic, sentences }) => (
            <Topic key={topic} title={t(topic)}>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Topic>
          ))}
        </Panel>
        {typeof scheme.notes === 'string' && scheme.notes ? (
          <Panel title={t('Notes')}>
            <Typography sx={{ whiteSpace: 'pre-line', maxWidth: 680 }}>{scheme.notes}</Typography>
          </Panel>
        ) : null}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t('Standard')}>
          <SchemeLogo scheme={scheme} />
          <FigureRows rows={standard(scheme, entity.fields as Fields, t, format)} />
        </Panel>
        <Related entity={entity} id={scheme.id} />
        <LatestEvents entity={entity} record={scheme} />
        <RecordFacts record={scheme} />
      </Box>
    </Box>
  )
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '150px minmax(0, 1fr)' },
        columnGap: 2,
        rowGap: 0.5,
        px: 2,
        py: 1.5,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{title}</Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {children}
      </Box>
    </Box>
  )
}

const standard = (scheme: RecordAnswer, fields: Fields, t: ReturnType<typeof useTranslation>['t'], format: Format): FigureRow[] =>
  ['abbreviation', 'versionName', 'ownerName', 'type', 'country'].flatMap((name) => {
    const field = fields[name] as Field
    const words = formatValue(field, scheme[name], { t, format })
    return words ? [{ key: name, label: t(field.label), value: words, strong: false }] : []
  })
