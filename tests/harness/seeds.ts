// Records for a test, with everything they refer to, made through the API by whoever may make them.
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import { createBySystem } from '#server/store/create.ts'
import { dataOf, type Refer, type SampleOptions, sampleOf } from '../samples.ts'
import { creatorOf } from './actors.ts'
import type { World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a record of any entity, as a test reads it
export type Made = Record<string, any>

class Missing extends Error {
  readonly target: string
  readonly values: Record<string, unknown>
  constructor(target: string, values: Record<string, unknown>) {
    super(target)
    this.target = target
    this.values = values
  }
}
/** Records of one entity that a reference takes and another does not are separate. */
const keyOf = (target: string, values: Record<string, unknown>): string => (Object.keys(values).length > 0 ? `${target} ${JSON.stringify(values)}` : target)

export type Seeds = {
  /** A body for POST whose references exist. */
  input(entity: AnyEntity, options?: Omit<SampleOptions, 'refer'>): Promise<Record<string, unknown>>
  /** A record, made through the API (or as the product makes it, for those that only events make). Throws with the refusal. */
  make(entity: AnyEntity, options?: Omit<SampleOptions, 'refer'>): Promise<Made>
  /** The data of an event of this type whose references exist. */
  data(entity: AnyEntity, eventType: string, subjectId?: string): Promise<Record<string, unknown>>
}

/** At an operator of the cotton tenant. Records are about that operator and the ginner's company, so that their own people may make them too. */
export function seedsOf(world: World, operator = 'OP1'): Seeds {
  const places = world.places.cotton
  const shared = new Map([
    ['collective', places[operator]?.id ?? ''],
    ['processor', places['KHARGONE-GIN']?.id ?? ''],
    ['certificationbody', places['CB-NIMAR']?.id ?? ''],
  ])

  /** A company is audited by the body that certifies it. */
  let certified: Promise<unknown> | undefined
  const certify = () => (certified ??= make(entityOf('scopecertificate'), { values: { collectiveId: null, processorId: shared.get('processor') } }))
  const input = async (entity: AnyEntity, options: Omit<SampleOptions, 'refer'> = {}) => {
    if (entity.name === 'companyaudit') await certify()
    return referring((refer) => sampleOf(entity, { ...options, refer }), ownReferences(entity))
  }
  const data = (entity: AnyEntity, eventType: string, subjectId?: string) =>
    referring((refer) => dataOf((entity.events as Record<string, EventSpec>)[eventType]?.fields ?? {}, refer, subjectId), new Set())

  /** Makes a sample, and whatever it asks for that is not there yet. */
  async function referring<T>(sample: (refer: Refer) => T, needsOwn: ReadonlySet<string>): Promise<T> {
    const own = new Map<string, string>()
    for (;;) {
      try {
        return sample((target, values = {}) => {
          const key = keyOf(target, values)
          return own.get(key) ?? (needsOwn.has(target) ? undefined : shared.get(key)) ?? missing(target, values)
        })
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        const { id } = await make(entityOf(error.target), { values: error.values })
        const key = keyOf(error.target, error.values)
        if (needsOwn.has(error.target)) own.set(key, id)
        else shared.set(key, id)
      }
    }
  }

  async function make(entity: AnyEntity, options: Omit<SampleOptions, 'refer'> = {}): Promise<Made> {
    const body = await input(entity, options)
    if (entity.readOnly) {
      const operatorId = entity.owner !== 'tenant' ? (places[operator]?.id ?? null) : null
      // What is addressed to one person is addressed to the caller in these suites.
      const named = entity.belongsTo.person
      const person = named ? { [named]: world.people.ada?.id } : {}
      return world.scoped('ada', async (scope) => (await createBySystem(scope, entity, { ...body, ...person, operatorId })).row)
    }
    const creator = creatorOf(world, entity, body)
    if (!creator) throw new Error(`Nobody of the cast may create a ${entity.name} with ${Object.keys(body).join(', ')}`)
    const { status, body: answer } = await world.as(creator, operator).post(`/${entity.name}`, body)
    if (status !== 201)
      throw new Error(
        `No ${entity.name} could be made: ${JSON.stringify(answer)}\n${JSON.stringify(body)}\n${JSON.stringify(world.logged.at(-1) ?? '', (_, value) => (value instanceof Error ? value.message : value))}`,
      )
    return answer
  }
  return { input, make, data }
}

const missing = (target: string, values: Record<string, unknown>): never => {
  throw new Missing(target, values)
}

/** Unique only together with something of the record's own; certificates of a sale must name the same body as their scope certificate. */
const shareable: ReadonlySet<string> = new Set(['croptype', 'certificationbody', 'scopecertificate'])
/** One plan fits on a plot, and one flock or stock in a unit at a time. */
const ownGround: Readonly<Record<string, readonly string[]>> = { croppingsystem: ['landparcel'], poultrybatch: ['housingunit'], aquacrop: ['housingunit'] }

/** What cannot be shared between two records: references that must be unique, and ground on which only one plan fits. */
function ownReferences(entity: AnyEntity): Set<string> {
  const unique = (entity.unique ?? []).flat().flatMap((name) => entity.fields[name as string]?.target ?? [])
  return new Set([...unique, ...(ownGround[entity.name] ?? [])].filter((target) => !shareable.has(target)))
}
