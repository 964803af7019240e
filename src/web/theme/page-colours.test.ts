// The page's own variables are those that the component library's theme sets: a part looks the same before and after it has come.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageColours } from './page-colours.ts'
import { themeVariables } from './theme.ts'

const colours = { primary: '#0B5C8A', secondary: '#EFE3D0' }
const same = (value: string | undefined) => value?.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

describe('the colours of a page without the component library', () => {
  it('are those of its theme, for what a programme chooses', () => {
    const theme = themeVariables(colours)
    const own = Object.entries(pageColours(colours)).filter(([name]) => name.startsWith('--mui-'))
    expect(own.length).toBeGreaterThan(10)
    for (const [name, value] of own) expect([name, value]).toEqual([name, theme[name as keyof typeof theme]])
  })
  it('are those of its theme, for what is fixed', () => {
    const theme = themeVariables(colours) as Record<string, string>
    const fixed = [...readFileSync('src/web/theme/page.css', 'utf8').matchAll(/^ {2}(--mui-[\w-]+): (.+);$/gm)]
    expect(fixed.length).toBeGreaterThan(10)
    for (const [, name = '', value] of fixed) expect([name, same(value)]).toEqual([name, same(theme[name])])
  })
})
