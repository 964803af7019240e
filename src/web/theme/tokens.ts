// The measures and colours every screen is made of. A tenant changes primary and secondary only;
// status and claim colours mean the same in every programme and are therefore fixed here.
import type { Tone } from '#domain/kernel/field.ts'

export const neutral = { ink: '#1E2622', ink2: '#56625B', ink3: '#7C877F', line: '#E2E8E4', edge: '#CBD4CE', canvas: '#F7F9F7', paper: '#FFFFFF' } as const

export const toneColours: Readonly<Record<Tone, { ink: string; soft: string }>> = {
  success: { ink: '#2B7A4B', soft: '#E5F3EA' },
  error: { ink: '#B3362B', soft: '#FBEAE8' },
  progress: { ink: '#1E67A8', soft: '#E6F0F9' },
  pending: { ink: '#7A5F00', soft: '#FBF3D6' },
  neutral: { ink: '#56625B', soft: '#EEF2EF' },
  // Claims carry their map colour as a mark beside the word; the ink stays readable on the soft ground.
  organic: { ink: '#2B7A4B', soft: '#E5F3EA' },
  ic2: { ink: '#4C6B1F', soft: '#F0F5E4' },
  ic1: { ink: '#7A5F00', soft: '#FBF3D6' },
  conventional: { ink: '#56625B', soft: '#EEF0EF' },
}

/** Fill colours of maps, bars and marks; never used for text. */
export const claimColours = { organic: '#2B7A4B', ic2: '#7FA644', ic1: '#C9A227', conventional: '#8C9490' } as const
/** The kg gauge, the same everywhere: track = cap, mid = harvested, dark = delivered, tick = estimate. */
export const gaugeColours = { track: '#DCE5DF', harvested: '#86B29A', delivered: '#2F5D47', tick: '#1E2622' } as const

export const measures = {
  rail: 216,
  topBar: 56,
  /** Second line of the top bar on phones. */
  phoneBar: 44,
  page: 24,
  pagePhone: 16,
  gap: 12,
  card: 16,
  row: 47,
  button: 36,
  buttonPhone: 48,
  target: 44,
  radius: 8,
  bottomBar: 60,
} as const
