// A number as people write it, read the same in a form, on the gin's scale and in a file. One reading, because
// a comma taken for the wrong thing makes 12.5 kg into 125.

/**
 * Spaces and grouping commas (6,000 · 1,12,400), a decimal point, or a lone decimal comma followed by one or two
 * digits (12,5). Null when it is none of these: 1,23,4 and 12,5,6 are refused, not guessed. Empty is null too.
 */
export function readNumber(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '')
  const plain = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : /^[+-]?\d+,\d{1,2}$/.test(bare)
      ? bare.replace(',', '.')
      : bare
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}
