// The calls of the API as a document, each with a digest of what the whole OpenAPI document says of it: a change of a call shows as
// one line, without the three megabytes of the document itself, which the running server answers.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

type Operation = { summary?: string; tags?: readonly string[] }
export type ApiDocument = { paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

const preface = `# Calls of the API

Written by \`npm run generate\`; do not edit. Bodies, answers and refusals of each: \`/api/docs\` and \`/api/openapi.json\` on the running server. The digest of a
call is of all that this document says of it, with the shapes that it refers to, so that a call that changes shows here.
`
const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')
    .slice(0, 12)

/** Digests of parts of a document, each with the components that it refers to. */
function digests(document: ApiDocument): (value: unknown) => string {
  const known = new Map<string, string>()
  const component = (ref: string): string => {
    const found = known.get(ref)
    if (found !== undefined) return found
    // A shape that refers to itself counts by its name.
    known.set(ref, ref)
    const digest = digestOf(
      resolved(
        ref
          .split('/')
          .slice(1)
          .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document),
      ),
    )
    known.set(ref, digest)
    return digest
  }
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved)
    if (!isObject(value)) return value
    if (typeof value.$ref === 'string') return component(value.$ref)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part)]))
  }
  return (value) => digestOf(resolved(value))
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const isOperation = (value: unknown): value is Operation => typeof value === 'object' && value !== null

/** Markdown, the same for the same document. */
export function apiCalls(document: ApiDocument): string {
  const digest = digests(document)
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return isOperation(operation)
        ? [{ tag: operation.tags?.[0] ?? 'other', line: `| ${method.toUpperCase()} | \`${path}\` | ${operation.summary ?? ''} | ${digest(operation)} |` }]
        : []
    }),
  )
  const sections = [...Map.groupBy(calls, ({ tag }) => tag)].sort(([one], [other]) => (one < other ? -1 : 1))
  return [
    preface,
    `The whole document: ${digestOf(document)}.\n`,
    ...sections.map(([tag, own]) => `## ${tag}\n\n| Method | Address | What | Digest |\n|---|---|---|---|\n${own.map(({ line }) => line).join('\n')}\n`),
  ].join('\n')
}
