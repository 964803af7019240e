// The names of the languages are drawn by letters of their own, so that a page in one language fetches no letters of another.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from './i18n.ts'

describe('the letters of the languages’ names', () => {
  it('are all in the file that has nothing else', () => {
    const style = readFileSync('src/web/theme/language-names.css', 'utf8')
    const range = /unicode-range: (.+);/.exec(style)?.[1]?.split(', ') ?? []
    const beyondLatin = [...Object.values(languages).join('')].filter((letter) => (letter.codePointAt(0) ?? 0) > 0x24f)
    const needed = new Set(beyondLatin.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`))
    expect(range).toEqual([...needed].sort())
  })
})
