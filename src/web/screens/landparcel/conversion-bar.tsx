// The steps to organic as a bar in time, each as wide as it is long, with today on it, and how long it still takes.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimFills, claimNames } from './claim-axis.ts'
import type { ConversionLine } from './conversion.ts'

export function ConversionBar({ line }: { line: ConversionLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box sx={{ position: 'relative', pt: line.today === null ? 0 : 2.25 }}>
      {line.today === null ? null : (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            top: 0,
            left: `${line.today * 100}%`,
            // Within the bar at its ends, too.
            transform: `translateX(-${line.today * 100}%)`,
            whiteSpace: 'nowrap',
            fontSize: 12.5,
            fontWeight: 600,
            '&::after': { content: '""', position: 'absolute', left: `${line.today * 100}%`, top: 17, height: 20, width: '2px', bgcolor: 'text.primary' },
          }}
        >
          {t('today')}
        </Box>
      )}
      <Box
        component="ol"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: line.steps.map(({ days }) => `minmax(0, ${days}fr)`).join(' ') }}
      >
        {line.steps.map(({ claim, from, isReached, isNow, passed }) => {
          const fill = claimFills[claim]
          const share = Math.round(passed * 100)
          return (
            <Box component="li" key={claim} sx={{ minWidth: 0, pr: '3px' }}>
              <Box
                sx={{
                  height: 14,
                  borderRadius: '4px',
                  ...(isReached
                    ? { background: `linear-gradient(to right, ${fill} ${share}%, color-mix(in srgb, ${fill} 28%, white) ${share}%)` }
                    : { border: '1px dashed', borderColor: fill }),
                }}
              />
              <Box sx={{ mt: 0.5, fontSize: 12.5, fontWeight: 600 }}>
                {t(claimNames[claim])}
                {isNow ? (
                  <Box component="span" sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}>
                    {' '}
                    ({t('now')})
                  </Box>
                ) : null}
              </Box>
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{format.fullDate(from)}</Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** "204 days to organic", for a panel's corner. */
export function useNextStep(line: ConversionLine | null): string {
  const { t } = useTranslation()
  if (!line) return t('not in a scheme')
  if (!line.next) return t('organic')
  return t('{{count}} days to {{step}}', { count: line.next.days, step: t(line.next.claim === 'ORGANIC' ? /* i18n */ 'organic' : line.next.claim) })
}
