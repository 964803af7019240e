// What a programme keeps encrypted in its own rows: sealed with a key of the installation's secret, the programme and the purpose, so that neither a copy of
// the database nor another programme opens it.
import { type SealedPurpose, type Secrets, seal, unseal } from './auth/tokens.ts'

export type Sealing = {
  seal(tenantId: number, purpose: SealedPurpose, text: string): string
  /** Null where no secret of the installation opens it. */
  open(tenantId: number, purpose: SealedPurpose, sealed: string): string | null
}

/** `secrets`: newest first; the first seals, each of them opens. */
export const createSealing = (secrets: Secrets): Sealing => ({
  seal: (tenantId, purpose, text) => seal(secrets, tenantId, text, purpose),
  open(tenantId, purpose, sealed) {
    const text = unseal(secrets, tenantId, sealed, purpose)
    return typeof text === 'string' ? text : null
  },
})
