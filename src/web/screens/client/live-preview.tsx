// How the programme will look, in sight while its settings are edited: beside the form where there is room, else above it,
// where it stays while the form scrolls and shows the part that is worked on. Folded away by whoever needs the room.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type Control, useWatch } from 'react-hook-form'
import type { FormValues } from '#web/fields/form-values.ts'
import { ExpandLessOutlined as Fold } from '#web/icons/expand-less-outlined.ts'
import { ExpandMoreOutlined as Unfold } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { measures } from '#web/theme/tokens.ts'
import { useRemembered } from '#web/ui/device-memory.ts'
import { Panel } from '#web/ui/panel.tsx'
import { BrandPreview, type PreviewedPart } from './brand-preview.tsx'
import type { Client } from './queries.ts'
import { settingsOf } from './settings-values.ts'

/** `mission`: place of the mission that is shown, from 0. */
export type Followed = { part: PreviewedPart; mission: number }
/** It reads the form itself, so that a letter typed draws the preview anew and not the whole form. */
type LivePreviewProps = { control: Control<FormValues, unknown, FormValues>; ways: Client['ways']; followed: Followed }

export function LivePreview({ control, ways, followed }: LivePreviewProps) {
  const { t } = useTranslation()
  const settings = settingsOf(useWatch({ control }))
  const isNarrow = useMediaQuery('(max-width:1199.95px)')
  const [isFolded, fold] = useRemembered('brand-preview:folded', false)
  const isHidden = isNarrow && isFolded
  const label = isFolded ? t('Show the preview') : t('Hide the preview')
  return (
    <Box
      sx={{
        position: 'sticky',
        top: { xs: measures.topBar + measures.phoneBar + 8, md: measures.topBar + 8 },
        zIndex: 2,
        minWidth: 0,
        gridColumn: { lg: 2 },
        gridRow: { lg: 1 },
      }}
    >
      <Panel
        title={t('Preview')}
        flush
        action={
          isNarrow ? (
            <IconButton aria-label={label} aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
              {isFolded ? <Unfold /> : <Fold />}
            </IconButton>
          ) : null
        }
      >
        {isHidden ? null : (
          // Not to be tabbed through, but scrolled by those who use no pointer, too.
          <Box
            tabIndex={0}
            role="group"
            aria-label={t('Preview')}
            sx={{ p: { xs: 1, lg: 2 }, maxHeight: { xs: '27dvh', lg: `calc(100dvh - ${measures.topBar + 80}px)` }, overflowY: 'auto' }}
          >
            <BrandPreview settings={settings} ways={ways} mission={followed.mission} {...(isNarrow ? { only: followed.part } : {})} />
          </Box>
        )}
      </Panel>
    </Box>
  )
}
