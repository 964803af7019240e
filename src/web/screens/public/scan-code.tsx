// The camera's picture, looked at a few times a second until a QR code is in it. The picture stays on the device.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { openDetector } from './scanning.ts'

const lookMs = 250

export function ScanCode({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<'refused' | 'failed' | null>(null)
  const done = useRef(onCode)
  done.current = onCode
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async (detector: ReturnType<typeof openDetector>): Promise<void> => {
      if (isOver) return
      const picture = video.current
      // A frame that could not be read is no reason to stop.
      const [code] = picture && picture.readyState >= 2 ? await detector.detect(picture).catch(() => []) : []
      if (isOver) return
      if (code?.rawValue) return done.current(code.rawValue)
      timer = setTimeout(() => void look(detector), lookMs)
    }
    const start = async () => {
      const detector = openDetector()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look(detector)
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch((error: unknown) => setFailure((error as { name?: string } | null)?.name === 'NotAllowedError' ? 'refused' : 'failed'))
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  if (failure)
    return (
      <Alert severity="warning" onClose={onClose}>
        {failure === 'refused'
          ? t('The camera may not be used here. Allow it in the browser, or type the code.')
          : t('The camera could not be started. Type the code.')}
      </Alert>
    )
  return (
    <Box
      component="video"
      ref={video}
      muted
      playsInline
      aria-label={t('Picture of the camera')}
      sx={{ width: '100%', maxHeight: 320, borderRadius: 1, bgcolor: '#000', objectFit: 'cover' }}
    />
  )
}
