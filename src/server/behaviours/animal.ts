// Cattle, goats and sheep: placed by their unit, told by their events (animal 5). The standing of an animal is told anew
// from all its events after each of them, so that a late or taken-back one leaves nothing wrong behind.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { animalStory } from '#domain/husbandry/animal-story.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, Scope } from '../scope.ts'
import { duplicateOf } from '../store/violations.ts'
import { factsOf } from './caused-events.ts'
import { placeInUnit } from './husbandry-place.ts'
import { localDay } from './landparcel-standing.ts'

/** Nothing lives longer than this, in years (animal 5.1; assumption): an older day of birth is a mistake. */
const oldestYears: Readonly<Record<string, number>> = { cow: 30, goat: 20, sheep: 20 }
const femaleOnly = new Set(['HEAT', 'SERVICE', 'PREGNANCY_CHECK', 'PARTURITION', 'ABORTION', 'DRY_OFF', 'MILKING'])

export function animalBehaviour(name: 'cow' | 'goat' | 'sheep'): Behaviour {
  const entity = entityOf(name)
  const events = Object.keys(entity.events as Record<string, EventSpec>).map((type): [string, EventBehaviour] => [type, told(entity, type)])
  return {
    async prepare(scope, { before, after }) {
      checkBirth(scope, entity, after)
      checkParents(after)
      await placeInUnit(scope, after)
      await checkTag(scope, entity, after)
      if (!before)
        Object.assign(after, standing(entity, animalStory([{ eventType: 'CREATED', day: localDay(scope), data: { changes: { sex: { to: after.sex } } } }])))
    },
    events: Object.fromEntries(events),
  }
}

function checkBirth(scope: Scope, { name }: AnyEntity, row: Row): void {
  const [today, born] = [localDay(scope), row.birthDate as string]
  if (born > today) throw fieldProblem('birthDate', 'max', 'It is not born yet.')
  if (Number(today.slice(0, 4)) - Number(born.slice(0, 4)) > (oldestYears[name] ?? 30))
    throw fieldProblem('birthDate', 'min', 'No animal of this kind is so old.')
}

function checkParents(row: Row): void {
  for (const field of ['damId', 'sireId']) if (row[field] === row.id) throw fieldProblem(field, 'rule', 'An animal is not its own parent.')
}

/** AH-07: the tag people read from afar is unique among the living animals of a production system. */
async function checkTag(scope: Scope, entity: AnyEntity, row: Row): Promise<void> {
  if (!row.managementTag) return
  const { rows } = await sql`
    select 1 from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${row.productionSystemId}::uuid
      and r.management_tag = ${row.managementTag} and r.status = 'ALIVE' and r.id <> ${row.id}::uuid and r.deleted_at is null limit 1`.execute(scope.db)
  if (rows.length) throw duplicateOf(entity, ['managementTag'])
}

/** Every event is checked against the animal's sex and day of birth, then the whole story is told again. */
function told(entity: AnyEntity, type: string): EventBehaviour {
  return {
    async apply(scope, { subject, event }) {
      const day = localDay(scope, event.occurredAt)
      if (day < (subject.birthDate as string)) throw ruleBlocked('AH-02', 'It was not born yet.', { birthDate: subject.birthDate })
      if (femaleOnly.has(type) && subject.sex !== 'FEMALE') throw ruleBlocked('AH-03', 'That happens to females only.', { sex: subject.sex })
      if (type === 'PROCEDURE' && event.data.kind === 'CASTRATION' && subject.sex !== 'MALE')
        throw ruleBlocked('AH-03', 'Only a male is castrated.', { sex: subject.sex })
      await retell(scope, entity, subject)
    },
    undo: (scope, { subject }) => retell(scope, entity, subject),
  }
}

async function retell(scope: Scope, entity: AnyEntity, subject: Row): Promise<void> {
  const facts = await factsOf(scope, entity, subject.id)
  const inOrder = facts.toSorted((one, other) => one.occurredAt.localeCompare(other.occurredAt))
  // What was entered comes first, whenever it was typed: an animal may be entered after its first events happened.
  const entered = inOrder.filter(({ eventType }) => eventType === 'CREATED')
  const story = animalStory(
    [...entered, ...inOrder.filter((one) => !entered.includes(one))].map(({ eventType, occurredAt, data }) => ({
      eventType,
      day: localDay(scope, occurredAt),
      data,
    })),
  )
  Object.assign(subject, story.entered, standing(entity, story))
  await placeInUnit(scope, subject)
}

/** The part of a story that this species has columns for. */
function standing(entity: AnyEntity, { entered, ...story }: ReturnType<typeof animalStory>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(story).filter(([field]) => field in entity.fields))
}
