// One of a thing is written in the singular, and only sentences that are shown have one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import first from '#domain/messages/en/plural.json' with { type: 'json' }
import ofScreens from '#domain/messages/en/plural-of-screens.json' with { type: 'json' }
import ofServer from '#domain/messages/en/public.json' with { type: 'json' }
import { noticeCodes, notices } from '#domain/notifications/catalogue.ts'
import { speech } from '#web/locales/translation.ts'
import { startLanguages } from './i18n.ts'

beforeAll(async () => {
  await startLanguages('en')
})

/** Every sentence of the code that says how many there are. */
const counting = [
  ...new Set(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) =>
        [...readFileSync(join('src', name), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*\{\{count\}\}(?:[^'\\\n]|\\.)*)'/g)].map((match) =>
          (match[1] ?? '').replace(/\\(.)/g, '$1'),
        ),
      ),
  ),
]
/** Said of many that were gathered, never of one (domain/notifications/sentence.ts), or by a number that is no number of things. */
const gathered = new Set(noticeCodes.flatMap((code) => [notices[code].many ?? []].flat()))
const ofMany: ReadonlySet<string> = new Set([...gathered, '{{programme}}: {{count}} notifications'])
/** No word of it goes by the number: it stands by itself, or after a colon. */
const isAlone = (sentence: string): boolean =>
  /: \{\{count\}\}|(of|for) \{\{count\}\}( (done|mapped|recorded))?$|\{\{count\}\} (more|of|selected|passed|not sent|sent in|overdue)\b|all \{\{count\}\}$/.test(
    sentence,
  )
/** Corners of what has three at least, and rows of lists that are cut short. */
const neverOne: ReadonlySet<string> = new Set([
  'Receiver, middle of {{count}} corners',
  'Show all {{count}} corners',
  'made lighter to {{count}} corners, {{share}} the same ground',
  'One payment is for {{count}} members at most: the others are paid by another one.',
  '{{count}} corners',
  'the first {{count}} lots',
  'the latest {{count}} movements',
])

const sentencesIn = (code: string): Record<string, string> => {
  const folder = join('src/domain/messages', code)
  return Object.assign({}, ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

describe('English', () => {
  it('has a singular of every sentence with a number of things, unless it is never said of one', () => {
    const forms = { ...first, ...ofScreens, ...ofServer }
    expect(counting.length).toBeGreaterThan(100)
    expect(counting.filter((one) => !(`${one}_one` in forms) && !isAlone(one) && !ofMany.has(one) && !neverOne.has(one))).toEqual([])
    expect([...neverOne].filter((one) => !counting.includes(one))).toEqual([])
  })
  it.each(['mr', 'gu', 'es', 'fr'] as const)('has them in %s, too', (code) => {
    expect(Object.keys({ ...first, ...ofScreens, ...ofServer }).filter((key) => !(key in sentencesIn(code)))).toEqual([])
  })

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
