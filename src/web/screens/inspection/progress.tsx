// How far an inspection is: a mark for each question, and how many findings there are. The score comes at the end alone.

import Box from '@mui/material/Box'
import type { AnswerLine, Lacking, Question } from '#domain/certification/inspection-projection.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

type Props = { questions: readonly Question[]; lines: readonly AnswerLine[]; lacking: readonly Lacking[]; waiting: number }

export function Progress({ questions, lines, lacking, waiting }: Props) {
  const { t } = useTranslation()
  const byCode = new Map(lines.map((line) => [line.question, line]))
  const findings = lines.filter(({ isFinding }) => isFinding).length
  return (
    <Box sx={{ position: 'sticky', top: 56, zIndex: 2, bgcolor: 'background.default', py: 1, display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 600 }}>
        <span>{t('{{done}} of {{all}} answered', { done: lines.length, all: questions.length })}</span>
        {waiting > 0 ? <Box sx={{ fontWeight: 400, color: 'text.secondary', fontSize: 14 }}>{t('{{count}} not sent yet', { count: waiting })}</Box> : null}
        {findings > 0 ? (
          <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 0.5, color: 'warning.dark' }}>
            <Warning fontSize="small" />
            {t('{{count}} findings', { count: findings })}
          </Box>
        ) : null}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', gap: '3px' }}>
        {questions.map(({ code }) => {
          const line = byCode.get(code)
          const isLacking = lacking.some(({ question }) => question === code)
          return (
            <Box
              key={code}
              sx={{
                flex: '1 1 0',
                height: 7,
                borderRadius: 1,
                bgcolor: line === undefined ? 'divider' : isLacking || line.isFinding ? 'warning.main' : 'brand.ink',
              }}
            />
          )
        })}
      </Box>
    </Box>
  )
}
