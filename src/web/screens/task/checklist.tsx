// The steps of a task, ticked where they are read. Each tick is saved at once, against the version that was on screen.
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useSave } from '#web/api/mutations.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'

type Step = { item: string; done: boolean }

export function Checklist({ entity, task }: { entity: AnyEntity; task: RecordAnswer }) {
  const { t } = useTranslation()
  const save = useSave(entity.name)
  const steps = (task.checklist as Step[] | null) ?? []
  if (steps.length === 0) return null
  // While a tick is on its way it is shown as made.
  const sent = save.isPending ? (save.variables.values.checklist as Step[]) : null
  const shown = sent ?? steps
  const mayTick = task.may.includes('edit')
  const tick = (at: number) =>
    save.mutate({
      values: { checklist: steps.map((step, index) => (index === at ? { ...step, done: !step.done } : step)) },
      edit: { id: task.id, version: task.version },
    })
  return (
    <Panel title={t('Checklist')} note={t('{{done}} of {{count}} done', { done: shown.filter(({ done }) => done).length, count: shown.length })}>
      {save.error ? <Refusal problem={save.error} /> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are words without identity, and stay in their order
          <Box component="li" key={at} sx={{ borderTop: at > 0 ? '1px solid' : 0, borderColor: 'divider' }}>
            <FormControlLabel
              sx={{ display: 'flex', m: 0, ml: -1, py: 0.5, minHeight: 44, alignItems: 'center' }}
              disabled={!mayTick || save.isPending}
              control={<Checkbox checked={step.done} onChange={() => tick(at)} />}
              label={
                <Box component="span" sx={{ color: step.done ? 'text.secondary' : 'text.primary', textDecoration: step.done ? 'line-through' : 'none' }}>
                  {step.item}
                </Box>
              }
            />
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
