/** The code that a database or the system gives an error; undefined where there is none. */
export const codeOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined)
