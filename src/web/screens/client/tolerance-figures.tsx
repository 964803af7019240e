// The tolerances of a programme as they take effect, by their sections.
import Box from '@mui/material/Box'
import type { ToleranceAnswer } from '#domain/chain/tolerance-answer.ts'
import { toleranceFields, toleranceSections } from '#domain/chain/tolerance-settings.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'

export function ToleranceFigures({ answer }: { answer: ToleranceAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {Object.entries(toleranceSections).map(([title, inside]) => (
        <Panel key={title} title={t(title)}>
          <PropertyList
            properties={inside.map((name) => ({
              key: name,
              label: t(toleranceFields[name].label),
              value: formatValue(toleranceFields[name], answer.tolerances[name], { t, format, refs: {} }),
            }))}
          />
        </Panel>
      ))}
    </Box>
  )
}
