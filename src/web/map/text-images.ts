// Labels without font files: a text the map asks for as an image is drawn with the page's own font on a small canvas.
// Glyph files would be another download per script; this way Devanagari is shaped by the browser, and nothing is fetched.
import type { Map as MapLibre } from 'maplibre-gl'
import { mapColours } from './base-style.ts'

/** Prefix of image names that are texts: `text:plain:P-114`. Use with ['concat', textImage('plain'), ['get', 'title']]. */
export type TextLook = 'plain' | 'strong' | 'count'
export const textImage = (look: TextLook): string => `text:${look}:`

const looks: Record<TextLook, { font: string; ink: string; halo: string }> = {
  plain: { font: '500 12px', ink: mapColours.ink, halo: mapColours.halo },
  strong: { font: '600 13px', ink: mapColours.ink, halo: mapColours.halo },
  count: { font: '600 12.5px', ink: '#FFFFFF', halo: 'transparent' },
}

/** Answers the map's requests for images it does not have. */
export function drawTextImages(map: MapLibre, fontFamily: string): void {
  map.setMissingStyleImageResolver((id) => {
    const match = /^text:(plain|strong|count):(.*)$/su.exec(id)
    if (!match || map.hasImage(id)) return
    const image = textPicture(match[2] ?? '', looks[match[1] as TextLook], fontFamily)
    if (image) map.addImage(id, image, { pixelRatio: 2 })
  })
}

function textPicture(text: string, look: (typeof looks)[TextLook], fontFamily: string): ImageData | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const font = `${look.font} ${fontFamily}`
  context.font = font
  const lines = text.split('\n').map((line) => (line.length > 40 ? `${line.slice(0, 39)}…` : line))
  const lineHeight = 15
  const width = Math.ceil(Math.max(1, ...lines.map((line) => context.measureText(line).width))) + 8
  const height = lines.length * lineHeight + 6
  canvas.width = width * 2
  canvas.height = height * 2
  context.scale(2, 2)
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = look.halo
  context.fillStyle = look.ink
  lines.forEach((line, index) => {
    const y = 3 + lineHeight * (index + 0.5)
    if (look.halo !== 'transparent') context.strokeText(line, width / 2, y)
    context.fillText(line, width / 2, y)
  })
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
