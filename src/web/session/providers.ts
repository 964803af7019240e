// The ways to sign in that this programme offers, as the session client knows them.
import { getProviders } from 'next-auth/react'

export type Provider = { id: string; name: string /** `credentials`: asked for on our own page. */; isPassword: boolean }

/** Throws when nobody could say. */
export async function listProviders(): Promise<Provider[]> {
  const providers = await getProviders()
  if (!providers) throw new Error('The ways to sign in could not be fetched.')
  return Object.values(providers).map(({ id, name, type }) => ({ id: String(id), name, isPassword: type === 'credentials' }))
}
