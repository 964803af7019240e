// One of a thing is written in the singular, and only sentences that are shown have one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import first from '#domain/messages/en/plural.json' with { type: 'json' }
import ofScreens from '#domain/messages/en/plural-of-screens.json' with { type: 'json' }
import { speech } from '#web/locales/translation.ts'
import { startLanguages } from './i18n.ts'

beforeAll(async () => {
  await startLanguages('en')
})

describe('English', () => {
  it('tells one plot and many plots apart', () => {
    expect([0, 1, 2].map((count) => speech().t('{{count}} plots', { count }))).toEqual(['0 plots', '1 plot', '2 plots'])
  })
  it('keeps every placeholder, and knows no sentence that is never said', () => {
    const marked = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('locales/'))
      .map((name) => readFileSync(join('src/web', name), 'utf8'))
      .join('\n')
    for (const [key, one] of Object.entries<string>({ ...first, ...ofScreens })) {
      const many = key.replace(/_one$/, '')
      expect([many, marked.includes(`'${many}'`)]).toEqual([many, true])
      expect([...one.matchAll(/\{\{\w+\}\}/g)].map(String)).toEqual([...many.matchAll(/\{\{\w+\}\}/g)].map(String))
    }
  })
})
