// A link for whoever draws the boundary of this plot without an account: the grower, a neighbour with a phone. Made when it is wanted, shown once, to copy or to share.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { BoundaryLink as Link } from '#domain/land/boundary-link.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { ContentCopyOutlined as Copy } from '#web/icons/content-copy-outlined.ts'
import { ShareOutlined as Share } from '#web/icons/share-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts.tsx'

export function BoundaryLink({ parcel }: { parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const id = useId()
  const made = useMutation<Link, ApiProblem>({
    mutationFn: () => call(entityPath(operator, 'landparcel', parcel.id, 'boundary-link'), { method: 'POST', body: {} }),
  })
  const address = made.data ? `${location.origin}${made.data.path}` : ''
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showToast({ severity: 'success', message: t('The link is copied.') })
    } catch {
      // Not allowed, or no clipboard: the link is marked, to be copied by hand.
      const input = document.getElementById(id)
      if (input instanceof HTMLInputElement) input.select()
    }
  }
  return (
    <Panel title={t('Somebody else draws the boundary')}>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {t('By a link, without an account. What they send in waits for approval; the plot stays as it is until then.')}
      </Typography>
      {made.error ? <Refusal problem={made.error} /> : null}
      {made.data ? (
        <>
          <Typography component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 500, mb: 0.5 }}>
            {t('Hand the link over')}
          </Typography>
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
            <OutlinedInput
              id={id}
              size="small"
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
              sx={{ gridColumn: '1 / -1', minWidth: 0 }}
              inputProps={{ 'aria-describedby': `${id}-says` }}
            />
            <Button variant="outlined" color="inherit" startIcon={<Copy />} onClick={() => void copy()}>
              {t('Copy')}
            </Button>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Share />}
              href={`https://wa.me/?text=${encodeURIComponent(`${t('Draw the boundary of plot {{no}} here: {{link}}', { no: String(parcel.parcelNo), link: address })}`)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              WhatsApp
            </Button>
          </Box>
          <Typography id={`${id}-says`} variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 0.75 }}>
            {t('Until {{until}}, for up to {{figure}} drawings. It is not shown again.', {
              until: format.fullDate(format.dayOf(made.data.until)),
              figure: format.number(made.data.submits),
            })}
          </Typography>
        </>
      ) : (
        <Button variant="outlined" color="inherit" loading={made.isPending} onClick={() => made.mutate()}>
          {t('Make a link')}
        </Button>
      )}
    </Panel>
  )
}
