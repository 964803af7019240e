// What an applying group still lacks before it can be activated: people of its internal control and documents, each named at once.
import Box from '@mui/material/Box'
import type { Row } from '#domain/kernel/entity.ts'
import { missingForActive } from '#domain/people/internal-control.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function MissingForActive({ record }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  if (record.status !== 'APPLICANT') return null
  const missing = missingForActive(record as Row)
  if (missing.length === 0) return null
  const edit = record.may.includes('edit') ? (
    <LinkButton
      variant="outlined"
      color="inherit"
      size="small"
      to="/private/farmbook/$operator/$entity/$id/edit"
      params={{ operator, entity: 'collective', id: record.id }}
    >
      {t('Edit')}
    </LinkButton>
  ) : null
  return (
    <Panel title={t('Missing before it can be activated')} action={edit}>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
        {missing.map(({ message }) => (
          <li key={String(message)}>{t(String(message))}</li>
        ))}
      </Box>
    </Panel>
  )
}
