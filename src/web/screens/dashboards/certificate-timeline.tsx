// Transaction certificates in time: from when each was submitted to when it was issued, or until today.
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'

const row = 26
const colours: Readonly<Record<string, string>> = { success: '#2B7A4B', error: '#B3362B', pending: '#C9A227', progress: '#1E67A8', neutral: '#8C9490' }
/** Numbers of one body begin alike: their ends differ. */
export const shortened = (title: string, most: number): string => (title.length > most ? `…${title.slice(1 - most)}` : title)
/** More than a screen of them is the list's matter. */
const mostShown = 14

export function CertificateTimeline({ certificates, to }: { certificates: ProcessingFigures['certificates']; to: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [holder, width] = useWidth(640)
  const shown = certificates.slice(-mostShown)
  const states = entityOf('transactioncertificate').states as Record<string, State>
  const end = Date.parse(`${to}T23:59:59Z`)
  const start = Math.min(end - 86_400_000, ...shown.map(({ at }) => Date.parse(at)))
  const left = Math.min(150, width * 0.34)
  const x = (moment: number) => left + ((moment - start) / (end - start)) * (width - left - 70)
  return (
    <Panel title={t('Transaction certificates in time')} note={t('submitted to issued')}>
      {shown.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('No transaction certificate yet.')}</Box> : null}
      <Box component="section" ref={holder} aria-label={t('Transaction certificates in time')} sx={fluidWidth}>
        <svg role="presentation" width={width} height={shown.length * row} style={{ display: 'block', fontFamily: 'inherit', fontSize: 12.5 }}>
          {shown.map(({ id, title, status, at, issuedAt, kg }, index) => {
            const [from, until] = [x(Date.parse(at)), x(issuedAt ? Date.parse(issuedAt) : end)]
            const colour = colours[states[status]?.tone ?? 'neutral'] ?? neutral.ink2
            const middle = index * row + row / 2
            return (
              <SvgButton
                key={id}
                label={`${title}, ${t(states[status]?.label ?? status)}, ${format.kg(kg)}`}
                onPress={() => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'transactioncertificate', id } })}
              >
                <rect x={0} y={index * row} width={width} height={row} fill="transparent" />
                <text x={0} y={middle + 4} fill={neutral.ink}>
                  {shortened(title, Math.floor(left / 7))}
                </text>
                <rect x={from} y={middle - 4} width={Math.max(4, until - from)} height={8} rx={4} fill={colour} opacity={issuedAt ? 1 : 0.45} />
                <text x={Math.max(from, until) + 6} y={middle + 4} fill={neutral.ink2}>
                  {format.kg(kg)}
                </text>
                <title>{`${title}: ${t(states[status]?.label ?? status)}`}</title>
              </SvgButton>
            )
          })}
        </svg>
      </Box>
    </Panel>
  )
}
