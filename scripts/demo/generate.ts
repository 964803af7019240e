// Writes the demo programme as files a person can open: `node scripts/demo/generate.ts [folder] [today]`.
// Without arguments it renews the committed example in demo/, as of 15 January 2026.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeProblems } from './problems.ts'
import { makeProgramme } from './programme.ts'
import { allTables } from './tables.ts'

/** The programme is then at the day it was written for. */
export const exampleDay = '2026-01-16'

export function writeFiles(folder: string, today: string): number {
  const programme = makeProgramme(today)
  const files = [...allTables(programme), ...makeProblems(programme).files]
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return files.length
}

if (import.meta.main) {
  const [folder = join(import.meta.dirname, '../../demo'), today = exampleDay] = process.argv.slice(2)
  console.log(`${writeFiles(folder, today)} files written to ${folder}`)
}
