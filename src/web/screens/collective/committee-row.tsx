// One member before the committee on one line: who, risk, inspections, what is open, compliance and land, the season before, and what is proposed,
// chosen or decided. Opened, the evidence in full and the choice stand below it.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { memo, type ReactNode } from 'react'
import { claims, seasonResults, severities } from '#domain/kernel/terms.ts'
import type { CommitteeMember } from '#domain/people/committee-answer.ts'
import { riskClasses } from '#domain/rules/risk.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ExpandLessOutlined as Less } from '#web/icons/expand-less-outlined.ts'
import { ExpandMoreOutlined as More } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { isPossible, lackOf } from './committee-choices.ts'
import { CommitteeEvidence, type EvidenceProps } from './committee-evidence.tsx'

type CommitteeRowProps = EvidenceProps & {
  /** Nobody can be decided yet: what is proposed is shown without a choice. */
  isStopped: boolean
  isCursor: boolean
  isOpened: boolean
  onToggle: () => void
}

// Rows change one by one while hundreds stand still.
export const CommitteeRow = memo(Row, (was, is) =>
  (Object.keys(is) as (keyof CommitteeRowProps)[]).every((name) => name.startsWith('on') || was[name] === is[name]),
)

function Row(props: CommitteeRowProps) {
  const { member, isCursor, isOpened, onToggle } = props
  const { t } = useTranslation()
  const [riskLabel, riskTone] = riskClasses[member.risk.riskClass]
  return (
    <Box
      component="li"
      aria-label={member.name}
      {...(isCursor ? { 'data-cursor': true } : {})}
      sx={{
        borderTop: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        '&[data-cursor]': { boxShadow: 'inset 3px 0 0 var(--mui-palette-brand-ink)' },
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 72px',
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.25,
          alignItems: 'center',
          px: 2,
          py: 1,
          minHeight: 56,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr) auto',
            md: 'minmax(120px, 1.3fr) minmax(96px, 0.8fr) minmax(110px, 1fr) minmax(96px, 0.9fr) minmax(84px, 0.7fr) minmax(190px, 1.5fr) 40px',
          },
        }}
      >
        <Who member={member} />
        <Cell>
          <StatusChip tone={riskTone} label={t(riskLabel)} />
        </Cell>
        <Cell label={t('Inspections')}>
          <Visits member={member} />
        </Cell>
        <Cell label={t('Open non-conformities')}>
          <Open member={member} />
        </Cell>
        <Cell label={t('Compliance and area')}>
          <Land member={member} />
        </Cell>
        <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
          <Outcome {...props} />
        </Box>
        <Box sx={{ gridRow: { xs: 1, md: 'auto' }, gridColumn: { xs: 2, md: 'auto' } }}>
          <ButtonBase
            onClick={onToggle}
            aria-expanded={isOpened}
            aria-label={t('Evidence of {{name}}', { name: member.name })}
            sx={{ minWidth: 40, minHeight: 40, borderRadius: 1, color: 'text.secondary' }}
          >
            {isOpened ? <Less aria-hidden /> : <More aria-hidden />}
          </ButtonBase>
        </Box>
      </Box>
      {isOpened ? <CommitteeEvidence {...props} /> : null}
    </Box>
  )
}

const Cell = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box
    {...(label ? { role: 'group', 'aria-label': label } : {})}
    sx={{ minWidth: 0, fontSize: 13.5, overflowWrap: 'anywhere', gridColumn: { xs: '1 / -1', md: 'auto' } }}
  >
    {children}
  </Box>
)
const Quiet = ({ children }: { children: ReactNode }) => <Box sx={{ fontSize: 12.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>

function Who({ member: { farmerId, name, memberNo, village } }: { member: CommitteeMember }) {
  const operator = useOperator()
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmer', id: farmerId }}>
        {name}
      </TextLink>
      <Quiet>{[memberNo, village].filter(Boolean).join(' · ')}</Quiet>
    </Box>
  )
}

function Visits({ member: { visits } }: { member: CommitteeMember }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = visits.at(-1)
  if (!last) return <ToneText tone="pending" label={t(seasonResults.NOT_INSPECTED[0])} />
  const [label, tone] = seasonResults[last.result]
  return (
    <>
      <ToneText tone={tone} label={t(label)} />
      <Quiet>{[visits.map(({ day }) => format.date(day)).join(', '), last.inspector].filter(Boolean).join(' · ')}</Quiet>
    </>
  )
}

function Open({ member: { open, sanction } }: { member: CommitteeMember }) {
  const { t } = useTranslation()
  const format = useFormat()
  const of = (severity: string) => open.filter((one) => one.severity === severity).length
  const parts = (['CRITICAL', 'MAJOR', 'MINOR'] as const)
    .map((key) => ({ key, tone: severities[key][1], label: `${t(severities[key][0])}: ${format.number(of(key))}` }))
    .filter(({ key }) => of(key) > 0)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      {parts.length === 0 && !sanction ? <Quiet>{t('None open')}</Quiet> : null}
      {parts.map(({ key, tone, label }) => (
        <ToneText key={key} tone={tone} label={label} />
      ))}
      {sanction ? <ToneText tone="error" label={sanction.isImposed ? t('Sanction imposed') : t('Sanction proposed')} /> : null}
    </Box>
  )
}

function Land({ member: { complianceScore, areaHa, claims: own } }: { member: CommitteeMember }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {complianceScore === null ? '–' : format.share(complianceScore / 100)}
      <Quiet>{[format.ha(areaHa), ...own.map(({ claim }) => t(claims[claim][0]))].join(' · ')}</Quiet>
    </Box>
  )
}

/** What stands at the end of the line: why not, what was chosen, decided or is proposed, and the one step. */
function Outcome({ member, choice, isOpen, isStopped, onChoose, onChange, onToggle }: CommitteeRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { decision, proposal, blocked, before } = member
  if (choice) {
    const [label, tone] = seasonResults[choice.result]
    const lack = lackOf(choice, member)
    return (
      <Line>
        <StatusChip tone={tone} label={t(label)} />
        {lack ? <ToneText tone="error" label={lack === 'conditions' ? t('Name the condition') : t('Name the reason')} /> : null}
        <Button size="small" color="inherit" onClick={() => onChange(null)} aria-label={`${t('Take back')}, ${member.name}`}>
          {t('Take back')}
        </Button>
      </Line>
    )
  }
  const words = t(seasonResults[proposal.result][0])
  if (decision) {
    const [label, tone] = seasonResults[decision.result]
    return (
      <Line>
        <StatusChip tone={tone} label={t(label)} />
        <Quiet>{[decision.on ? format.date(decision.on) : null, decision.by].filter(Boolean).join(' · ')}</Quiet>
        {decision.result === proposal.result ? null : <ToneText tone="pending" label={t('The facts say now: {{result}}', { result: words })} />}
      </Line>
    )
  }
  const [why] = blocked
  if (why) return <ToneText tone="pending" label={t(why)} />
  const canAccept = isOpen && isPossible(proposal.result, member)
  return (
    <Line>
      {canAccept ? (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => onChoose(proposal.result)}
          aria-label={`${t('Accept: {{result}}', { result: words })}, ${member.name}`}
        >
          {t('Accept: {{result}}', { result: words })}
        </Button>
      ) : (
        <Quiet>{t('Proposed: {{result}}', { result: words })}</Quiet>
      )}
      {isStopped ? null : (
        <Button size="small" color="inherit" onClick={onToggle}>
          {t('Otherwise')}
        </Button>
      )}
      {before ? <Quiet>{`${before.season}: ${t(seasonResults[before.result][0])}`}</Quiet> : null}
    </Line>
  )
}
const Line = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>{children}</Box>
)
