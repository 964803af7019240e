// Holding every answer that a test gets from a declared route against what the route declares: its status, and no key more or less.
import { namesIn, type Route } from '#server/http/route.ts'
import { allRoutes } from '#server/http/routes.ts'
import { flawsOfAnswer } from './conforms.ts'

/** Addresses of entities may have the same number of parts; a part in braces takes what no slash is in. */
const patternOf = ({ path, params }: Route): RegExp => {
  const source = namesIn(path).reduce(
    (text, name) => {
      const schema = params[name]
      const options = schema && 'options' in schema && Array.isArray(schema.options) ? schema.options.join('|') : null
      return text.replace(`{${name}}`, `(?:${options ?? (/^id$|Id$/.test(name) ? '[0-9a-fA-F-]{36}' : '[^/]+')})`)
    },
    path.replaceAll('.', '\\.'),
  )
  return new RegExp(`^${source}$`)
}
/** No part in braces takes a slash. */
const kindOf = (method: string, path: string): string => `${method} ${path.split('/').length}`
/** By method and number of parts: an answer is compared with the patterns of its kind alone. */
const known = Map.groupBy(
  allRoutes.map((route) => ({ route, pattern: patternOf(route), names: namesIn(route.path).length })),
  ({ route }) => kindOf(route.method, route.path),
)

export function routeOf(method: string, path: string): Route | undefined {
  const requested = method === 'HEAD' ? 'get' : method.toLowerCase()
  const found = (known.get(kindOf(requested, path)) ?? []).filter(({ pattern }) => pattern.test(path))
  // An address without anything in braces goes before one with.
  return found.sort((one, other) => one.names - other.names)[0]?.route
}

/** Throws an Error that says what the answer has that its route does not declare, or lacks. Other addresses are not judged. */
export function expectDeclared(method: string, path: string, status: number, body: unknown): void {
  const route = routeOf(method, path)
  if (!route || status === 405 || status === 500) return
  const { status: usual = 200, answer, media, others = {} } = route
  const isJson = status >= 400 ? typeof body === 'object' : status === usual ? answer !== undefined && !media : others[status]?.schema !== undefined
  const isKnown = status === usual || status in others
  if (status < 400 && !isKnown) throw new Error(`${method} ${path} answered ${status}, which ${route.id} does not declare`)
  if (!isJson || method === 'HEAD' || (status in others && status >= 400)) return
  const flaws = flawsOfAnswer(route.id, status, body)
  if (flaws.length > 0) throw new Error(`${method} ${path} answered ${status} with what ${route.id} does not declare:\n${flaws.slice(0, 10).join('\n')}`)
}
