// How often the server says a type instead of having one (`x as T`, without `as const`). The types follow from the
// declarations, so each of these is a place where the compiler judges nothing.
import { parseSync, Visitor } from 'vite'
import type { Sources } from './source-graph.ts'

/** The number reached; it is lowered with each cast that goes, and never raised. */
export const castsAtMost = 16

export function castsIn(sources: Sources): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [path, text] of Object.entries(sources)) {
    if (!path.startsWith('src/server/') || path.endsWith('.test.ts')) continue
    let casts = 0
    new Visitor({
      TSAsExpression({ typeAnnotation }) {
        const isConst = typeAnnotation.type === 'TSTypeReference' && typeAnnotation.typeName.type === 'Identifier' && typeAnnotation.typeName.name === 'const'
        if (!isConst) casts++
      },
    }).visit(parseSync(path, text).program)
    if (casts) counts.set(path, casts)
  }
  return counts
}
