// The balance gauge as numbers: how far it tilts, where the pans hang, how large the weights on them are.
// The tilt is exaggerated on purpose (half a per cent must be seen) and ends where the bar would touch its post.

export type Part = { key: string; label: string; kg: number; colour: string /** Weighs, but cannot be seen: drawn hollow. */; hollow?: boolean }
export type Block = Part & { y: number; width: number; height: number }
export type Gauge = {
  inKg: number
  outKg: number
  /** In minus out; positive = something is missing. */
  differenceKg: number
  /** Of the input, 0 when nothing went in. */
  differenceShare: number
  verdict: 'empty' | 'level' | 'missing' | 'toomuch'
  /** Degrees; positive = the left pan (what went in) hangs lower. */
  angle: number
  left: { x: number; y: number; blocks: Block[] }
  right: { x: number; y: number; blocks: Block[] }
}

/** The tilt at this share of the input is the largest one drawn. */
const fullTiltShare = 0.05
const fullTilt = 14
const arm = 132
const widest = 66
/** Weights must stay below the point the pan hangs from. */
const tallestStack = 60

/** `tolerance`: the share of the input that may stay unexplained (BR-09). Centre of the bar is 0,0; y grows downwards. */
export function gaugeOf(inputs: readonly Part[], outputs: readonly Part[], tolerance: number): Gauge {
  const inKg = total(inputs)
  const outKg = total(outputs)
  const differenceKg = Math.round((inKg - outKg) * 1000) / 1000
  const differenceShare = inKg > 0 ? differenceKg / inKg : 0
  const verdict = inKg === 0 || outKg === 0 ? 'empty' : Math.abs(differenceShare) <= tolerance ? 'level' : differenceKg > 0 ? 'missing' : 'toomuch'
  const angle = inKg === 0 && outKg === 0 ? 0 : inKg === 0 ? -fullTilt : Math.max(-1, Math.min(1, differenceShare / fullTiltShare)) * fullTilt
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180) * arm, Math.sin((angle * Math.PI) / 180) * arm]
  const heaviest = Math.max(inKg, outKg, 1e-9)
  const scale = Math.min(1, tallestStack / Math.max(1, ...[inputs, outputs].map((parts) => heightOf(stack(parts, heaviest, 1)))))
  return {
    inKg,
    outKg,
    differenceKg,
    differenceShare,
    verdict,
    angle,
    left: { x: -cos, y: sin, blocks: stack(inputs, heaviest, scale) },
    right: { x: cos, y: -sin, blocks: stack(outputs, heaviest, scale) },
  }
}

/** Blocks one on the other, heaviest at the bottom; areas are kilograms to one scale for both pans. */
function stack(parts: readonly Part[], heaviestKg: number, scale: number): Block[] {
  let y = 0
  return parts
    .filter((part) => part.kg > 0)
    .sort((a, b) => b.kg - a.kg)
    .map((part) => {
      const share = part.kg / heaviestKg
      // Narrower and lower with the root of the mass, so that the area is the mass; never too small to see.
      const width = Math.max(16, scale * widest * Math.sqrt(share))
      const height = Math.max(3, (share * (scale * widest) ** 2) / width)
      y -= height
      return { ...part, y, width, height }
    })
}

const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + block.height, 0)
const total = (parts: readonly Part[]): number => Math.round(parts.reduce((sum, part) => sum + (Number.isFinite(part.kg) ? part.kg : 0), 0) * 1000) / 1000
