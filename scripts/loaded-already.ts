// What a page asks for with a part that it fetches later: not what is there already, loaded by the file that asks, or named by the page itself. Vite names every
// file that a part rests on, which is two kilobytes of numbers on the first page.
import type { Plugin } from 'vite'

type Resolve = (file: string, wanted: string[], host: { hostId: string; hostType: 'html' | 'js' }) => string[]

/** Styles of the page itself. */
const ofThePage = /\/(?:base|index)-[\w-]+\.css$/

/** The code of a chunk without the styles of the page among what its parts wait for. */
export function withoutStylesOfPage(code: string): string {
  const [, files = '[]'] = /m\.f=(\[[^\]]*\])/.exec(code) ?? []
  const named: string[] = JSON.parse(files)
  return code.replaceAll(/__vite__mapDeps\(\[([\d,]+)\]\)/g, (_, places: string) => {
    const left = places.split(',').filter((place) => !ofThePage.test(named[Number(place)] ?? ''))
    return left.length > 0 ? `__vite__mapDeps([${left.join()}])` : '[]'
  })
}

/** Plugins of the build, and `build.modulePreload.resolveDependencies` by what they learn. */
export function loadedAlready(): { plugins: Plugin[]; resolveDependencies: Resolve } {
  const importsOf = new Map<string, readonly string[]>()
  const loaded = new Map<string, ReadonlySet<string>>()
  const loadedWith = (file: string): ReadonlySet<string> => {
    const known = loaded.get(file)
    if (known) return known
    const found = new Set([file])
    for (const one of found) for (const next of importsOf.get(one) ?? []) found.add(next)
    loaded.set(file, found)
    return found
  }
  return {
    plugins: [
      {
        name: 'farmbook:loaded-already',
        generateBundle(_options, bundle) {
          for (const one of Object.values(bundle)) if (one.type === 'chunk') importsOf.set(one.fileName, one.imports)
        },
      },
      {
        name: 'farmbook:styles-of-page',
        enforce: 'post',
        generateBundle: {
          order: 'post',
          handler(_options, bundle) {
            for (const one of Object.values(bundle)) if (one.type === 'chunk') one.code = withoutStylesOfPage(one.code)
          },
        },
      },
    ],
    resolveDependencies: (_file, wanted, { hostId, hostType }) => (hostType === 'js' ? wanted.filter((one) => !loadedWith(hostId).has(one)) : wanted),
  }
}
