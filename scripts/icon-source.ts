// What an icon of MUI's package is in src/web/icons: from its module to outlines, and from those to a file of ours.

/** AddAPhotoOutlined is add-a-photo-outlined, Inventory2Outlined inventory2-outlined. */
export const kebab = (name: string): string => name.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()

type Shapes = { paths: readonly string[]; isEvenOdd: boolean }

/** Its outlines in a square of 24; circles as paths. Throws at what a path cannot say, such as opacity. */
export function shapesOf(module: string): Shapes {
  const attributes = [...module.matchAll(/\b(\w+): "([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, value }))
  const unknown = attributes.find(({ name, value }) => !['d', 'cx', 'cy', 'r'].includes(name) && !(name === 'fillRule' && value === 'evenodd'))
  const elements = [...module.matchAll(/_jsxs?\("(\w+)"/g)].map(([, element = '']) => element)
  const strange = elements.find((element) => !['path', 'circle', 'g'].includes(element))
  if (unknown || strange) throw new Error(`An icon of outlines alone has no ${unknown?.name ?? strange}.`)
  const paths = [...module.matchAll(/_jsx\("(path|circle)", \{([^}]*)\}/g)].map(([, element, text = '']) => {
    const of = (name: string) => new RegExp(`\\b${name}: "([^"]*)"`).exec(text)?.[1] ?? ''
    return element === 'path' ? of('d') : circle(Number(of('cx')), Number(of('cy')), Number(of('r')))
  })
  if (!paths.length || paths.includes('')) throw new Error('This module has no outline.')
  return { paths, isEvenOdd: module.includes('evenodd') }
}

/** Two halves of an arc. */
const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** Not yet formatted. */
export function sourceOf(name: string, { paths, isEvenOdd }: Shapes): string {
  const outlines = paths.length === 1 ? `'${paths[0]}'` : `[${paths.map((path) => `'${path}'`).join(', ')}]`
  return `// Icon of Material Design (Google, Apache License 2.0), taken by \`npm run icon\`.
import { outlined } from './outlined.tsx'

export const ${name} = outlined('${name}', ${outlines}${isEvenOdd ? ", { fillRule: 'evenodd' }" : ''})
`
}
