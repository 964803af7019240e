// The out-turn of a line in its panel: how many runs, their mean, whether it drifts, and the chart against the band.

import { useNavigate } from '@tanstack/react-router'
import type { RunHistory } from '#domain/chain/chain-reports.ts'
import { controlLimits, rollingMeans } from '#domain/chain/control-chart.ts'
import { drift } from '#domain/chain/mass-balance.ts'
import { materials } from '#domain/kernel/terms.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { OutTurnChart } from './out-turn-chart.tsx'

/** As many as a person can distinguish on a phone. */
const mostShown = 40

/** `now`: share of the run being typed. `onOpen`: what a mark leads to. */
export function LineHistory({ answer, now, onOpen }: { answer: RunHistory; now: number | null; onOpen?: (eventId: string) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { items, norm, meanShare } = answer
  const tolerances = useTolerances()
  // Runs of another process, or for another material, have another out-turn.
  const process = items.at(-1)?.process
  const own = items.flatMap(({ id, at, share, process: of, material }) =>
    share === null || of !== process || material !== norm?.material ? [] : [{ id, at, share }],
  )
  const shares = own.map(({ share }) => share)
  const rolling = rollingMeans(shares)
  const runs = own.map((run, index) => ({ ...run, rolling: rolling[index] ?? null }))
  const drifting = drift(shares, tolerances)
  const what = norm ? t(materials[norm.material]) : ''
  const note = [t('{{count}} runs', { count: items.length }), meanShare === null ? '' : t('mean {{share}}', { share: format.share(meanShare) })]
    .filter(Boolean)
    .join(', ')
  return (
    <Panel
      title={norm ? t('{{what}} out-turn of this line', { what }) : t('Runs of this line')}
      note={items.length ? note : undefined}
      action={drifting ? <ToneText tone="pending" label={t('drifts')} /> : null}
    >
      <OutTurnChart
        runs={runs.slice(-mostShown)}
        norm={norm ?? { min: 0, max: 1 }}
        limits={controlLimits(shares, tolerances.driftSigmas)}
        now={now}
        {...(onOpen ? { onOpen } : {})}
      />
    </Panel>
  )
}

/** Opens a run of a facility. */
export function useOpenRun(operator: string, id: string): (eventId: string) => void {
  const navigate = useNavigate()
  return (eventId) =>
    void navigate({ to: '/private/farmbook/$operator/$entity/$id/event/$eventId', params: { operator, entity: 'processingsystem', id, eventId } })
}
