// What the server and the rules can say to a person, found in their code: every string or template that reads as a sentence.
// A template's values become numbered holes, so that `${lot.title} is full.` is "{{1}} is full.".
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parseAst } from 'vite'

const folders = ['src/domain', ...['auth', 'behaviours', 'exchange', 'http', 'images', 'map', 'reports', 'store'].map((name) => `src/server/${name}`)]
/** Descriptions of the interface for programmers, and of figures that no screen shows. */
const forProgrammers = /test\.ts$|\/openapi|\/tolerances\.ts$/

type Node = { type: string; [part: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A sentence begins with a capital, a quotation mark or a value, has several words and ends as sentences do. */
const isSentence = (text: string): boolean => /^([A-Z“]|\{\{1\}\}).* .*[.!?:]$/s.test(text) && /[a-z]{2} [a-z]/i.test(text.replace(/\{\{\d\}\}/g, ''))

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const parts = node.quasis as { value: { cooked: string } }[]
  return parts.map(({ value }, at) => (at === 0 ? value.cooked : `{{${at}}}${value.cooked}`)).join('')
}

/** What declarations of routes say to programmers; `.describe('…')` and `.meta({…})` of a schema do, too. */
const isDocumentation = (node: Node): boolean => node.type === 'Property' && /^(summary|description|says)$/.test(nameOf(node.key))

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

export type Messages = {
  sentences: Set<string>
  /** Words that a sentence chooses from for one of its holes: 'above' or 'below'. */
  choices: Set<string>
  /** Names of the figures that findings and refusals carry. */
  figures: Set<string>
}

/** Every sentence, from all files of the domain and the server that speak to people. */
export function serverMessages(): Messages {
  const messages: Messages = { sentences: new Set(), choices: new Set(), figures: new Set() }
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || forProgrammers.test(`/${name}`)) continue
      read(parseAst(stripTypeScriptTypes(readFileSync(join(folder, name), 'utf8'))), messages, false)
    }
  }
  return messages
}

function read(value: unknown, messages: Messages, isInSentence: boolean): void {
  if (Array.isArray(value)) for (const one of value) read(one, messages, isInSentence)
  if (!isNode(value)) return
  if (isDocumentation(value)) return
  const text = textOf(value)
  const isMessage = text !== null && isSentence(text)
  if (isMessage) messages.sentences.add(text)
  else if (isInSentence && value.type === 'Literal' && text !== null && /[a-z]{2}/.test(text)) messages.choices.add(text.trim())
  const listed = figuresIn(value)
  if (listed?.type === 'ObjectExpression') for (const { key } of listed.properties as { key?: unknown }[]) if (key) messages.figures.add(nameOf(key))
  const isDescribing = value.type === 'CallExpression' && isNode(value.callee) && /^(describe|meta)$/.test(nameOf(value.callee.property))
  for (const [part, inner] of Object.entries(value)) {
    if (isDescribing && part === 'arguments') continue
    // SQL and the like are no sentences, whatever they look like; the values in them may be.
    if (!(value.type === 'TaggedTemplateExpression' && part === 'quasi')) read(inner, messages, isMessage ? part === 'expressions' : isInSentence)
  }
}

/** `figures: {…}`, `const figures = {…}`, and what a rule's refusal takes as its third argument. */
function figuresIn(node: Node): Node | null {
  const literal =
    node.type === 'Property' && nameOf(node.key) === 'figures'
      ? node.value
      : node.type === 'VariableDeclarator' && nameOf(node.id) === 'figures'
        ? node.init
        : node.type === 'CallExpression' && /^(block|ruleBlocked)$/.test(nameOf(node.callee))
          ? (node.arguments as unknown[])[2]
          : null
  return isNode(literal) ? literal : null
}
