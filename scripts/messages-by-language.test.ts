// Languages come in parts: nothing is lost, a page's sentences are in the parts it waits for, and those are small.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { areasOfEntities, inParts, languagesOfFolder, partsOfWeb } from './messages-by-language.ts'
import { sentencesAt, textsIn } from './sentences-of-sources.ts'

const folder = 'src/domain/messages'
const tableOf = (language: string): Record<string, string> =>
  Object.assign({}, ...readdirSync(join(folder, language)).map((name) => JSON.parse(readFileSync(join(folder, language, name), 'utf8'))))
const parts = partsOfWeb()
const kB = (table: unknown) => brotliCompressSync(JSON.stringify(table)).length / 1000

describe.each(languagesOfFolder())('the parts of %s', (language) => {
  const table = tableOf(language)
  const divided = inParts(table, parts)
  it('have each sentence once in the three of which a page that speaks of everything consists', () => {
    const keys = [divided.first, divided.lists, divided.rest].flatMap((part) => Object.keys(part ?? {}))
    expect(keys.sort()).toEqual(Object.keys(table).sort())
    for (const area of new Set(Object.values(areasOfEntities()))) expect(divided.rest).toMatchObject(divided[area] ?? {})
  })
  it('have what the login page says in the first, what lists and their columns say in theirs', () => {
    const before = { ...divided.first }
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['Sign in to Farmbook', 'Try again', 'Please sign in.', 'the demo people']))
    const list = { ...before, ...divided.lists, ...divided[areasOfEntities().farmer ?? ''] }
    const { fields, states, plural } = entityOf('farmer')
    const columns = Object.values(fields).map(({ label }) => label)
    const words = [plural, ...columns, ...Object.values(states).map(({ label }) => label), 'Dashboard', 'of {{kg}}', 'visited {{date}}']
    expect(words.filter((word) => !(word in list))).toEqual([])
  })
  it('leave the login page and a first list a small share of the language', () => {
    expect(kB(divided.first)).toBeLessThan(5)
    expect(kB({ ...divided.first, ...divided.lists, ...divided.people })).toBeLessThan(20)
  })
})

describe('sentences of sources', () => {
  it('are texts in any quotation marks, also within a template, with gaps for values', () => {
    const source = `t('It\\'s "so"') + "two" + \`\${n} \${t('of {{kg}}')}\` + phrase\`Lot \${lot.of({ a: 1 })} has \${n} left.\``
    expect(textsIn(source)).toEqual(expect.arrayContaining([`It's "so"`, 'two', 'of {{kg}}', 'Lot {{1}} has {{2}} left.']))
  })
  it('follow imports, but not what is fetched later', () => {
    const ofMain = sentencesAt(['src/web/main.tsx'])
    expect(ofMain.has('Something in this page went wrong. The rest of the farmbook works.')).toBe(true)
    expect(ofMain.has('Sign in to Farmbook')).toBe(false)
  })
})
