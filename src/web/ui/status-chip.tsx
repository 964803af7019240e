// A status: soft ground, readable ink, an icon and always the word; never colour alone.
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { Tone } from '#domain/kernel/field.ts'
import { CheckOutlined as Check } from '#web/icons/check-outlined.ts'
import { InfoOutlined as Info } from '#web/icons/info-outlined.ts'
import { RadioButtonUncheckedOutlined as Circle } from '#web/icons/radio-button-unchecked-outlined.ts'
import { ScheduleOutlined as Clock } from '#web/icons/schedule-outlined.ts'
import { SpaOutlined as Eco } from '#web/icons/spa-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import './status-chip.css'

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
    <span className="status-chip" style={{ color: ink(tone), backgroundColor: `var(--mui-palette-tone-${tone}-soft)` }}>
      <Icon aria-hidden />
      <span>{label}</span>
    </span>
  )
}

/** The same without ground, for remarks in tables and lines. */
export function ToneText({ label, tone = 'neutral' }: { label: string; tone?: Tone }) {
  const Icon = icons[tone]
  return (
    <span className="tone-text" style={{ color: ink(tone) }}>
      {tone === 'neutral' ? null : <Icon aria-hidden />}
      {label}
    </span>
  )
}

const ink = (tone: Tone) => `var(--mui-palette-tone-${tone}-ink)`
