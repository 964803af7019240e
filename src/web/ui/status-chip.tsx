// A status: soft ground, readable ink, an icon and always the word; never colour alone.

import Box from '@mui/material/Box'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { Tone } from '#domain/kernel/field.ts'
import { CheckOutlined as Check } from '#web/icons/check-outlined.ts'
import { InfoOutlined as Info } from '#web/icons/info-outlined.ts'
import { RadioButtonUncheckedOutlined as Circle } from '#web/icons/radio-button-unchecked-outlined.ts'
import { ScheduleOutlined as Clock } from '#web/icons/schedule-outlined.ts'
import { SpaOutlined as Eco } from '#web/icons/spa-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'

const icons: Record<Tone, ComponentType<SvgIconProps>> = {
  success: Check,
  error: Warning,
  progress: Info,
  pending: Clock,
  neutral: Circle,
  organic: Eco,
  ic2: Eco,
  ic1: Eco,
  conventional: Circle,
}

export function StatusChip({ label, tone = 'neutral', icon }: { label: string; tone?: Tone; icon?: ComponentType<SvgIconProps> }) {
  const Icon = icon ?? icons[tone]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        maxWidth: '100%',
        px: 1,
        py: '2px',
        borderRadius: '6px',
        bgcolor: `tone.${tone}.soft`,
        color: `tone.${tone}.ink`,
        fontSize: 13,
        fontWeight: 500,
        lineHeight: '18px',
        verticalAlign: 'middle',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 15, flexShrink: 0 }} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {label}
      </Box>
    </Box>
  )
}

/** The same without ground, for remarks in tables and lines. */
export function ToneText({ label, tone = 'neutral' }: { label: string; tone?: Tone }) {
  const Icon = icons[tone]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: `tone.${tone}.ink`, fontSize: 13, minWidth: 0 }}>
      {tone === 'neutral' ? null : <Icon aria-hidden sx={{ fontSize: 15, flexShrink: 0 }} />}
      {label}
    </Box>
  )
}
