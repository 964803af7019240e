// What the package asks to be shown of the step that an event is recorded for. Where the work was done earlier the position of the device is not sent: then it says so, and which ways there are.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type Control, useWatch } from 'react-hook-form'
import type { Evidence } from '#domain/kernel/plan.ts'
import { useOperator } from '#web/api/operator.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { fromWallClock } from '#web/format/zone.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { isNow } from './position.ts'
import { EvidencePanel } from './required-evidence.tsx'

type StepEvidenceProps = {
  required: readonly Evidence[]
  control: Control<FormValues, unknown, FormValues>
  zone: string | undefined
  /** Of the address that named the step: where the same is recorded without it. */
  without: { entity: string; id: string; type: string } | null
}

export function StepEvidence({ required, control, zone, without }: StepEvidenceProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const occurredAt = fromWallClock(String(useWatch({ control, name: 'occurredAt' }) ?? ''), zone)
  const isEarlier = required.includes('GPS') && occurredAt !== null && !isNow(occurredAt)
  return (
    <EvidencePanel
      required={required}
      title={t('To be shown for this step')}
      instead={
        isEarlier ? (
          <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1.5 }}>
            <Typography>
              {t('This was done earlier: where the device is now says nothing of it. Add a photo that has its place, or record it without naming the step.')}
            </Typography>
            {without ? (
              <LinkButton
                to="/private/farmbook/$operator/$entity/$id/create-event"
                params={{ operator, entity: without.entity, id: without.id }}
                search={{ type: without.type }}
                variant="outlined"
                color="inherit"
              >
                {t('Record without the plan')}
              </LinkButton>
            ) : null}
          </Box>
        ) : null
      }
    />
  )
}
