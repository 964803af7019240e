// Contrast arithmetic (WCAG 2.2): what a tenant's two colours must become to be readable as text,
// as a ground for text, and when a pointer rests on them.

type Rgb = [red: number, green: number, blue: number]

export function parseHex(hex: string): Rgb | null {
  const match = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())
  if (!match?.[1]) return null
  const full = match[1].length === 3 ? [...match[1]].map((digit) => digit + digit).join('') : match[1]
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as Rgb
}
const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()}`

/** Relative luminance 0..1 (WCAG). */
export function luminance(hex: string): number {
  const rgb = parseHex(hex) ?? [0, 0, 0]
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio 1..21 of two colours. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `weight` of `other` mixed into `base`, 0..1. */
export function mix(base: string, other: string, weight: number): string {
  const from = parseHex(base) ?? [0, 0, 0]
  const to = parseHex(other) ?? [0, 0, 0]
  return toHex(from.map((part, at) => part + ((to[at] ?? 0) - part) * weight) as Rgb)
}

/** The same hue with every channel times `factor`: brighter without going grey, as mixing in white would. */
export function brighten(colour: string, factor: number): string {
  return toHex((parseHex(colour) ?? [0, 0, 0]).map((part) => part * factor) as Rgb)
}

/** The colour itself if it reads on `ground`, else darkened in small steps until it does. */
export function readableOn(colour: string, ground: string, ratio = 4.5): string {
  let result = colour
  for (let step = 0; contrast(result, ground) < ratio && step < 40; step += 1) result = mix(result, '#000000', 0.06)
  return result
}

/** The colour itself if it can be distinguished from a dark `ground`, else whitened in small steps until it can. */
export function lighterOn(colour: string, ground: string, ratio: number): string {
  let result = colour
  for (let step = 0; contrast(result, ground) < ratio && step < 60; step += 1) result = mix(result, '#FFFFFF', 0.06)
  return result
}

/** The colour whitened in small steps until ordinary ink reads on it with room to spare. */
export function lightGround(colour: string, least = 0.72): string {
  let result = colour
  for (let step = 0; luminance(result) < least && step < 60; step += 1) result = mix(result, '#FFFFFF', 0.06)
  return result
}

/** Ink for text on a coloured ground: a dark tint of it where that reads, else white or black (one of them always does). */
export function inkOn(ground: string): string {
  const tinted = mix(mix(ground, '#000000', 0.88), '#1E2622', 0.2)
  if (contrast(tinted, ground) >= 4.5) return tinted
  return contrast('#FFFFFF', ground) >= 4.5 ? '#FFFFFF' : '#000000'
}
