// What somebody types or scans on the public page: the address on a label, its code alone, or the number of a certificate;
// and what may be shown of it. As with public pages, whatever is not a field here reaches nobody.

/** At most this long; an address with a code is far shorter. */
export const longestCode = 200

export type ReadCode = { kind: 'crop' | 'batch' | null; token: string } | { number: string }

/** Null for what cannot be any of them. */
export function readCode(typed: string): ReadCode | null {
  const text = typed.trim()
  if (text === '' || text.length > longestCode) return null
  const [, kind, token] = /\/public\/(crop|batch)\/([\w-]{22})(?:[/?#].*)?$/.exec(text) ?? []
  if (kind && token) return { kind: kind as 'crop' | 'batch', token }
  if (/^[\w-]{22}$/.test(text)) return { kind: null, token: text }
  // Numbers of certificates are printed with letters, figures and few signs.
  return /^[\p{L}\p{N}][\p{L}\p{N} ./_-]{1,39}$/u.test(text) ? { number: text } : null
}
