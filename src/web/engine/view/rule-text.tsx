// A rule of the catalogue in the reader's words, and what an open finding of it holds back. Loaded apart: few pages have findings.
import Typography from '@mui/material/Typography'
import type { Finding } from '#domain/kernel/entity.ts'
import { rules } from '#domain/rules/catalogue.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function RuleText({ ruleId, severity }: Pick<Finding, 'ruleId' | 'severity'>) {
  const { t } = useTranslation()
  const rule = rules[ruleId]
  // A finding of an installation newer than this page.
  if (!rule) return null
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
      <strong>{t(rule.title)}.</strong> {t(rule.text)}
      {severity === 'REVIEW' && rule.holdsBack ? ` ${t('Until this is closed: {{effect}}', { effect: t(rule.holdsBack) })}` : null}
    </Typography>
  )
}
