// What a planned step says, read and heard: its instruction, and the recording where there is one.
import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import type { RecordAnswer } from '#web/api/answers.ts'

const Recording = lazy(async () => ({ default: (await import('#web/fields/recording.tsx')).Recording }))

/** The recording of a planned step; nothing where there is none. */
export function Listen({ step: { audio, title } }: { step: Pick<RecordAnswer, 'title'> & { audio?: unknown } }) {
  const id: unknown = Array.isArray(audio) ? audio[0] : null
  if (typeof id !== 'string') return null
  return (
    <Suspense fallback={null}>
      <Box sx={{ mt: 0.75 }}>
        <Recording id={id} of={title} />
      </Box>
    </Suspense>
  )
}

export function Instruction({ step }: { step: RecordAnswer }) {
  return (
    <>
      {typeof step.instruction === 'string' ? <Box sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>{step.instruction}</Box> : null}
      <Listen step={step} />
    </>
  )
}
