// Lengths and areas of what may be as wide as a district: in km and km² where metres and hectares have too many digits to be read.
import type { createFormat } from '#web/format/format.ts'

type Format = Pick<ReturnType<typeof createFormat>, 'quantity' | 'ha'>

/** Metres; from ten kilometres on in km. */
export const wideLength = (metres: number, format: Format): string =>
  metres >= 10_000 ? format.quantity(metres / 1000, 'km', 1) : format.quantity(metres, 'm', metres < 10 ? 1 : 0)
/** Hectares in the programme's unit; from a hundred square kilometres on in km². */
export const wideArea = (ha: number, format: Format): string => (ha >= 10_000 ? format.quantity(ha / 100, 'km²', 1) : format.ha(ha))
