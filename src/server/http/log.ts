// One line of JSON per thing worth knowing, on standard error. Never bodies, never tokens.
export type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string, details?: Record<string, unknown>) => void

/** What a line says of itself stands first and is written last: details, which may hold a stranger's words, never take its place. */
export const jsonLog: Log = (level, message, details = {}) => {
  const line = { at: new Date().toISOString(), level, message }
  process.stderr.write(
    `${JSON.stringify({ ...line, ...details, ...line }, (_, value) => (value instanceof Error ? { name: value.name, message: value.message, stack: value.stack, ...pick(value) } : value))}\n`,
  )
}

/** What a database error has besides its message. */
const pick = (error: Error): Record<string, unknown> => {
  const found = ['code', 'detail', 'constraint', 'cause'].map((name): [string, unknown] => [name, Reflect.get(error, name)])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
