// Who of the cast does a thing: the first person whom the access table lets do it, administrators first. So the suites
// over every entity hold whatever the table says, and nobody is given a right for a test's sake.
import { type Action, accessScopes, canOn, canRecord, canSet } from '#domain/access.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { World } from './world.ts'

/** People of the cotton programme who work at OP1. */
export const workers = ['ada', 'omar', 'fatima', 'ines', 'pooja', 'paul', 'carla'] as const
export type Worker = (typeof workers)[number]

const person = (world: World, key: string) => world.people[key] ?? never(key)
const never = (key: string): never => {
  throw new Error(`Nobody in the cast is called ${key}`)
}

/** Whoever holds this right on some records of the entity; undefined: nobody does. */
export const holderOf = (world: World, entity: AnyEntity, action: Action): Worker | undefined =>
  workers.find((key) => accessScopes(person(world, key), entity.name, action).length > 0)

/** Whoever holds it over this very record. */
export const holderOn = (world: World, entity: AnyEntity, action: Action, row: Row): Worker | undefined =>
  workers.find((key) => canOn(person(world, key), entity, action, row))

/** Whoever may create a record with these fields; one that is left empty is set by nobody. */
export const creatorOf = (world: World, entity: AnyEntity, body: Record<string, unknown> = {}): Worker | undefined =>
  workers.find(
    (key) =>
      accessScopes(person(world, key), entity.name, 'C').length > 0 &&
      Object.keys(body).every((name) => isEmpty(body[name]) || canSet(person(world, key), entity, 'C', (entity.fields[name] ?? {}) as Field, null)),
  )

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Whoever may record this event on this record. */
export const recorderOf = (world: World, entity: AnyEntity, event: EventSpec, row: Row): Worker | undefined =>
  workers.find((key) => canRecord(person(world, key), entity, event, row))
