// The whole titles of the tests of a file: the names of the groups around a test and its own, as a reader of the results sees them. Read from the
// source, so a title that is made of values has its pattern in it (`%s`, `${name}`).
import { type ESTree, parseSync, Visitor } from 'vite'

export const titleSeparator = ' › '

export function titlesOf(path: string, text: string): string[] {
  const around: string[] = []
  const titles: string[] = []
  const { program } = parseSync(path, text)
  const makers = makersIn(program)
  const nameOf = (call: ESTree.CallExpression) => ({ kind: calledOf(call.callee), title: literalOf(call.arguments[0], text) })
  new Visitor({
    CallExpression(call) {
      const { kind, title } = nameOf(call)
      if (kind && makers.has(kind)) titles.push(...namesOfCases(call.arguments[0], text).map((name) => [...around, name].join(titleSeparator)))
      if (title === undefined) return
      if (kind === 'describe') around.push(title)
      if (kind === 'it' || kind === 'test') titles.push([...around, title].join(titleSeparator))
    },
    'CallExpression:exit'(call) {
      const { kind, title } = nameOf(call)
      if (kind === 'describe' && title !== undefined) around.pop()
    },
  }).visit(program)
  return titles
}

/** Functions of the file that make a test of each of their cases: `const judging = (cases) => { … it(what, …) }`. */
function makersIn(program: ESTree.Program): Set<string> {
  const makers = new Set<string>()
  const within: string[] = []
  new Visitor({
    VariableDeclarator(node) {
      within.push(node.id.type === 'Identifier' && node.init?.type === 'ArrowFunctionExpression' ? node.id.name : '')
    },
    'VariableDeclarator:exit'() {
      within.pop()
    },
    CallExpression({ callee, arguments: [first] }) {
      const maker = within[0]
      if (maker && calledOf(callee) === 'it' && first?.type === 'Identifier') makers.add(maker)
    },
  }).visit(program)
  return makers
}

/** Each case begins with its title. */
const namesOfCases = (cases: ESTree.Argument | undefined, text: string): string[] =>
  cases?.type === 'ArrayExpression'
    ? cases.elements.flatMap((one) => (one?.type === 'ArrayExpression' && one.elements[0] ? (literalOf(one.elements[0], text) ?? []) : []))
    : []

/** `it` of `it(…)`, `it.each([…])(…)` and `it.skipIf(…)(…)`; not of the call in the middle, whose first argument is no title. */
function calledOf(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return /^(each|skipIf|runIf|for)$/.test(memberOf(callee)) ? undefined : calledOf(callee.object)
  if (callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression') return calledOf(callee.callee.object)
  if (callee.type === 'TaggedTemplateExpression' && callee.tag.type === 'MemberExpression') return calledOf(callee.tag.object)
  return undefined
}

const memberOf = (callee: ESTree.MemberExpression) => (callee.property.type === 'Identifier' ? callee.property.name : '')

function literalOf(node: ESTree.Argument | undefined, text: string): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined
}
