// The foot of the map while somebody walks: how good the receiver is right now, one large button to set a corner,
// one to record while walking, one to finish. Made for a thumb in the sun.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import type { Tone } from '#domain/kernel/field.ts'
import type { Sentence } from '#domain/messages/message.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FiberManualRecord as RecordIcon } from '#web/icons/fiber-manual-record.ts'
import { FlagOutlined as FlagIcon } from '#web/icons/flag-outlined.ts'
import { Pause as PauseIcon } from '#web/icons/pause.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'
import type { BoundarySession } from './use-boundary.ts'
import type { useWalk } from './use-walk.ts'
import { type FixGrade, gradeFix } from './walk.ts'

const tones: Record<FixGrade, Tone> = { good: 'success', fair: 'pending', weak: 'pending', refused: 'error' }

export function WalkBar({ walk, session }: { walk: ReturnType<typeof useWalk>; session: BoundarySession }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [refusal, setRefusal] = useState<Sentence | null>(null)
  const grade = walk.latest ? gradeFix(walk.latest.accuracyM) : null
  const words: Record<FixGrade, string> = {
    good: t('good'),
    fair: t('usable'),
    weak: t('weak, wait a little if you can'),
    refused: t('too weak, not taken. Step into the open and wait.'),
  }
  const where =
    walk.latest && grade
      ? t('Within {{metres}} m: {{grade}}', { metres: format.number(walk.latest.accuracyM), grade: words[grade] })
      : receiverWords(walk.receiver, t)
  const tone: Tone = grade ? tones[grade] : walk.receiver === 'denied' || walk.receiver === 'absent' ? 'error' : 'neutral'
  const mark = () => {
    if (!walk.markCorner()) showToast({ severity: 'warning', message: t('No corner set: the receiver is off by more than 15 m. Step into the open and wait.') })
  }
  return (
    <Paper elevation={4} sx={{ position: 'absolute', left: 12, right: 12, bottom: 12, p: 1.5, display: 'grid', gap: 1, maxWidth: 560, mx: 'auto' }}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, fontSize: 13.5 }}>
        <Box
          aria-hidden
          sx={{
            width: 28,
            height: 28,
            flex: 'none',
            borderRadius: '50%',
            bgcolor: `tone.${tone}.soft`,
            display: 'grid',
            placeItems: 'center',
            '&::after': { content: '""', width: 12, height: 12, borderRadius: '50%', bgcolor: `tone.${tone}.ink` },
          }}
        />
        <span>{where}</span>
      </Box>
      {refusal && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
          {t(refusal)}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="contained"
          startIcon={<FlagIcon />}
          onClick={mark}
          disabled={walk.receiver !== 'on' || grade === 'refused'}
          sx={{ flex: { xs: '1 1 100%', sm: '1 1 170px' } }}
        >
          {t('Set a corner here')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={walk.recording ? <PauseIcon /> : <RecordIcon sx={{ color: 'error.main' }} />}
          onClick={() => walk.setRecording(!walk.recording)}
          disabled={walk.receiver !== 'on'}
          sx={{ flex: '1 1 150px' }}
        >
          {walk.recording ? t('Pause') : t('Record while walking')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => setRefusal(session.finishWalk())}
          disabled={session.corners.length < 3}
          sx={{ flex: '1 1 90px' }}
        >
          {t('Finish')}
        </Button>
      </Box>
    </Paper>
  )
}

function receiverWords(receiver: ReturnType<typeof useWalk>['receiver'], t: (sentence: string) => string): string {
  if (receiver === 'denied') return t('This browser may not know where you are. Allow the position in its settings, or draw the corners.')
  if (receiver === 'absent') return t('This device gives no position here. Draw the corners, or paste them.')
  return t('Looking for satellites …')
}
