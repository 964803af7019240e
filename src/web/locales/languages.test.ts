// The names of the languages are drawn by letters of their own, so that a page in one language fetches no letters of another.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes, languages } from '#domain/messages/languages.ts'

const style = readFileSync('src/web/theme/language-names.css', 'utf8')
type Face = { family: string; file: string; letters: string[] }
const faces = [...style.matchAll(/@font-face \{([^}]+)\}/g)].map(([, text = '']): Face => {
  const part = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''
  return { family: part(/font-family: '(.+)';/), file: part(/url\('(.+?)'\)/), letters: part(/unicode-range: (.+);/).split(', ') }
})
/** The face that a language's name is drawn with: its own rule, or the common one. */
const familyFor = (code: string): string => new RegExp(`\\.language-name\\[lang='${code}'\\] \\{\\s*font-family: '(.+?)'`).exec(style)?.[1] ?? 'Language names'

describe('the letters of the languages’ names', () => {
  it.each(languageCodes)('are all in the file of %s, which has nothing else', (code) => {
    const letters = new Set([...languages[code].name].filter((letter) => (letter.codePointAt(0) ?? 0) > 0x24f))
    if (letters.size === 0) return
    const face = faces.find(({ family }) => family === familyFor(code))
    expect(face?.letters).toEqual([...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).sort())
    expect(existsSync(join('src/web/theme', face?.file ?? ''))).toBe(true)
  })
  it('stand before those of whole scripts wherever a list has all names: a browser measures each', () => {
    const rules = [...style.matchAll(/\.language-name\[lang.*?\] \{\s*font-family: (.+?);/g)].map(([, families = '']) => families.split(', '))
    expect(rules.length).toBeGreaterThan(2)
    for (const families of rules) {
      expect(families.at(-1)).toBe('var(--letters)')
      expect(families.slice(0, -1).sort()).toEqual(faces.map(({ family }) => `'${family}'`).sort())
    }
  })
})
