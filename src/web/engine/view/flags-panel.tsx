// What is open on a record: each finding as a sentence with the figures behind it, gravest first.

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { roles } from '#domain/access.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import type { Flag } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { InfoOutlined as Info } from '#web/icons/info-outlined.ts'
import { ScheduleOutlined as Clock } from '#web/icons/schedule-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Figures } from '../figures.tsx'
import { CloseFinding } from './close-finding.tsx'

const RuleText = lazy(() => import('./rule-text.tsx').then((file) => ({ default: file.RuleText })))

const looks: Record<Finding['severity'], { tone: Tone; icon: typeof Info; rank: number }> = {
  REVIEW: { tone: 'error', icon: Warning, rank: 0 },
  WARN: { tone: 'pending', icon: Clock, rank: 1 },
  INFO: { tone: 'progress', icon: Info, rank: 2 },
}
const meanings: Record<Finding['severity'], string> = { REVIEW: /* i18n */ 'Needs a decision', WARN: /* i18n */ 'To look at', INFO: /* i18n */ 'Good to know' }

/** `of`: the record whose findings these are; absent where they are only shown. */
export function FlagsPanel({ flags, of }: { flags: readonly Flag[]; of?: { entity: string; id: string } }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  if (flags.length === 0) return null
  const ordered = [...flags].sort((one, other) => looks[one.severity].rank - looks[other.severity].rank)
  return (
    <Box component="section" aria-label={t('Open findings')} sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
      {ordered.map((flag) => {
        const { tone, icon: Icon } = looks[flag.severity]
        return (
          <Box
            key={flag.id ?? `${flag.ruleId}:${flag.message}`}
            sx={{ display: 'flex', gap: 1.25, px: 2, py: 1.25, borderRadius: 1, bgcolor: `tone.${tone}.soft` }}
          >
            <Icon aria-hidden sx={{ color: `tone.${tone}.ink`, mt: '1px' }} />
            <Box sx={{ minWidth: 0 }}>
              <Typography component="div">
                <Box component="strong" sx={{ color: `tone.${tone}.ink`, fontWeight: 600 }}>
                  {t(meanings[flag.severity])}.
                </Box>{' '}
                {t(flag)}
              </Typography>
              <Figures figures={flag.figures} />
              <Typography variant="caption" component="div" color="textSecondary">
                {[
                  t('Rule {{rule}}', { rule: flag.ruleId }),
                  flag.openedAt ? t('open since {{when}}', { when: format.ago(flag.openedAt) }) : '',
                  flag.owner ? t('responsible: {{role}}', { role: t(roles[flag.owner]) }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
              <Suspense fallback={null}>
                <RuleText ruleId={flag.ruleId} severity={flag.severity} />
              </Suspense>
              {of && flag.eventId && flag.ruleId === 'BR-18' ? (
                <TextLink
                  to="/private/farmbook/$operator/$entity/$id/event/$eventId"
                  params={{ operator, entity: of.entity, id: of.id, eventId: flag.eventId }}
                >
                  {t('Say which step it is for')}
                </TextLink>
              ) : null}
              {of && flag.id && flag.mayClose ? <CloseFinding entity={of.entity} id={of.id} flag={{ ...flag, id: flag.id }} /> : null}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
