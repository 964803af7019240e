// The link of an invitation. It says who was invited and when, signed with the installation's secret, so nothing of it is
// stored: a copy of the database makes no link. It opens a greeting and nothing else; who comes in still proves the address.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { loginPath } from '#domain/tenancy/redirect.ts'
import type { Tenant } from '#server/scope.ts'
import { invitationKeys, type Secrets } from './tokens.ts'

/** Which invitation a link is: renewing it makes another one. */
export type InvitedPerson = { userId: string; invitedAt: Date }
export type InvitationLinks = {
  /** `https://cotton.farmbook.example/public/login?invitation=…` */
  linkOf(tenant: Pick<Tenant, 'id' | 'subdomain'>, invited: InvitedPerson): string
  /** Null: nobody here made this link. */
  read(tenantId: number, token: string): InvitedPerson | null
}

/** Bytes: a uuid, a moment in milliseconds, and 128 bits nobody guesses. */
const sizes = { id: 16, moment: 6, seal: 16 } as const
const total = sizes.id + sizes.moment + sizes.seal

/** `origin`: how people reach the product, without the programme's name. */
export function createInvitationLinks({ secrets, origin }: { secrets: Secrets; origin: URL }): InvitationLinks {
  return {
    linkOf(tenant, invited) {
      const [newest = ''] = invitationKeys(secrets, tenant.id)
      const body = bodyOf(invited)
      const token = Buffer.concat([body, sealOf(newest, body)]).toString('base64url')
      return `${origin.protocol}//${tenant.subdomain}.${origin.host}${loginPath}?invitation=${token}`
    },
    read(tenantId, token) {
      // Read back and compared, because base64 has several spellings of the same bytes.
      const bytes = Buffer.from(token.slice(0, 200), 'base64url')
      if (bytes.length !== total || bytes.toString('base64url') !== token) return null
      const body = bytes.subarray(0, sizes.id + sizes.moment)
      const seal = bytes.subarray(sizes.id + sizes.moment)
      if (!invitationKeys(secrets, tenantId).some((key) => timingSafeEqual(sealOf(key, body), seal))) return null
      const id = body.toString('hex', 0, sizes.id)
      return {
        userId: [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-'),
        invitedAt: new Date(body.readUIntBE(sizes.id, sizes.moment)),
      }
    },
  }
}

function bodyOf({ userId, invitedAt }: InvitedPerson): Buffer {
  const body = Buffer.alloc(sizes.id + sizes.moment)
  body.write(userId.replaceAll('-', ''), 'hex')
  body.writeUIntBE(invitedAt.getTime(), sizes.id, sizes.moment)
  return body
}
const sealOf = (key: string, body: Uint8Array): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, sizes.seal)
