// A person's API keys: made and revoked by themselves, seen and revoked by administrators, too. No key calls any of these.
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { apiKeys, madeApiKey, newApiKey } from '#domain/people/api-key-answers.ts'
import { apiKeysOf, makeApiKey, revokeApiKey } from '#server/store/api-keys.ts'
import { getRecord } from '#server/store/get.ts'
import type { Scope } from '../scope.ts'
import { type Route, route } from './route.ts'

const user = entityOf('user')
const base = '/api/operators/{operator}/user/{id}/api-keys'

export const apiKeyRoutes: readonly Route[] = [
  route({
    id: 'user.apiKeys',
    signedInOnly: true,
    method: 'get',
    path: base,
    summary: 'A person’s API keys; for the person and administrators',
    answer: apiKeys,
    says: 'Live ones first, never the key itself.',
    handler: async (scope, { param }) => {
      const id = await ownerFor(scope, param('id'))
      return { json: { items: await apiKeysOf(scope, id) } }
    },
  }),
  route({
    id: 'user.makeApiKey',
    signedInOnly: true,
    method: 'post',
    path: base,
    summary: 'Make an API key; one’s own alone',
    description: 'The key is in this one answer and stored nowhere: a repeated call with its Idempotency-Key makes none and has `key` null.',
    headers: ['Idempotency-Key'],
    body: newApiKey,
    answer: madeApiKey,
    status: 201,
    says: 'The key.',
    problems: ['RULE_BLOCKED'],
    handler: async (scope, call) => {
      if (call.param('id') !== scope.user.id) {
        await ownerFor(scope, call.param('id'))
        throw new Problem('FORBIDDEN', { message: 'Everybody makes their own API keys.' })
      }
      const made = await makeApiKey(scope, call.body)
      return { status: 201, json: made, onRepeat: { ...made, key: null } }
    },
  }),
  route({
    id: 'user.revokeApiKey',
    signedInOnly: true,
    method: 'post',
    path: `${base}/{keyId}/revoke`,
    summary: 'Revoke an API key; for the person and administrators',
    description: 'It lets nobody in from now on. Again it changes nothing.',
    answer: apiKeys,
    says: 'The keys after it.',
    handler: async (scope, { param }) => {
      const id = await ownerFor(scope, param('id'))
      await revokeApiKey(scope, id, param('keyId'))
      return { json: { items: await apiKeysOf(scope, id) } }
    },
  }),
]

/** Whose keys they are, for themselves and for whoever decides about people. Throws NOT_FOUND, FORBIDDEN. */
export async function ownerFor(scope: Scope, id: string): Promise<string> {
  if (id === scope.user.id) return id
  const person = await getRecord(scope, user, id)
  if (!canOn(scope.user, user, 'A', person)) throw new Problem('FORBIDDEN')
  return person.id
}
