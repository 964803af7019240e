// What the server and the rules can say to a person, found in their code: every tagged phrase, and every string that reads as a
// sentence. A phrase's values are numbered gaps, so that phrase`${lot.title} is full.` is "{{1}} is full.".
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parseAst } from 'vite'

const folders = [
  'src/domain',
  ...['auth', 'behaviours', 'exchange', 'files', 'http', 'images', 'ledger', 'map', 'reports', 'store'].map((name) => `src/server/${name}`),
  'src/web/map/boundary',
]
/** Descriptions of the interface for programmers, and of figures that no screen shows. */
const forProgrammers = /test\.tsx?$|\.d\.ts$|\.tsx$|\/openapi|\/tolerances\.ts$|\/domain\/messages\//

type Node = { type: string; [part: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A sentence begins with a capital, a quotation mark or a value, has several words and ends as sentences do. */
const isSentence = (text: string): boolean => /^([A-Z“]|\{\{1\}\}).* .*[.!?:]$/s.test(text) && /[a-z]{2} [a-z]/i.test(text.replace(/\{\{\d\}\}/g, ''))

type Template = { quasis: { value: { cooked: string } }[]; expressions: unknown[] }
const keyOf = ({ quasis }: Template): string => quasis.map(({ value }, at) => (at === 0 ? value.cooked : `{{${at}}}${value.cooked}`)).join('')

/** What declarations of routes say to programmers; `.describe('…')` and `.meta({…})` of a schema do, too. */
const isDocumentation = (node: Node): boolean => node.type === 'Property' && /^(summary|description|says)$/.test(nameOf(node.key))

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

export type Messages = {
  /** Keys of sentences with a number that decides between one and many. */
  counted: Set<string>
  sentences: Set<string>
  /** Words that a sentence chooses from for one of its gaps: 'above' or 'below'. */
  choices: Set<string>
  /** Names of the figures that findings and refusals carry. */
  figures: Set<string>
  /** Sentences with values whose template has no tag: nobody could say them in another language. */
  untagged: string[]
}

/** Every sentence, from all files of the domain and the server that speak to people. */
export function serverMessages(): Messages {
  const messages: Messages = { counted: new Set(), sentences: new Set(), choices: new Set(), figures: new Set(), untagged: [] }
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name)
      if (!name.endsWith('.ts') || forProgrammers.test(`/${path}`)) continue
      messagesOf(readFileSync(path, 'utf8'), path, messages)
    }
  }
  return messages
}

/** Adds those of one file. */
export const messagesOf = (source: string, path: string, messages: Messages): void => read(parseAst(stripTypeScriptTypes(source)), path, messages)

function read(value: unknown, path: string, messages: Messages): void {
  if (Array.isArray(value)) for (const one of value) read(one, path, messages)
  if (!isNode(value)) return
  if (isDocumentation(value)) return
  if (value.type === 'TaggedTemplateExpression') {
    const template = value.quasi as unknown as Template
    if (nameOf(value.tag) === 'phrase') {
      messages.sentences.add(keyOf(template))
      const counts = (one: unknown): boolean => isNode(one) && one.type === 'CallExpression' && nameOf(one.callee) === 'counted'
      if (template.expressions.some(counts)) messages.counted.add(keyOf(template))
    }
    // SQL and the like are no sentences, whatever they look like; the values in them may be.
    read(template.expressions, path, messages)
    return
  }
  if (value.type === 'Literal' && typeof value.value === 'string' && isSentence(value.value)) messages.sentences.add(value.value)
  if (value.type === 'TemplateLiteral') {
    const template = value as unknown as Template
    const key = keyOf(template)
    if (isSentence(key)) {
      if (template.expressions.length) messages.untagged.push(`${path}: ${key}`)
      else messages.sentences.add(key)
    }
  }
  if (value.type === 'CallExpression' && /^(word|small)$/.test(nameOf(value.callee))) {
    const [label] = value.arguments as Node[]
    if (label?.type === 'Literal') messages.choices.add(String(label.value))
  }
  if (value.type === 'CallExpression' && nameOf(value.callee) === 'listed') {
    const joint = (value.arguments as Node[])[1]
    if (joint?.type === 'Literal' && /[a-z]/.test(String(joint.value))) messages.choices.add(String(joint.value))
  }
  const figures = figuresIn(value)
  if (figures?.type === 'ObjectExpression') for (const { key } of figures.properties as { key?: unknown }[]) if (key) messages.figures.add(nameOf(key))
  const isDescribing = value.type === 'CallExpression' && isNode(value.callee) && /^(describe|meta)$/.test(nameOf(value.callee.property))
  for (const [part, inner] of Object.entries(value)) if (!(isDescribing && part === 'arguments')) read(inner, path, messages)
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
