// What is recorded most on an animal, a flock, a pond or a dairy: the event its page offers first.
import type { RecordAnswer } from '#web/api/answers.ts'

type Of = Pick<RecordAnswer, 'status' | 'may'> & Readonly<Record<string, unknown>>
const milked = new Set(['FRESH', 'EARLY', 'LACTATING'])
const first = (record: Of, ...types: string[]): string | undefined => types.find((type) => record.may.includes(type))

export const animalStep = (animal: Of): string | undefined =>
  animal.status !== 'ALIVE'
    ? undefined
    : animal.recordKind === 'GROUP'
      ? first(animal, 'GROUP_COUNT')
      : first(animal, ...(milked.has(String(animal.lactationStatus)) ? ['MILKING'] : []), 'WEIGHT')
export const flockStep = (flock: Of): string | undefined => first(flock, 'PLACEMENT', 'DAILY_RECORD')
export const pondStep = (pond: Of): string | undefined => first(pond, 'STOCKING', 'WATER_QUALITY')
export const systemStep = (system: Of): string | undefined =>
  system.status === 'DRAFT'
    ? first(system, 'ACTIVATED')
    : Array.isArray(system.milkSpecies) && system.milkSpecies.length > 0
      ? first(system, 'HERD_MILKING')
      : undefined
