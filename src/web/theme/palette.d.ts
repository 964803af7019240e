// Teaches MUI's types the product's own palette entries, so that sx={{ color: 'brand.text' }} is checked.
import type { Tone } from '#domain/kernel/field.ts'

/** `onInk`, `accent`, `quiet`: text, what is chosen and what is not, on the dark ground `ink`. */
type Brand = Record<'text' | 'soft' | 'softer' | 'ink' | 'deep' | 'onInk' | 'accent' | 'quiet', string>
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
