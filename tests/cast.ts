// The people every test, the demo programme, the screenshots and the documents know.
import type { RoleGrant } from '#domain/access.ts'

/** `operator`, `processor`: codes, resolved to ids when the tenant is set up. */
export type CastMember = { key: string; name: string; email: string; tenant: 'cotton' | 'dairy'; grants: (Pick<RoleGrant, 'role'> & { operators?: string[]; processors?: string[]; villages?: string[] })[] }
