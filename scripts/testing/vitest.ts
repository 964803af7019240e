// One Vitest run, counted. The counts come from Vitest's own report, never from its printed text.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { node } from './command.ts'
import type { Outcome } from './outcome.ts'

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number; testResults: readonly FileReport[] }
type FileReport = {
  name: string
  status: string
  message: string
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[]
}

export type VitestOptions = {
  /** Of its report; absent = the projects. No two runs beside each other have the same. */
  name?: string
  env?: Record<string, string | undefined>
  files?: readonly string[]
  /** Tests whose whole name has these words in it. */
  titled?: string
  /** Files that are left out, each by its whole path. */
  except?: readonly string[]
}

/** Runs the named projects of vitest.config.ts, or of them the files whose path begins so. A file that cannot even be loaded, or a run without any test, counts as one failure. */
export async function vitest(
  projects: readonly string[],
  { name = projects.join('-'), env = {}, files = [], titled, except = [] }: VitestOptions = {},
): Promise<Outcome> {
  mkdirSync('.cache/test-reports', { recursive: true })
  const file = `.cache/test-reports/${name}.json`
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = [
    ...files,
    ...projects.flatMap((name) => ['--project', name]),
    ...except.flatMap((file) => ['--exclude', file]),
    ...(titled ? ['-t', titled] : []),
  ]
  const { code, output } = await node('node_modules/vitest/vitest.mjs', ['run', ...chosen, ...reporters], { env: { ...env, TEST_RUN: name } })
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, note: 'Vitest wrote no report.' }
  const unhandled = unhandledIn(output)
  const failed = report.numFailedTests + unhandled.length
  return {
    passed: report.numPassedTests,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...report.testResults.flatMap(failuresOf), ...unhandled],
  }
}

/**
 * A line for each error that no test caught, of what Vitest printed: which file ran, and the first line of why. Vitest fails for them,
 * but they are not in its report.
 */
export function unhandledIn(output: string): string[] {
  const [, ...errors] = stripVTControlCharacters(output).split(/^⎯+ (?:Unhandled|Uncaught) \w+ ⎯+$/m)
  // The first heading of all of them is none of an error.
  return errors
    .filter((text) => !text.trim().startsWith('Vitest caught'))
    .map((text) => `${/This error originated in "([^"]+)"/.exec(text)?.[1] ?? 'outside every file'}: caught by no test: ${firstLine(text)}`)
}

/** A line for each test that failed, or for a file that could not be loaded: where it is, and the first line of why. */
function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const file = relative(process.cwd(), name)
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && tests.length === 0) return [`${file}: ${firstLine(message)}`]
  return tests.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
}

const firstLine = (text = '') => text.trim().split('\n')[0] ?? ''

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
