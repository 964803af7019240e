// /api/docs: the contract as a page to read, made from the document itself, without scripts or anything
// from elsewhere.

import { isJsonObject } from '#domain/kernel/sound-json.ts'
import { type OpenApi, openApi } from './openapi.ts'
import type { JsonSchema } from './openapi-schemas.ts'

const html = (text: unknown): string =>
  String(text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1000px;padding:24px;color:#1d2b24}h1,h2{line-height:1.2}h2{margin-top:48px;border-top:1px solid #d5ddd8;padding-top:24px}
nav a{display:inline-block;margin:0 12px 4px 0}a{color:#8a4a00}code{font:13px ui-monospace,monospace;background:#f2f5f3;padding:1px 4px;border-radius:3px}table{border-collapse:collapse;width:100%;margin:8px 0 16px}
th,td{text-align:left;padding:4px 12px 4px 0;vertical-align:top;border-bottom:1px solid #e6ebe8}th{font-weight:600}summary{cursor:pointer;padding:4px 0}.verb{display:inline-block;min-width:56px;font-weight:700}`

/** The whole page, built once. */
export function docsPage(): string {
  page ??= write(openApi())
  return page
}
let page: string | undefined

function write(document: OpenApi): string {
  const { info, tags } = document
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Farmbook API</title><style>${style}</style></head><body>
<h1>Farmbook API</h1><p>${html(info.description)}</p><p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Records">${tags.map(({ name }) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${tags.map((tag) => section(document, tag)).join('\n')}</body></html>`
}

function section(document: OpenApi, { name, description }: OpenApi['tags'][number]): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([verb, operation]) => ({ path, verb, operation })),
  )
  const record = document.components.schemas[`${name[0]?.toUpperCase()}${name.slice(1)}`]
  return `<section id="${name}"><h2>${name}</h2><p>${html(description)}</p>
${calls
  .map(
    ({
      path,
      verb,
      operation,
    }) => `<details><summary><span class="verb">${verb.toUpperCase()}</span> <code>${html(path)}</code> ${html(operation.summary)}</summary>
${operation.description ? `<p>${html(operation.description)}</p>` : ''}${bodyOf(document, operation.requestBody)}<table><tbody>${Object.entries(
      operation.responses,
    )
      .map(([status, response]) => `<tr><th>${status}</th><td>${html(response.description ?? document.components.responses[status]?.description)}</td></tr>`)
      .join('')}</tbody></table></details>`,
  )
  .join('\n')}
<details><summary>What a ${html(name)} is</summary>${record ? properties(record) : ''}</details></section>`
}

function bodyOf(document: OpenApi, requestBody: JsonSchema | undefined): string {
  const schema = part(part(part(requestBody?.content)['application/json']).schema)
  if (Object.keys(schema).length === 0) return ''
  const resolved = resolve(document, schema)
  const variants = Array.isArray(resolved.oneOf) ? resolved.oneOf.map(part) : [resolved]
  return variants
    .map((one) => {
      const { eventType, data } = part(one.properties)
      const type = part(eventType).const
      return type
        ? `<details><summary><code>${html(type)}</code> ${html(one.title)}</summary>${one.description ? `<p>${html(one.description)}</p>` : ''}${data ? properties(part(data)) : ''}</details>`
        : properties(one)
    })
    .join('')
}

/** A part of the document that is an object; an empty one where there is none. */
const part = (value: unknown): JsonSchema => (isJsonObject(value) ? value : {})

const resolve = (document: OpenApi, schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string' ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

function properties(schema: JsonSchema): string {
  const rows = Object.entries(part(schema.properties))
  if (rows.length === 0) return '<p>Nothing more.</p>'
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  return `<table><thead><tr><th>Name</th><th>Value</th><th>About</th></tr></thead><tbody>${rows
    .map(([name, given]) => {
      const one = part(given)
      const inner = Array.isArray(one.anyOf) ? part(one.anyOf[0]) : one
      return `<tr><td><code>${html(name)}</code>${required.includes(name) ? ' *' : ''}</td><td>${html(kindOf(inner))}</td><td>${html(inner.description ?? '')}</td></tr>`
    })
    .join('')}</tbody></table>`
}

function kindOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (schema.type === 'array') return `list of ${kindOf(part(schema.items))}`
  const bounds = [schema.minimum, schema.maximum].some((bound) => bound !== undefined) ? ` ${schema.minimum ?? ''}–${schema.maximum ?? ''}` : ''
  return `${schema.format ?? schema.type ?? 'any'}${bounds}${schema['x-unit'] ? ` ${schema['x-unit']}` : ''}${schema['x-entity'] ? ` of ${schema['x-entity']}` : ''}`
}
