// What the rules of its schemes say of a crop, and the non-conformities that are open on it.
import Box from '@mui/material/Box'
import { nonconformity } from '#domain/certification/nonconformity.ts'
import { severities } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { JudgedRules } from '../schemepop/judged-rules.tsx'
import { useCompliance } from '../schemepop/queries.ts'

export function ComplianceTab({ record: crop, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useCompliance(crop.id, past)
  if (error) return <LoadError problem={error} title={t('The crop could not be judged')} retry={() => void refetch()} />
  // Among the other parts of a past day, nothing needs no place.
  if (past && data?.items.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {/* What is open is of today; a past day has its count among the figures. */}
      {past ? null : <OpenFindings cropId={crop.id} />}
      {!data ? (
        <Panel>
          <ListSkeleton rows={6} columns={3} />
        </Panel>
      ) : data.items.length === 0 ? (
        <Panel>
          <EmptyState
            title={t('No rules hold for this crop yet')}
            reason={t('Rules hold once they are published for its crop type, of a scheme that the operator has a scope certificate of.')}
          />
        </Panel>
      ) : (
        data.items.map((one) => (
          <JudgedRules key={one.schemePopId} of={one} title={one.title} note={t('as of {{day}}', { day: format.dateWithin(data.day) })} />
        ))
      )}
    </Box>
  )
}

const states: Readonly<Record<string, { label: string; tone?: 'error' | 'pending' | 'success' | 'neutral' }>> = nonconformity.states
const severityOf = (value: unknown): readonly [string, 'neutral' | 'pending' | 'error'] =>
  new Map<unknown, readonly [string, 'neutral' | 'pending' | 'error']>(Object.entries(severities)).get(value) ?? ['', 'neutral']

function OpenFindings({ cropId }: { cropId: string }) {
  const { t } = useTranslation()
  const { items } = useList('nonconformity', { filters: { cropId: [cropId], status: ['OPEN', 'ACTION_SENT', 'ESCALATED', 'SANCTIONED'] } })
  if (items.length === 0) return null
  return (
    <Panel title={t('Open non-conformities')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((one) => (
          <FindingLine key={one.id} finding={one} />
        ))}
      </Box>
    </Panel>
  )
}

function FindingLine({ finding }: { finding: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const [severity, tone] = severityOf(finding.severity)
  const state = states[finding.status]
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: 2, py: 1.25, borderTop: '1px solid', borderColor: 'divider' }}
    >
      <StatusChip tone={tone} label={t(severity)} />
      <TextLink
        to="/private/farmbook/$operator/$entity/$id"
        params={{ operator, entity: 'nonconformity', id: finding.id }}
        sx={{ minWidth: 0, flex: '1 1 240px' }}
      >
        {finding.title}
      </TextLink>
      <ToneText label={t('to be corrected by {{day}}', { day: format.dateWithin(String(finding.dueOn)) })} />
      {state ? <StatusChip tone={state.tone ?? 'neutral'} label={t(state.label)} /> : null}
    </Box>
  )
}
