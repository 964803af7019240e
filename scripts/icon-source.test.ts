// Icons are taken whole: circles and rules of filling too; what a path cannot say is refused instead of left out.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kebab, shapesOf, sourceOf } from './icon-source.ts'

describe('shapesOf', () => {
  it('reads outlines, and circles as outlines', () => {
    const module =
      'export default createSvgIcon([/*#__PURE__*/_jsx("path", {\n  d: "M1 2h3z"\n}, "0"), _jsx("circle", {\n  cx: "6.5",\n  cy: "6",\n  r: "1.5"\n}, "1")], \'A\')'
    expect(shapesOf(module)).toEqual({ paths: ['M1 2h3z', 'M5 6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z'], isEvenOdd: false })
  })
  it('reads the rule of filling from the group around', () => {
    const module = '_jsxs("g", {\n  fillRule: "evenodd",\n  children: [_jsx("path", {\n d: "M1 2z"\n})]\n})'
    expect(shapesOf(module)).toEqual({ paths: ['M1 2z'], isEvenOdd: true })
  })
  it.each([
    ['opacity', '_jsx("path", {\n  d: "M1 2z",\n  opacity: ".3"\n})', 'no opacity'],
    ['another shape', '_jsx("ellipse", {\n  cx: "1"\n})', 'no ellipse'],
    ['no outline', 'export default 1', 'no outline'],
  ])('refuses %s', (_, module, sentence) => {
    expect(() => shapesOf(module)).toThrow(sentence)
  })
})

describe('an icon of ours', () => {
  it('is named like its file, in kebab-case', () => {
    expect(['AddAPhotoOutlined', 'Inventory2Outlined', 'Check'].map(kebab)).toEqual(['add-a-photo-outlined', 'inventory2-outlined', 'check'])
    const wrong = readdirSync('src/web/icons').filter((file) => {
      const [, name = '', given = ''] = /export const (\w+) = outlined\(\s*'(\w+)'/.exec(readFileSync(`src/web/icons/${file}`, 'utf8')) ?? []
      return file !== 'outlined.tsx' && (name !== given || `${kebab(name)}.ts` !== file)
    })
    expect(wrong).toEqual([])
  })
  it('is written with all its outlines', () => {
    expect(sourceOf('A', { paths: ['M1 2z', 'M3 4z'], isEvenOdd: true })).toContain(
      "export const A = outlined('A', ['M1 2z', 'M3 4z'], { fillRule: 'evenodd' })",
    )
  })
})
