// SHA-256 in plain arithmetic, for hashes that phone and server must both make at once: the Web Crypto one answers
// later (a promise) and not at all on a page without https; Node's is not there in the browser. FIPS 180-4.

/** First 32 bits of the fractional parts of square roots (start) and cube roots (rounds) of the first primes. */
const primes: number[] = []
for (let candidate = 2; primes.length < 64; candidate++) if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32)
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)))

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Hash of an ASCII or UTF-16-safe text, encoded as UTF-8; 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = utf8(text)
  const length = bytes.length
  bytes.push(0x80)
  while (bytes.length % 64 !== 56) bytes.push(0)
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor((length * 8) / 2 ** shift) % 256)
  const state = [...start]
  for (let offset = 0; offset < bytes.length; offset += 64) compress(state, bytes, offset)
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(state: number[], bytes: number[], offset: number): void {
  const words: number[] = []
  const at = (list: number[], index: number): number => list[index] as number
  for (let i = 0; i < 16; i++)
    words.push((at(bytes, offset + 4 * i) << 24) | (at(bytes, offset + 4 * i + 1) << 16) | (at(bytes, offset + 4 * i + 2) << 8) | at(bytes, offset + 4 * i + 3))
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)]
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words.push((at(words, i - 16) + low + at(words, i - 7) + high) | 0)
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(rounds, i) + at(words, i)) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (at(state, i) + word) | 0
  })
}

function utf8(text: string): number[] {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) as number
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return bytes
}
