// SHA-256 in plain arithmetic, for hashes that phone and server must both make at once: the Web Crypto one answers
// later (a promise) and not at all on a page without https; Node's is not there in the browser. FIPS 180-4.

/** First 32 bits of the fractional parts of square roots (start) and cube roots (rounds) of the first primes. */
const primes: number[] = []
for (let candidate = 2; primes.length < 64; candidate++) if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Hash of a text, encoded as UTF-8; 64 hexadecimal digits. */
export function sha256(text: string): string {
  const message = utf8(text)
  // Padded with one bit and zeros to whole blocks of 64 bytes, the length in bits at the end.
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n)
  const state = Int32Array.from(start)
  for (let offset = 0; offset < bytes.length; offset += 64) compress(state, bytes, offset)
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(state: Int32Array, bytes: Uint8Array, offset: number): void {
  const words = new Int32Array(64)
  const at = (list: Int32Array, index: number): number => list[index] as number
  const view = new DataView(bytes.buffer, offset, 64)
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(4 * i)
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)]
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[i] = at(words, i - 16) + low + at(words, i - 7) + high
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(rounds, i) + at(words, i)) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word
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
