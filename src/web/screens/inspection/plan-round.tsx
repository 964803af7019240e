// Planning a round: which season and checklist, everybody or by risk, from when on; what would come of it is shown before it is done.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import { inspectionReasons } from '#domain/certification/inspection-terms.ts'
import type { RoundPlanned } from '#domain/certification/round-answer.ts'
import { riskClasses } from '#domain/rules/risk.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { useSubmitKey } from '#web/api/mutations.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useOptions } from '#web/api/queries.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'

export function PlanRound() {
  const { t } = useTranslation()
  const user = useUser()
  const operator = useOperator()
  const [isOpen, setOpen] = useState(false)
  if (!can(user, 'inspection', 'A') || operator === '-') return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('Plan a round')}
      </Button>
      {isOpen ? <RoundDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RoundDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const client = useQueryClient()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const seasons = useOptions('season', { filters: { status: ['OPEN'] } })
  const checklists = useOptions('checklist', { filters: { status: ['PUBLISHED'], kind: ['INTERNAL'] } })
  const [requested, setRequested] = useState({
    seasonId: '',
    checklistId: '',
    round: '1',
    way: 'RISK',
    random: '10',
    seed: format.today(),
    from: format.today(),
    perDay: '4',
  })
  const set =
    (name: keyof typeof requested) =>
    ({ target }: { target: { value: string } }) =>
      setRequested((all) => ({ ...all, [name]: target.value }))
  const submitKey = useSubmitKey()
  const plan = useMutation<RoundPlanned, ApiProblem, boolean>({
    mutationFn: (isPreview) => {
      const body = { ...requested, round: Number(requested.round), random: Number(requested.random), perDay: Number(requested.perDay), isPreview }
      // A preview writes nothing and is computed anew each time; the plan itself is made once, however often it is tried.
      const idempotencyKey = isPreview ? crypto.randomUUID() : submitKey(body)
      return call(entityPath(operator, 'inspection-rounds'), { method: 'POST', body, idempotencyKey })
    },
    onSuccess: async (answer, isPreview) => {
      if (isPreview) return
      await client.invalidateQueries({ queryKey: [operator] })
      showToast({ severity: 'success', message: t('{{count}} visits are planned.', { count: answer.planned }) })
      onClose()
    },
  })
  const preview = plan.data
  const total = preview?.reasons.reduce((sum, { visits }) => sum + visits, 0) ?? 0
  const isFilled = requested.seasonId !== '' && requested.checklistId !== ''
  const number = { htmlInput: { inputMode: 'numeric' as const } }
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle>{t('Plan a round')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        {plan.error ? <Refusal problem={plan.error} /> : null}
        <TextField select label={t('Season')} value={requested.seasonId} onChange={set('seasonId')}>
          {(seasons.data?.items ?? []).map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title}
            </MenuItem>
          ))}
        </TextField>
        <TextField select label={t('Checklist')} value={requested.checklistId} onChange={set('checklistId')}>
          {(checklists.data?.items ?? []).map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title}
            </MenuItem>
          ))}
        </TextField>
        <TextField select label={t('Who is visited')} value={requested.way} onChange={set('way')}>
          <MenuItem value="RISK">{t('All of high risk, and some drawn by lot')}</MenuItem>
          <MenuItem value="ALL">{t('Everybody of the round')}</MenuItem>
        </TextField>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' } }}>
          {requested.way === 'RISK' ? <TextField label={t('Drawn by lot')} value={requested.random} onChange={set('random')} slotProps={number} /> : null}
          {requested.way === 'RISK' ? <TextField label={t('Seed of the draw')} value={requested.seed} onChange={set('seed')} /> : null}
          <TextField label={t('Round')} value={requested.round} onChange={set('round')} slotProps={number} />
          <TextField type="date" label={t('From')} value={requested.from} onChange={set('from')} slotProps={{ inputLabel: { shrink: true } }} />
          <TextField label={t('Visits a day')} value={requested.perDay} onChange={set('perDay')} slotProps={number} />
        </Box>
        {preview ? <Preview preview={preview} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button disabled={!isFilled || plan.isPending} onClick={() => plan.mutate(true)}>
          {t('Show who would go where')}
        </Button>
        <Button variant="contained" disabled={!isFilled || total === 0 || plan.isPending} onClick={() => plan.mutate(false)}>
          {t('Plan {{count}} visits', { count: total })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Preview({ preview }: { preview: RoundPlanned }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows: FigureRow[] = [
    { key: 'members', label: t('Not visited yet'), value: format.number(preview.members) },
    { key: 'sample', label: t('Sample of the certification body'), value: format.number(preview.suggestedSample) },
    ...preview.reasons.map(({ reason, visits }) => ({ key: reason, label: t(inspectionReasons[reason]), value: format.number(visits) })),
    ...preview.inspectors.map(({ inspectorId, name, visits, from, to }) => ({
      key: inspectorId,
      label: name,
      value: format.number(visits),
      note: from === to ? format.fullDate(from) : `${format.fullDate(from)} – ${format.fullDate(to)}`,
    })),
    ...(preview.left.length > 0
      ? [
          {
            key: 'left',
            label: t('Nobody may visit them'),
            value: format.number(preview.left.length),
            note: preview.left
              .map(({ name }) => name)
              .join(', ')
              .slice(0, 300),
          },
        ]
      : []),
  ]
  return (
    <Box sx={{ display: 'grid', gap: 1.5, borderTop: '1px solid', borderColor: 'divider', pt: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {preview.risk.map(({ riskClass, members }) => (
          <StatusChip key={riskClass} tone={riskClasses[riskClass][1]} label={`${t(riskClasses[riskClass][0])}: ${format.number(members)}`} />
        ))}
      </Box>
      <FigureRows rows={rows} />
    </Box>
  )
}
