// The evidence for one member in full, each fact a link to its record, and the choice: a result, its condition, and the reason where it is not
// the one proposed.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { sanctions } from '#domain/kernel/sanctions.ts'
import { seasonResults, severities } from '#domain/kernel/terms.ts'
import type { CommitteeMember } from '#domain/people/committee-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { type Choice, isPossible, results } from './committee-choices.ts'

export type EvidenceProps = {
  member: CommitteeMember
  choice: Choice | null
  /** Whether anything may be chosen. */
  isOpen: boolean
  onChoose: (result: Choice['result']) => void
  onChange: (choice: Choice | null) => void
}

export function CommitteeEvidence(props: EvidenceProps) {
  const { member, isOpen } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { proposal, risk, visits, before, sanction, estimatedKg, decision } = member
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        px: 2,
        pb: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: isOpen ? 'minmax(0, 1fr) minmax(0, 1fr) minmax(260px, 1fr)' : 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
        <Part title={t('Proposed: {{result}}', { result: t(seasonResults[proposal.result][0]) })}>
          {[...proposal.reasons, ...proposal.doubts].map((one) => (
            <ToneText key={one.message} tone="pending" label={t(one)} />
          ))}
          {proposal.reasons.length + proposal.doubts.length === 0 ? <ToneText tone="success" label={t('Nothing speaks against it.')} /> : null}
        </Part>
        <Part title={t('Risk')}>
          {risk.reasons.map(({ message, points }) => (
            <span key={message}>{`${t(message)} +${format.number(points)}`}</span>
          ))}
          {risk.reasons.length === 0 ? <span>{t('Nothing speaks of a risk.')}</span> : null}
        </Part>
        {decision?.conditions ? <Part title={t('Conditions')}>{decision.conditions}</Part> : null}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
        <Part title={t('Inspections')}>
          {visits.map((visit, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several of one day and inspector differ in their place alone
            <span key={`${visit.day} ${at}`}>
              {[format.fullDate(visit.day), t(seasonResults[visit.result][0]), visit.inspector, visit.conditions].filter(Boolean).join(' · ')}
            </span>
          ))}
          {visits.length === 0 ? <span>{t(seasonResults.NOT_INSPECTED[0])}</span> : null}
        </Part>
        <OpenFindings member={member} />
        <Part title={t('Season')}>
          {estimatedKg === null ? null : <span>{t('Estimate {{kg}}', { kg: format.kg(estimatedKg) })}</span>}
          {before ? <span>{`${before.season}: ${t(seasonResults[before.result][0])}`}</span> : <span>{t('No earlier decision.')}</span>}
          {sanction ? (
            <ToneText
              tone="error"
              label={`${sanction.ref}: ${t(sanctions[sanction.sanction])}, ${sanction.isImposed ? t('Sanction imposed') : t('Sanction proposed')}`}
            />
          ) : null}
        </Part>
      </Box>
      {isOpen ? <Choose {...props} /> : null}
    </Box>
  )
}

function OpenFindings({ member: { open } }: { member: CommitteeMember }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  return (
    <Part title={t('Open non-conformities')}>
      {open.map(({ id, ref, rule, severity, dueOn }) => (
        <Box key={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <StatusChip tone={severities[severity][1]} label={t(severities[severity][0])} />
          <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'nonconformity', id }}>
            {`${ref}, ${rule}`}
          </TextLink>
          <span>{t('by {{day}}', { day: format.date(dueOn) })}</span>
        </Box>
      ))}
      {open.length === 0 ? <span>{t('None open')}</span> : null}
    </Part>
  )
}

function Choose({ member, choice, onChoose, onChange }: EvidenceProps) {
  const { t } = useTranslation()
  return (
    <Box role="group" aria-label={t('Decision on {{name}}', { name: member.name })} sx={{ display: 'grid', gap: 1.25, alignContent: 'start', minWidth: 0 }}>
      <Box sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
        {results.map((result) => (
          <Button
            key={result}
            size="small"
            color={choice?.result === result ? 'primary' : 'inherit'}
            variant={choice?.result === result ? 'contained' : 'outlined'}
            aria-pressed={choice?.result === result}
            disabled={!isPossible(result, member)}
            onClick={() => onChoose(result)}
          >
            {t(seasonResults[result][0])}
          </Button>
        ))}
      </Box>
      {isPossible('APPROVED', member) ? null : <ToneText tone="pending" label={t('A rule asks for a condition while its non-conformity is open (BR-17).')} />}
      {choice?.result === 'CONDITIONAL' ? (
        <TextField
          required
          multiline
          size="small"
          label={t('Conditions')}
          value={choice.conditions}
          onChange={({ target }) => onChange({ ...choice, conditions: target.value })}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
      ) : null}
      {choice && choice.result !== member.proposal.result ? (
        <TextField
          required
          multiline
          size="small"
          label={t('Why otherwise than proposed')}
          value={choice.reason}
          onChange={({ target }) => onChange({ ...choice, reason: target.value })}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
      ) : null}
    </Box>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 0.5, fontSize: 13.5, minWidth: 0, overflowWrap: 'anywhere' }}>
    <Box sx={{ fontWeight: 600 }}>{title}</Box>
    {children}
  </Box>
)
