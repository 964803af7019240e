// Teaches MUI's types the product's own palette entries, so that sx={{ color: 'brand.text' }} is checked.
import type { Tone } from '#domain/kernel/field.ts'

type Brand = { text: string; soft: string; softer: string; ink: string; deep: string }
type Tones = Record<Tone, { ink: string; soft: string }>

declare module '@mui/material/styles' {
  interface Palette {
    brand: Brand
    tone: Tones
    ink3: string
    edge: string
  }
  interface PaletteOptions {
    brand: Brand
    tone: Tones
    ink3: string
    edge: string
  }
}
