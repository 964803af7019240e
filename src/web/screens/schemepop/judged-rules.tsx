// What a version of a scheme's rules says of a crop: the score against what is needed, and each rule with its points and the reason for
// them, what fails first.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ComplianceAnswer, JudgedRuleAnswer } from '#domain/certification/judging/bench-answer.ts'
import { outcomes } from '#domain/certification/judging/judgement.ts'
import { ruleEffects } from '#domain/certification/schemes.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { severities } from '#domain/kernel/terms.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const worstFirst: readonly JudgedRuleAnswer['outcome'][] = ['FAILED', 'PARTIAL', 'NOT_CHECKED', 'NOT_YET', 'MET', 'NOT_APPLICABLE']
const inOrder = (rules: readonly JudgedRuleAnswer[]): JudgedRuleAnswer[] =>
  [...rules].sort((one, other) => worstFirst.indexOf(one.outcome) - worstFirst.indexOf(other.outcome))

export function JudgedRules({ of, title, note }: { of: ComplianceAnswer; title: string; note?: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={title} note={note} action={<PassChip of={of} />} flush>
      <Box sx={{ px: 2, py: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
        <ScoreGauge of={of} />
        <Typography variant="caption" color="textSecondary">
          {of.score === null
            ? t('No rule counts yet.')
            : t('{{points}} of {{possible}} points; {{needed}} % are needed, at most {{major}} major rules may fail.', {
                points: format.number(of.points, 2),
                possible: format.number(of.pointsPossible),
                needed: format.number(of.passScore),
                major: format.number(of.maxMajor),
              })}
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {inOrder(of.rules).map((rule) => (
          <RuleLine key={rule.code} rule={rule} />
        ))}
      </Box>
    </Panel>
  )
}

function PassChip({ of: { isPassed } }: { of: ComplianceAnswer }) {
  const { t } = useTranslation()
  if (isPassed === null) return <StatusChip label={t('Not judged yet')} />
  return isPassed ? <StatusChip tone="success" label={t('Passed')} /> : <StatusChip tone="error" label={t('Not passed')} />
}

function ScoreGauge({ of: { score, passScore } }: { of: ComplianceAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = score ?? 0
  const words =
    score === null
      ? t('No rule counts yet.')
      : t('Score {{score}} of 100, needed {{needed}}', { score: format.number(score, 1), needed: format.number(passScore) })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 0.75 }}>
      <Box sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums', minWidth: 64 }}>
        {score === null ? '–' : format.number(score, 1)}
      </Box>
      <Box role="img" aria-label={words} sx={{ position: 'relative', flex: 1, height: 10, borderRadius: '5px', bgcolor: gaugeColours.track }}>
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            right: 'auto',
            width: `${shown}%`,
            borderRadius: 'inherit',
            bgcolor: shown >= passScore ? 'tone.success.ink' : 'tone.error.ink',
          }}
        />
        <Box sx={{ position: 'absolute', left: `${passScore}%`, top: -4, bottom: -4, width: 2, ml: '-1px', bgcolor: gaugeColours.tick }} />
      </Box>
    </Box>
  )
}

function RuleLine({ rule }: { rule: JudgedRuleAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [label, tone]: readonly [string, Tone] = outcomes[rule.outcome]
  const [severity] = severities[rule.severity]
  const isBroken = rule.outcome === 'FAILED' || rule.outcome === 'PARTIAL'
  const under = [rule.code, rule.clauseRef, t(severity), isBroken && rule.effectOnFail !== 'NONE' ? t(ruleEffects[rule.effectOnFail]) : ''].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '136px minmax(0, 1fr) 92px' },
        columnGap: 1.5,
        rowGap: 0.5,
        alignItems: 'start',
        px: 2,
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box>
        <StatusChip tone={tone} label={t(label)} />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="div">{rule.textWords ? t({ message: rule.text, words: rule.textWords }) : rule.text}</Typography>
        <Typography component="div" color="textSecondary">
          {t(rule)}
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {under.join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ fontVariantNumeric: 'tabular-nums', textAlign: { sm: 'right' }, whiteSpace: 'nowrap' }}>
        {rule.points === null ? t('not counted') : t('{{points}} of {{weight}}', { points: format.number(rule.points, 2), weight: format.number(rule.weight) })}
      </Box>
    </Box>
  )
}
