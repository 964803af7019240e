// The people every test, the demo programme, the screenshots and the documents know: the same ones the
// development identity provider signs in. Here they have a key, `ada`, and their grants by code.
import { type DemoPerson, demoPeople } from '#server/dev/people.ts'

/** `operators`, `processors`, `bodies`: codes, resolved to ids when the tenant is set up. */
export type CastMember = Pick<DemoPerson, 'name' | 'email' | 'tenant' | 'grants'> & { key: string }

export const cast: readonly CastMember[] = demoPeople.map(({ login, name, email, tenant, grants }) => ({
  key: login.split('@')[0] as string,
  name,
  email,
  tenant,
  grants,
}))
