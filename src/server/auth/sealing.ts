// What a programme keeps encrypted in its own rows: sealed with a key of the installation's secret, the programme and the purpose, so that neither a copy of
// the database nor another programme opens it; and what it is called outside, by a keyed digest that nobody works out of a list of ids.
import { createHmac } from 'node:crypto'
import type { Sealing } from '../scope.ts'
import { pseudonymKey, type Secrets, seal, unseal } from './tokens.ts'

/** `secrets`: newest first; the first seals and makes pseudonyms, each of them opens. */
export const createSealing = (secrets: Secrets): Sealing => ({
  seal: (tenantId, purpose, text) => seal(secrets, tenantId, text, purpose),
  open(tenantId, purpose, sealed) {
    const text = unseal(secrets, tenantId, sealed, purpose)
    return typeof text === 'string' ? text : null
  },
  pseudonym: (tenantId, text) => createHmac('sha256', pseudonymKey(secrets, tenantId)).update(text).digest('base64url'),
})
