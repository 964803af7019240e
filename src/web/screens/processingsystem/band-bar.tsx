// Where an output's share lies: green is usual, yellow needs a reason, red cannot be (BR-10).
import Box from '@mui/material/Box'
import type { Norm } from '#domain/chain/norms.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

/** Share of the bar that a figure takes. */
const figureWidth = 0.13
/** The usual band's two bounds are always written; the hard ones where they do not run into them. */
const isRoomFor = (index: number, bounds: readonly (number | undefined)[], span: number): boolean => {
  const neighbour = index === 0 ? bounds[1] : index === 3 ? bounds[2] : undefined
  const value = bounds[index]
  return neighbour === undefined || value === undefined || Math.abs(value - neighbour) / span >= figureWidth
}

export function BandBar({ norm, share }: { norm: Norm; share: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  // The ends leave room beyond the last bound, so that an impossible figure is still somewhere.
  const [low, high] = [norm.hardMin ?? Math.max(0, norm.min - (norm.max - norm.min)), norm.hardMax ?? norm.max + (norm.max - norm.min)]
  const margin = (high - low) * 0.18
  const [from, to] = [Math.max(0, low - margin), high + margin]
  const at = (value: number) => `${(Math.max(0, Math.min(1, (value - from) / (to - from))) * 100).toFixed(2)}%`
  const part = (start: number, end: number, colour: string) => (
    <Box sx={{ position: 'absolute', top: 0, bottom: 0, left: at(start), width: `calc(${at(end)} - ${at(start)})`, bgcolor: colour }} />
  )
  const words =
    share === null
      ? t('usual {{min}} to {{max}}', { min: format.share(norm.min), max: format.share(norm.max) })
      : t('{{share}}, usual {{min}} to {{max}}', { share: format.share(share), min: format.share(norm.min), max: format.share(norm.max) })
  return (
    <Box>
      <Box role="img" aria-label={words} sx={{ position: 'relative', height: 8, borderRadius: 4, bgcolor: '#F6DAD7', overflow: 'hidden' }}>
        {part(low, high, '#F5E5A9')}
        {part(norm.min, norm.max, '#BFE0CB')}
      </Box>
      <Box aria-hidden sx={{ position: 'relative', height: 17, fontSize: 12, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {share !== null && (
          <Box
            sx={{
              position: 'absolute',
              left: at(share),
              top: -13,
              width: 2,
              height: 18,
              ml: '-1px',
              bgcolor: 'text.primary',
              transition: 'left 180ms',
              '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
            }}
          />
        )}
        {[norm.hardMin, norm.min, norm.max, norm.hardMax].map(
          (value, index, bounds) =>
            value !== undefined &&
            isRoomFor(index, bounds, to - from) && (
              // biome-ignore lint/suspicious/noArrayIndexKey: four fixed marks
              <Box key={index} component="span" sx={{ position: 'absolute', left: at(value), transform: 'translateX(-50%)', top: 2, whiteSpace: 'nowrap' }}>
                {format.share(value)}
              </Box>
            ),
        )}
      </Box>
    </Box>
  )
}
