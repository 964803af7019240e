// BR-14 before an input is used: what the list does not allow is bought by a group with a warning, and handed out to members whose land is under the scheme as something to be
// decided. What its use costs follows when it is used (docs/decisions/0105).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Finding, RecordedEvent } from '#domain/kernel/entity.ts'
import { counted, type Message, phrase, word } from '#domain/messages/message.ts'
import type { Value } from '#domain/messages/values.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { itemsUsedAt } from '../cropping/input-permissions.ts'

type Input = Pick<RecordedEvent<{ itemId: string }>, 'data' | 'occurredAt' | 'recordedAt'>

/** `farmerIds`: to whom it is handed out; null: it is bought. What is restricted needs the consent of the certification body when it is used. */
export async function unlistedInput(
  scope: Scope,
  operatorId: string,
  { data: { itemId }, ...event }: Input,
  farmerIds: readonly string[] | null,
): Promise<Finding | null> {
  const [use] = await itemsUsedAt(scope, operatorId, [{ ...event, itemId }])
  if (!use || (use.permission !== 'PROHIBITED' && use.permission !== 'UNKNOWN')) return null
  const members = farmerIds === null ? null : await underScheme(scope, farmerIds)
  if (members === 0) return null
  const [scheme] = use.schemeId === null ? [] : await recordsById(scope, entityOf('scheme'), [use.schemeId])
  const title = use.item?.title ?? word('This input')
  const figures = { itemId, permission: use.permission, ...(scheme ? { schemeId: scheme.id } : {}), ...(members === null ? {} : { members }) }
  const message = sentenceOf(use.permission, title, scheme?.title ?? null)
  if (members === null) return { ruleId: 'BR-14', severity: 'WARN', message, figures }
  return {
    ruleId: 'BR-14',
    severity: 'REVIEW',
    message: phrase`${message} It is handed out to ${counted(members)} members whose land is under a scheme.`,
    figures,
  }
}

function sentenceOf(permission: 'PROHIBITED' | 'UNKNOWN', title: Value, scheme: string | null): Message {
  if (permission === 'PROHIBITED')
    return scheme === null ? phrase`${title} is prohibited on land under a scheme.` : phrase`${title} is prohibited by ${scheme} on land under the scheme.`
  return scheme === null
    ? phrase`${title} is not on the list: nobody has decided yet whether it is allowed.`
    : phrase`${scheme} does not say yet whether ${title} is allowed.`
}

/** How many of these members have land whose conversion has started. */
async function underScheme({ db, tenant }: Scope, farmerIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(distinct p.farmer_id) as members from landparcel as p where p.tenant_id = ${tenant.id}
    and p.farmer_id = any(${[...farmerIds]}::uuid[]) and p.conversion_start is not null and p.status <> 'RETIRED' and p.deleted_at is null`.execute(db)
  return rows[0]?.members ?? 0
}
