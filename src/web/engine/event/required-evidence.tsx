// What is to be shown with an event, as a task or a step of a package requires it: the kinds, and the way to let the device say where it is.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Evidence, planEvidence } from '#domain/kernel/plan.ts'
import { useFormat } from '#web/format/use-format.ts'
import { MyLocationOutlined as Locate } from '#web/icons/my-location-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { allowedPosition, position } from './position.ts'

/** What a record requires, a task or a planned step. */
export const requiredOf = ({ evidence }: Record<string, unknown>): readonly Evidence[] => (Array.isArray(evidence) ? evidence : [])

type EvidencePanelProps = {
  required: readonly Evidence[]
  title: string
  /** In place of where the device is. */
  instead?: ReactNode
}
/** Above the form that takes it; nothing where nothing is required. */
export function EvidencePanel({ required, title, instead }: EvidencePanelProps) {
  const { t } = useTranslation()
  if (required.length === 0) return null
  return (
    <Box sx={{ mb: 1.5 }}>
      <Panel title={title} note={required.length > 1 ? t('One file for each of them; a position needs none.') : undefined}>
        <Required required={required} />
        {instead ?? (required.includes('GPS') ? <PositionOfDevice /> : null)}
      </Panel>
    </Box>
  )
}

export function Required({ required }: { required: readonly Evidence[] }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {required.map((one) => (
        <li key={one}>{t(planEvidence[one])}</li>
      ))}
    </Box>
  )
}

/** The form sends the position where the person has let the product look; here they are asked. */
function PositionOfDevice() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const here = useQuery({ queryKey: ['position', 'allowed'], queryFn: allowedPosition, staleTime: 60_000 })
  const [isLooking, setLooking] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const look = async () => {
    setLooking(true)
    const found = await position()
    setLooking(false)
    setUnknown(!found)
    if (found) queries.setQueryData(['position', 'allowed'], found)
  }
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1.5 }}>
      {here.data ? (
        <Typography>{t('This device knows where it is, to {{distance}}.', { distance: format.quantity(here.data.accuracyM, 'm', 0) })}</Typography>
      ) : (
        <>
          <Button variant="outlined" color="inherit" startIcon={<Locate />} loading={isLooking} onClick={() => void look()} sx={{ minHeight: 44 }}>
            {t('Let this device say where it is')}
          </Button>
          {isUnknown ? <Typography color="error">{t('This device does not know where it is, or may not say so.')}</Typography> : null}
        </>
      )}
    </Box>
  )
}
