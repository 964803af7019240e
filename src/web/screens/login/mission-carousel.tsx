// The tenant's missions, one at a time, turned by hand: nothing moves by itself beside a form.
import Back from '@mui/icons-material/ChevronLeftOutlined'
import Next from '@mui/icons-material/ChevronRightOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CarouselItem } from '#domain/tenancy/tenant.ts'
import { useTenantWords } from '#web/tenant/words.ts'

export function MissionCarousel({ items }: { items: readonly CarouselItem[] }) {
  const { t } = useTranslation()
  const words = useTenantWords()
  const [chosen, choose] = useState(0)
  const count = items.length
  const at = Math.min(chosen, count - 1)
  const item = items[at]
  if (!item) return null
  const go = (step: number) => choose((at + step + count) % count)
  return (
    <Box
      role="group"
      aria-roledescription={t('carousel')}
      aria-label={t('Our mission')}
      sx={{ color: '#fff', display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
    >
      <Typography sx={{ display: { xs: 'none', md: 'block' }, fontSize: 13, fontWeight: 600, mb: 1.5 }}>{t('Our mission')}</Typography>
      {/* All missions lie in one cell, so that turning to a longer one moves nothing. */}
      <Box aria-live="polite" sx={{ display: 'grid', '& > *': { gridArea: '1 / 1' } }}>
        {items.map(({ mission, missionDesc }, index) => (
          <Box key={mission} aria-hidden={index !== at} sx={{ visibility: index === at ? 'visible' : 'hidden' }}>
            <Typography
              component="p"
              sx={{
                fontSize: { xs: 20, md: 34 },
                lineHeight: { xs: '28px', md: '44px' },
                fontWeight: { xs: 600, md: 500 },
                maxWidth: { xs: '17em', md: 480 },
                textWrap: 'balance',
              }}
            >
              {words(mission)}
            </Typography>
            {missionDesc ? (
              <Typography
                sx={{ mt: { xs: 0.75, md: 1.5 }, fontSize: { xs: 14, md: 16 }, lineHeight: { xs: '20px', md: '25px' }, maxWidth: 500, color: 'brand.onInk' }}
              >
                {words(missionDesc)}
              </Typography>
            ) : null}
          </Box>
        ))}
      </Box>
      {count > 1 ? (
        <Box sx={{ mt: 'auto', pt: { xs: 0.5, md: 3 }, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
          <Box sx={{ display: 'flex', ml: -0.75 }}>
            {items.map(({ mission }, index) => (
              <ButtonBase
                key={mission}
                onClick={() => choose(index)}
                aria-label={t('Mission {{number}} of {{count}}', { number: index + 1, count })}
                aria-current={index === at}
                sx={{ ...onDark, height: 44, minWidth: 24, px: 0.75, borderRadius: 1 }}
              >
                <Box
                  component="span"
                  sx={{
                    display: 'block',
                    height: 4,
                    borderRadius: 2,
                    width: index === at ? 28 : 12,
                    minWidth: 12,
                    bgcolor: index === at ? 'brand.accent' : 'brand.quiet',
                  }}
                />
              </ButtonBase>
            ))}
          </Box>
          <Typography aria-hidden sx={{ display: { xs: 'block', md: 'none' }, fontSize: 13 }}>
            {t('Our mission, {{number}} of {{count}}', { number: at + 1, count })}
          </Typography>
          <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 1 }}>
            <Turn label={t('Previous')} onClick={() => go(-1)}>
              <Back />
            </Turn>
            <Turn label={t('Next')} onClick={() => go(1)}>
              <Next />
            </Turn>
          </Box>
        </Box>
      ) : null}
    </Box>
  )
}

/** The focus ring in white: the brand's ink would vanish on the brand's ink. */
const onDark = { color: '#fff', '&.Mui-focusVisible': { outline: '2px solid #fff', outlineOffset: 2 } }

function Turn({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ButtonBase
      aria-label={label}
      onClick={onClick}
      sx={{
        ...onDark,
        width: 40,
        height: 40,
        borderRadius: 1,
        border: '1px solid',
        borderColor: 'brand.quiet',
        '&:hover': { bgcolor: 'rgba(255,255,255,0.08)' },
      }}
    >
      {children}
    </ButtonBase>
  )
}
