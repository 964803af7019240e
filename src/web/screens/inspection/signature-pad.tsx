// A signature drawn with a finger or a mouse, as a PNG file. Lines are strokes of a canvas of twice the size, so that it prints well.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'

const [width, height] = [640, 240]
type Props = { label: string /** The finished drawing; null: emptied. */; onDrawn: (file: File | null) => void; name: string }

export function SignaturePad({ label, name, onDrawn }: Props) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDown = useRef(false)
  const [isEmpty, setIsEmpty] = useState(true)
  const at = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect()
    return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height]
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const context = canvas.current?.getContext('2d')
    if (!context) return
    isDown.current = true
    context.lineWidth = 4
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = '#1E2622'
    context.beginPath()
    context.moveTo(...at(event))
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = isDown.current ? canvas.current?.getContext('2d') : null
    context?.lineTo(...at(event))
    context?.stroke()
  }
  const end = () => {
    if (!isDown.current) return
    isDown.current = false
    setIsEmpty(false)
    canvas.current?.toBlob((blob) => onDrawn(blob ? new File([blob], `${name}.png`, { type: 'image/png' }) : null), 'image/png')
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
    setIsEmpty(true)
    onDrawn(null)
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
        <Box sx={{ fontWeight: 500 }}>{label}</Box>
        {isEmpty ? null : (
          <Button size="small" color="inherit" onClick={clear} sx={{ ml: 'auto' }}>
            {t('Draw again')}
          </Button>
        )}
      </Box>
      <Box
        component="canvas"
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        sx={{
          width: '100%',
          aspectRatio: `${width} / ${height}`,
          border: '1.5px solid',
          borderColor: 'edge',
          borderRadius: 1,
          bgcolor: '#fff',
          touchAction: 'none',
          cursor: 'crosshair',
        }}
      />
    </Box>
  )
}
