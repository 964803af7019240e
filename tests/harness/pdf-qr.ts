// What the QR symbol on a paper says, read from its squares by the standard (ISO/IEC 18004, versions 1 to 6 at level M): without the library that drew it.
import { pdfStreams } from './pdf-words.ts'

/** Blocks and codewords of data in each, by version, at level M. */
const blocksOf: Readonly<Record<number, [blocks: number, words: number]>> = { 1: [1, 16], 2: [1, 28], 3: [1, 44], 4: [2, 32], 5: [2, 43], 6: [4, 27] }
const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Null where nothing is drawn of equal squares. */
export function pdfQr(bytes: Uint8Array): string | null {
  for (const content of pdfStreams(bytes)) {
    const squares = [...content.matchAll(/([\d.-]+) ([\d.-]+) ([\d.]+) ([\d.]+) re/g)]
      .map((found) => found.slice(1).map(Number))
      .filter(([, , w, h]) => w === h && (w ?? 9) < 5)
    if (squares.length > 100) return textOf(matrixOf(squares))
  }
  return null
}

type Matrix = boolean[][]
function matrixOf(squares: readonly number[][]): Matrix {
  const [xs, ys] = [squares.map(([x = 0]) => x), squares.map(([, y = 0]) => y)]
  const side = squares[0]?.[2] ?? 1
  const at = (value: number, least: number): number => Math.round((value - least) / side)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const count = at(Math.max(...xs), left) + 1
  const matrix = Array.from({ length: count }, () => Array.from({ length: count }, () => false))
  for (const [x = 0, y = 0] of squares) (matrix[at(y, top)] ?? [])[at(x, left)] = true
  return matrix
}

function textOf(matrix: Matrix): string {
  const size = matrix.length
  const version = (size - 17) / 4
  const dark = (row: number, column: number): number => (matrix[row]?.[column] ? 1 : 0)
  // The first five bits of the format: level and mask, beside the upper left corner.
  const format = [0, 1, 2, 3, 4].reduce((bits, column) => bits * 2 + dark(8, column), 0) ^ 0b10101
  const mask = masks[format & 7]
  if (!mask || format >> 3 !== 0) throw new Error('no symbol of level M')
  const isFunction = (r: number, c: number): boolean =>
    (r < 9 && c < 9) ||
    (r < 9 && c >= size - 8) ||
    (r >= size - 8 && c < 9) ||
    r === 6 ||
    c === 6 ||
    (version > 1 && Math.abs(r - (size - 7)) <= 2 && Math.abs(c - (size - 7)) <= 2)
  const bits: number[] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1]) if (!isFunction(row, column)) bits.push(dark(row, column) ^ (mask(row, column) ? 1 : 0))
    }
    isUpward = !isUpward
  }
  const [blocks, words] = blocksOf[version] ?? [0, 0]
  const codewords = Array.from({ length: blocks * words }, (_, index) => bits.slice(index * 8, index * 8 + 8))
  // Written in turns: the first of each block, then the second of each.
  const inOrder = Array.from({ length: blocks }, (_, block) => codewords.filter((_one, index) => index % blocks === block)).flat(2)
  return lettersIn(inOrder)
}

function lettersIn(bits: readonly number[]): string {
  let at = 0
  const take = (count: number): number => {
    const value = bits.slice(at, at + count).reduce((sum, bit) => sum * 2 + bit, 0)
    at += count
    return value
  }
  let text = ''
  for (;;) {
    const mode = bits.length - at < 4 ? 0 : take(4)
    if (mode === 4) for (let left = take(8); left > 0; left--) text += String.fromCharCode(take(8))
    else if (mode === 2) {
      let left = take(9)
      for (; left > 1; left -= 2) {
        const pair = take(11)
        text += `${letters[Math.floor(pair / 45)]}${letters[pair % 45]}`
      }
      if (left) text += letters[take(6)]
    } else if (mode === 1) {
      let left = take(10)
      for (; left > 2; left -= 3) text += String(take(10)).padStart(3, '0')
      if (left) text += String(take(left === 2 ? 7 : 4)).padStart(left, '0')
    } else return text
  }
}
