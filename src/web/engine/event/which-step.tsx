// Which step of the package an event is for that was recorded on a day of none (BR-18): the open steps of its kind with their days, or none of them.
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { type ChosenStep, planFieldOf } from './planned.ts'

const none = 'none'
/** Steps that can be done still. */
const open = Object.keys(entityOf('planevent').states).filter((status) => !(entityOf('planevent').final as readonly string[]).includes(status))
const fields = ['name', 'occurrenceNo', 'due', 'windowStart', 'windowEnd', 'evidence', 'instruction', 'audio'] as const

type Props = { subject: { entity: AnyEntity; id: string }; eventType: string; chosen: ChosenStep; onChoose: (chosen: ChosenStep) => void }

export function WhichStep({ subject: { entity, id }, eventType, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelId = useId()
  const filters = { [planFieldOf(entity) ?? 'id']: [id], eventType: [eventType], status: open }
  const { items } = useList('planevent', { filters, sort: 'due' }, { limit: 200, fields })
  const words = ({ title, windowStart, windowEnd }: RecordAnswer): string =>
    t('{{step}}, from {{from}} to {{to}}', { step: title, from: format.date(String(windowStart)), to: format.date(String(windowEnd)) })
  return (
    <Box sx={{ mb: 2 }}>
      <Panel>
        <FormLabel id={labelId} sx={{ display: 'block', mb: 0.5, color: 'text.primary', fontWeight: 500 }}>
          {t('Which step is this for?')}
        </FormLabel>
        <RadioGroup
          aria-labelledby={labelId}
          value={chosen ? (chosen.step?.id ?? none) : ''}
          onChange={(_event, value) => onChoose({ step: items.find((one) => one.id === value) ?? null })}
        >
          {items.map((one) => (
            <FormControlLabel key={one.id} value={one.id} control={<Radio />} label={words(one)} />
          ))}
          <FormControlLabel value={none} control={<Radio />} label={t('For none of them')} />
        </RadioGroup>
      </Panel>
    </Box>
  )
}
