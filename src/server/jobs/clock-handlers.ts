// The handlers of the clock: whatever the files of `jobs/clock/` export, in the order of their stages. So a new one is one file.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ClockHandler, stages } from './clock/handler.ts'

const isHandler = (value: unknown): value is ClockHandler =>
  typeof value === 'object' && value !== null && 'name' in value && 'due' in value && 'carryOut' in value

/** In the order in which a round carries them out. Throws when two have one name: what failed, and which day was done, is stored by name. */
export function inOrder(exported: readonly unknown[]): readonly ClockHandler[] {
  const handlers = exported.flat().filter(isHandler)
  const names = handlers.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`Two handlers of the clock are called "${twice}".`)
  const place = ({ stage = 'state' }: ClockHandler) => stages.indexOf(stage)
  return handlers.sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1))
}

/** Reads the folder once, when the server starts. */
export async function clockHandlersOfFolder(): Promise<readonly ClockHandler[]> {
  const files = readdirSync(fileURLToPath(new URL('./clock/', import.meta.url))).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(`./clock/${file.slice(0, -'.ts'.length)}.ts`)))
  return inOrder(modules.flatMap((module) => Object.values(module)))
}
