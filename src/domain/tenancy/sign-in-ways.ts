// The ways to sign in that a programme offers on its login page: its own choice (`providers` in its settings) among
// those the installation has. Shared, so that a settings screen and the session calls read the choice alike.

/** One way: `oidc` leads to the organisation's own identity provider, `credentials` asks for e-mail and password here (Firebase). */
export type SignInWay = { id: string; kind: 'oidc' | 'credentials' }

/**
 * The ways this programme offers, in the order of its choice. Without a choice it is the identity provider, or whatever the
 * installation has when it has none. A choice of nothing is a choice; ids that the installation no longer has are passed over.
 */
export function offeredWays<T extends SignInWay>(chosen: unknown, available: readonly T[]): readonly T[] {
  if (Array.isArray(chosen)) return [...new Set(chosen)].flatMap((id) => available.filter((way) => way.id === id))
  const preferred = available.filter(({ kind }) => kind === 'oidc')
  return preferred.length > 0 ? preferred : available
}
