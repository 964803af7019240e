// Keys by which a program calls in a person's name (domain dictionary 6.4): how many, for how long, what each may do, and how one is written.
// Plain, without Zod, because pages load this file.

/** Live ones of one person at a time (assumption). */
export const mostApiKeys = 10
/** Days until a key ends: required, because a key without an end outlives whoever remembers it (assumption: a year at most). */
export const apiKeyDays = { min: 1, max: 365, initial: 90 } as const
/** Characters of its name. */
export const longestApiKeyName = 80

/** READ: GET alone. */
export const apiKeyScopes = { READ: 'Read only', READ_WRITE: 'Read and write' } as const
export type ApiKeyScope = keyof typeof apiKeyScopes

/** What a key in use narrows its person to. `operatorId`: null = wherever the person may work. */
export type ApiKeyLimits = { id: string; scope: ApiKeyScope; operatorId: string | null }

/** `fbk_<prefix>_<secret>`: 10 letters and digits by which it is found, and 32 random bytes. */
const written = /^fbk_([a-z0-9]{10})_[\w-]{43}$/
export const isApiKey = (token: string): boolean => token.startsWith('fbk_')
/** Null: not written like one of ours. */
export const prefixOfApiKey = (token: string): string | null => written.exec(token)?.[1] ?? null
