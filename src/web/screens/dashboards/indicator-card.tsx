// One figure of the dashboard with its parts below: the title opens the list or report behind it, and so does each part.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import type { Tone } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { gaugeColours, neutral } from '#web/theme/tokens.ts'
import { TextLink } from '#web/ui/links.tsx'
import { linkOf, type Opens } from './opens.ts'

type CardProps = {
  title: string
  /** How it is worked out, in a sentence. */
  about: string
  figure: string | undefined
  unit?: string | undefined
  opens: Opens
  children?: ReactNode
}

export function IndicatorCard({ title, about, figure, unit, opens, children }: CardProps) {
  const operator = useOperator()
  const titleId = useId()
  return (
    <Card component="section" aria-labelledby={titleId} title={about} sx={{ minWidth: 0, p: 1.75, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
      <Typography component="h3" id={titleId} sx={{ fontSize: 13, fontWeight: 400, m: 0 }}>
        <TextLink
          {...linkOf(operator, opens)}
          sx={{ color: 'text.secondary', fontWeight: 400, display: 'flex', alignItems: 'center', minHeight: { xs: 32, sm: 22 } }}
        >
          {title}
          <ChevronRight aria-hidden sx={{ fontSize: 17, ml: 'auto', color: 'ink3' }} />
        </TextLink>
      </Typography>
      <Typography variant="h4" component="p" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {figure ?? <Skeleton width="55%" />}
        {figure && unit ? (
          <Box component="span" sx={{ fontSize: 13, fontWeight: 400, color: 'text.secondary', ml: 0.75 }}>
            {unit}
          </Box>
        ) : null}
      </Typography>
      {children}
    </Card>
  )
}

export type CardPart = {
  key: string
  label: string
  value: string /** 0..1 of the bar beneath. */
  share?: number | undefined
  colour?: string
  opens?: Opens | undefined
}

const inks: Partial<Record<Tone, string>> = { error: '#B3362B', pending: '#C9A227', success: '#2B7A4B' }
export const toneFill = (tone: Tone): string => inks[tone] ?? '#B9C3BD'

/** Lines with a mark or a bar, each a link where there is a list behind it. */
export function CardParts({ parts, hasBars = false }: { parts: readonly CardPart[]; hasBars?: boolean }) {
  const operator = useOperator()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'grid', gap: hasBars ? 0.5 : 0.25 }}>
      {parts.map(({ key, label, value, share, colour, opens }) => {
        const words = (
          <>
            {colour && !hasBars ? <Box aria-hidden component="span" sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: colour, flexShrink: 0 }} /> : null}
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
            </Box>
            <Box component="span" sx={{ ml: 'auto', pl: 1, color: 'text.primary', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {value}
            </Box>
          </>
        )
        const line = {
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          fontSize: 13,
          fontWeight: 400,
          color: 'text.secondary',
          minHeight: { xs: 32, sm: 22 },
        } as const
        return (
          <li key={key}>
            {opens ? (
              <TextLink {...linkOf(operator, opens)} sx={line}>
                {words}
              </TextLink>
            ) : (
              <Box sx={line}>{words}</Box>
            )}
            {hasBars ? (
              <Box aria-hidden sx={{ height: 5, borderRadius: 3, bgcolor: gaugeColours.track, overflow: 'hidden' }}>
                <Box sx={{ height: '100%', width: `${Math.min(1, Math.max(0, share ?? 0)) * 100}%`, bgcolor: colour ?? gaugeColours.delivered }} />
              </Box>
            ) : null}
          </li>
        )
      })}
    </Box>
  )
}

/** Parts of a whole on one bar. */
export function PartsBar({ parts }: { parts: readonly { key: string; amount: number; colour: string }[] }) {
  const some = parts.filter(({ amount }) => amount > 0)
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', gap: '2px', height: 8, my: 0.5, borderRadius: 1, overflow: 'hidden', bgcolor: some.length ? 'transparent' : neutral.line }}
    >
      {some.map(({ key, amount, colour }) => (
        <Box key={key} sx={{ flexGrow: amount, flexBasis: 3, bgcolor: colour }} />
      ))}
    </Box>
  )
}
