// What goes wrong in a programme, planted by import: one small file per problem, with the rule that must refuse or flag it. They are loaded
// after the programme; planted.ts says where each one is seen.
import type { Problem } from './problem-file.ts'
import { plotProblems } from './problem-plots.ts'
import { seasonProblems } from './problem-seasons.ts'
import type { Programme } from './programme.ts'
import type { File } from './table.ts'

export function makeProblems(programme: Programme): { problems: Problem[]; files: File[] } {
  const planted = [...plotProblems(programme), ...seasonProblems(programme)]
  const problems = planted.map(({ text: _, ...problem }) => problem)
  const list = { name: 'problems/problems.json', text: `${JSON.stringify(problems, null, 2)}\n` }
  return { problems, files: [...planted.map(({ file, text }) => ({ name: `problems/${file}`, text })), list] }
}
