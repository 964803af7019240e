// One Vitest run, counted. The counts come from Vitest's own report, never from its printed text.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
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
  /** Files that are left out, each by its whole path. */
  except?: readonly string[]
}

/** Runs the named projects of vitest.config.ts, or of them the files whose path begins so. A file that cannot even be loaded, or a run without any test, counts as one failure. */
export async function vitest(
  projects: readonly string[],
  { name = projects.join('-'), env = {}, files = [], except = [] }: VitestOptions = {},
): Promise<Outcome> {
  mkdirSync('.cache/test-reports', { recursive: true })
  const file = `.cache/test-reports/${name}.json`
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = [...files, ...projects.flatMap((name) => ['--project', name]), ...except.flatMap((file) => ['--exclude', file])]
  const { code } = await node('node_modules/vitest/vitest.mjs', ['run', ...chosen, ...reporters], { env: { ...env, TEST_RUN: name } })
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, note: 'Vitest wrote no report.' }
  const failed = code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests, failures: report.testResults.flatMap(failuresOf) }
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
