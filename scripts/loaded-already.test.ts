// The build does not ask for styles that the page itself names.
import { expect, it } from 'vitest'
import { withoutStylesOfPage } from './loaded-already.ts'

it('leaves out the styles of the page, and nothing else', () => {
  const head = 'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/a.js","assets/base-x1_Z.css","assets/map-view-1.css"])))=>i.map(i=>d[i]);\n'
  expect(withoutStylesOfPage(`${head}f(()=>import("./a.js"),__vite__mapDeps([0,1,2]));g(()=>import("./b.js"),__vite__mapDeps([1]))`)).toBe(
    `${head}f(()=>import("./a.js"),__vite__mapDeps([0,2]));g(()=>import("./b.js"),[])`,
  )
  expect(withoutStylesOfPage('const a = 1')).toBe('const a = 1')
})
