// The latest runs of a line as a small chart: a point for each out-turn, the usual band behind them and their mean through them. In words it is in the line beside it.
import Box from '@mui/material/Box'
import { neutral } from '#web/theme/tokens.ts'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'

const height = 34
const edge = 4
type RunLineProps = { shares: readonly number[]; mean: number | null; norm: { min: number; max: number } }

export function RunLine({ shares, mean, norm }: RunLineProps) {
  const [holder, width] = useWidth(220)
  if (shares.length < 2) return null
  const [least, most] = [Math.min(norm.min, ...shares), Math.max(norm.max, ...shares)]
  const y = (share: number) => edge + (1 - (share - least) / Math.max(most - least, 0.0001)) * (height - 2 * edge)
  const x = (index: number) => edge + (index / (shares.length - 1)) * (width - 2 * edge)
  const isWithin = (share: number) => share >= norm.min && share <= norm.max
  return (
    <Box aria-hidden ref={holder} sx={{ ...fluidWidth, mt: 0.5 }}>
      <svg role="presentation" width={width} height={height} style={{ display: 'block' }}>
        <rect x={0} width={width} y={y(norm.max)} height={Math.max(1, y(norm.min) - y(norm.max))} fill="#E4EEE7" />
        {mean === null ? null : <line x1={0} x2={width} y1={y(mean)} y2={y(mean)} stroke={neutral.ink3} strokeDasharray="3 3" />}
        <polyline points={shares.map((share, index) => `${x(index)},${y(share)}`).join(' ')} fill="none" stroke="#86AA92" strokeWidth={1.25} />
        {shares.map((share, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have an order and no other name here.
          <circle key={index} cx={x(index)} cy={y(share)} r={2.25} fill={isWithin(share) ? '#2F5D47' : '#B3362B'} />
        ))}
      </svg>
    </Box>
  )
}
