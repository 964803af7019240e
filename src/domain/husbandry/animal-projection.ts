// What the history of one animal says of it (animal 5.3, 5.4): whether it lives here, its sex, tags, place, breeding, milk and
// health, as a pure projection over its events in the order of their happening. An event that contradicts what happened before it is the refusal.

import { daysBetween } from '../kernel/day.ts'
import type { AnyEntity } from '../kernel/entity.ts'
import { onDay, phrase, word } from '../messages/message.ts'
import type { HusbandryAssumptions } from './assumptions.ts'
import { type HistoryEvent, inOrder, type Refusal, refusalAt, stateMachine } from './replay.ts'
import { courseOf } from './withdrawal-projection.ts'

export type AnimalRecord = { birthDate: string; species: string; recordKind?: string | null; entryDate?: string | null }
/** It cannot leave a farm to which it has not come. */
const leaving: ReadonlySet<string> = new Set(['DEPARTURE', 'DEATH', 'SLAUGHTER'])
export type AnimalContext = { today: string; zone: string; settings: HusbandryAssumptions }
/** From a birth to the day the milk ended; open while that is null (animal 6). The moments divide the milk of a day that two lactations share. */
export type LactationSpan = {
  parity: number
  beginDate: string
  beginAt: string
  endDate: string | null
  endAt: string | null
  reason: 'DRY_OFF' | 'DEPARTURE' | 'NEXT_BIRTH' | null
}
export type AnimalProjection = {
  status: string
  /** Fields that a person enters and events change: only those that some event named. */
  entered: Record<string, unknown>
  columns: {
    reproStatus: string | null
    lactationStatus: string | null
    healthStatus: string
    parity: number
    lastBirthOn: string | null
    lastMilkKg: number | null
    lastWeightKg: number | null
    lastFleeceKg: number | null
    lastMicron: number | null
    formerTags: string | null
  }
  lactations: LactationSpan[]
  refusal: Refusal | null
}

const females = new Set(['HEAT', 'SERVICE', 'PREGNANCY_CHECK', 'PARTURITION', 'ABORTION', 'DRY_OFF', 'MILKING'])
export const tagFields = ['managementTag', 'pashuAadhaar', 'rfid', 'euAnimalId'] as const
/** Longest list of former numbers on the record; the events have them all. */
export const formerTagsMax = 400
const enteredFields = ['unitId', 'groupIds', ...tagFields] as const
const countFields = ['females', 'males', 'young'] as const
/** An animal that went for these is expected back: its lactation goes on. */
const temporary = new Set(['StudService', 'Agistment', 'Show'])
const checked: Readonly<Record<string, string>> = { Pregnant: 'PREGNANT', Multiple: 'PREGNANT_MULTIPLE', Empty: 'NOT_PREGNANT' }

type Course = { untilDay: string; diagnosisId: string | null }
type State = AnimalProjection & {
  sex: string
  health: { observed: string; diagnoses: Set<string>; course: Course | null }
  tags: Set<string>
}

export function projectAnimal(entity: AnyEntity, record: AnimalRecord, events: readonly HistoryEvent[], context: AnimalContext): AnimalProjection {
  const machine = stateMachine(entity)
  const isOne = record.recordKind !== 'GROUP'
  const own = inOrder(events)
  // What was entered comes first, whenever it was typed: an animal may be entered after its first events happened.
  const typed = own.filter(({ eventType }) => eventType === 'CREATED')
  const ordered = [...typed, ...own.filter(({ eventType }) => eventType !== 'CREATED')]
  const state: State = {
    status: machine.start,
    entered: {},
    columns: {
      reproStatus: null,
      lactationStatus: null,
      healthStatus: 'HEALTHY',
      parity: 0,
      lastBirthOn: null,
      lastMilkKg: null,
      lastWeightKg: null,
      lastFleeceKg: null,
      lastMicron: null,
      formerTags: null,
    },
    lactations: [],
    refusal: null,
    sex: correctedSex(ordered),
    health: { observed: 'HEALTHY', diagnoses: new Set(), course: null },
    tags: new Set(),
  }
  const refuse = (refusal: Refusal | null) => {
    state.refusal ??= refusal
  }
  for (const event of ordered) {
    if (event.eventType === 'CREATED' || event.eventType === 'EDITED') {
      enter(state, event, isOne)
      continue
    }
    if (event.day < record.birthDate)
      refuse(
        refusalAt(event, 'AH-02', phrase`“${word(labelOf(entity, event))}” on ${onDay(event.day)} lies before the birth on ${onDay(record.birthDate)}.`, {
          birthDate: record.birthDate,
        }),
      )
    if (leaving.has(event.eventType) && record.entryDate && event.day < record.entryDate)
      refuse(
        refusalAt(event, 'AH-02', phrase`“${word(labelOf(entity, event))}” on ${onDay(event.day)} lies before the day it came, ${onDay(record.entryDate)}.`, {
          entryDate: record.entryDate,
        }),
      )
    const next = machine.step(state.status, event)
    refuse(next.refusal)
    if (isOne) refuse(contradiction(state, event, entity, record, context, ordered))
    if (!next.refusal) state.status = next.state
    apply(state, event, isOne, context)
  }
  return finish(state, record, context)
}

const labelOf = (entity: AnyEntity, { eventType }: HistoryEvent): string => entity.events[eventType]?.label ?? eventType

/** A correction of the sex holds for the whole life; castration is an event with a date. */
function correctedSex(events: readonly HistoryEvent[]): string {
  const last = events.findLast(({ data }) => 'sex' in changesOf(data))
  return (last ? changesOf(last.data).sex?.to : 'UNKNOWN') as string
}
const changesOf = (data: Record<string, unknown>): Record<string, { to: unknown }> => (data.changes ?? {}) as Record<string, { to: unknown }>

function enter(state: State, { eventType, data }: HistoryEvent, isOne: boolean): void {
  const fields: readonly string[] = isOne ? enteredFields : [...enteredFields, ...countFields]
  // What was left empty when it was entered is empty again when the event that filled it is taken back.
  if (eventType === 'CREATED' && data.changes) for (const field of fields) state.entered[field] = field === 'groupIds' ? [] : null
  for (const [field, { to }] of Object.entries(changesOf(data))) {
    if (!fields.includes(field)) continue
    remember(state, field)
    state.entered[field] = to
  }
}
/** A number that was replaced still finds the animal. */
function remember(state: State, field: string): void {
  const old = state.entered[field]
  if ((tagFields as readonly string[]).includes(field) && typeof old === 'string' && old) state.tags.add(old)
}

/** AH-03, AH-05, AH-06: what the animal itself makes impossible. */
function contradiction(
  { sex, lactations, columns }: State,
  event: HistoryEvent,
  entity: AnyEntity,
  { species }: AnimalRecord,
  { settings }: AnimalContext,
  events: readonly HistoryEvent[],
): Refusal | null {
  const { eventType, day, data } = event
  if (females.has(eventType) && sex !== 'FEMALE')
    return refusalAt(event, 'AH-03', phrase`“${word(labelOf(entity, event))}” on ${onDay(day)} happens to females only.`, { sex })
  if (eventType === 'PROCEDURE' && data.kind === 'CASTRATION' && sex !== 'MALE')
    return refusalAt(event, 'AH-03', phrase`Castrated on ${onDay(day)}: only a male is castrated, and once.`, { sex })
  if (eventType === 'GROUP_COUNT') return refusalAt(event, 'AH-08', 'Only a counted group is counted. This is one animal.', {})
  if (eventType === 'PARTURITION' && columns.lastBirthOn) {
    const least = settings.betweenBirthsDays[species] ?? 110
    if (daysBetween(columns.lastBirthOn, day) < least)
      return refusalAt(
        event,
        'AH-05',
        phrase`She gave birth on ${onDay(columns.lastBirthOn)}; the next birth is at least ${least} days later. Twins are one birth with two young.`,
        {
          lastBirthOn: columns.lastBirthOn,
          leastDays: least,
        },
      )
  }
  if (eventType === 'DRY_OFF' && lactations.at(-1)?.endDate !== null)
    return refusalAt(event, 'AH-06', phrase`She is not in milk on ${onDay(day)}: there is nothing to dry off.`, { lastBirthOn: columns.lastBirthOn })
  if (eventType === 'MILKING' && !isInMilk(lactations, day) && !events.some((one) => one.eventType === 'PARTURITION' && one.day === day))
    return refusalAt(event, 'AH-06', phrase`She is not in milk on ${onDay(day)}: no birth opened a lactation that still runs.`, {
      lastBirthOn: columns.lastBirthOn,
    })
  return null
}
/** The day on which a lactation ends belongs to it. */
const isInMilk = (lactations: readonly LactationSpan[], day: string): boolean =>
  lactations.some(({ beginDate, endDate }) => beginDate <= day && (endDate === null || endDate >= day))

function apply(state: State, { eventType, day, occurredAt, data }: HistoryEvent, isOne: boolean, { zone }: Pick<AnimalContext, 'zone'>): void {
  const { entered, columns, health } = state
  switch (eventType) {
    case 'UNIT_MOVE':
      entered.unitId = data.toUnitId
      if (data.toGroupId) entered.groupIds = [...new Set([...groups(entered), data.toGroupId as string])]
      return
    case 'SET_JOIN':
      entered.groupIds = [...new Set([...groups(entered), data.groupId as string])]
      return
    case 'SET_LEAVE':
      entered.groupIds = groups(entered).filter((id) => id !== data.groupId)
      return
    case 'RETAG':
      remember(state, data.kind as string)
      entered[data.kind as string] = data.newValue
      return
    case 'PROCEDURE':
      if (data.kind === 'CASTRATION') state.sex = 'MALE_NEUTER'
      return
    case 'GROUP_COUNT':
      if (!isOne) Object.assign(entered, { females: data.females, males: data.males, young: data.young })
      return
    case 'SERVICE':
      columns.reproStatus = 'INSEMINATED'
      return
    case 'PREGNANCY_CHECK':
      columns.reproStatus = checked[data.result as string] ?? columns.reproStatus
      return
    case 'ABORTION':
      columns.reproStatus = 'OPEN'
      return
    case 'PARTURITION':
      Object.assign(columns, { reproStatus: 'BIRTHED', parity: columns.parity + 1, lastBirthOn: day })
      endLactation(state, day, occurredAt, 'NEXT_BIRTH')
      state.lactations.push({ parity: columns.parity, beginDate: day, beginAt: occurredAt, endDate: null, endAt: null, reason: null })
      return
    case 'DO_NOT_BREED':
      columns.reproStatus = data.doNotBreed ? 'DO_NOT_BREED' : 'OPEN'
      return
    case 'MILKING':
      columns.lastMilkKg = data.kg as number
      return
    case 'DRY_OFF':
      endLactation(state, day, occurredAt, 'DRY_OFF')
      return
    case 'DEPARTURE':
      if (!temporary.has(data.kind as string)) endLactation(state, day, occurredAt, 'DEPARTURE')
      return
    case 'ARRIVAL': {
      // Back, and not dried off meanwhile as far as anybody knows.
      const last = state.lactations.at(-1)
      if (last?.reason === 'DEPARTURE') Object.assign(last, { endDate: null, endAt: null, reason: null })
      return
    }
    case 'DEATH':
    case 'SLAUGHTER':
      endLactation(state, day, occurredAt, 'DEPARTURE')
      return
    case 'DIAGNOSIS':
      health.diagnoses.add(data.diagnosisId as string)
      return
    case 'TREATMENT':
      health.course = { untilDay: courseOf({ occurredAt, data }, zone).lastDay, diagnosisId: (data.diagnosisId as string | null | undefined) ?? null }
      return
    case 'HEALTH_OBSERVATION':
      Object.assign(health, { observed: data.status, course: null })
      if (data.status === 'HEALTHY') health.diagnoses.clear()
      return
    case 'WEIGHT':
      columns.lastWeightKg = data.kg as number
      return
    case 'SHEARING':
      Object.assign(columns, { lastFleeceKg: data.greasyKg, lastMicron: data.micron ?? null })
  }
}

function endLactation({ lactations }: State, endDate: string, endAt: string, reason: NonNullable<LactationSpan['reason']>): void {
  const last = lactations.at(-1)
  if (last && last.endDate === null) Object.assign(last, { endDate, endAt, reason })
}
const groups = (entered: Record<string, unknown>): string[] => (entered.groupIds as string[] | null | undefined) ?? []

/** The states that pass by themselves, as of today. */
function finish(state: State, { species }: AnimalRecord, { today, settings }: AnimalContext): AnimalProjection {
  const { status, entered, columns, lactations, refusal, sex } = state
  // A male has no breeding and no milk.
  if (sex === 'FEMALE') {
    columns.reproStatus ??= 'OPEN'
    columns.lactationStatus = lactationOn(lactations, today, settings)
    const since = columns.lastBirthOn === null ? 0 : daysBetween(columns.lastBirthOn, today)
    if (columns.reproStatus === 'BIRTHED' && since >= (settings.waitingDays[species] ?? 60)) columns.reproStatus = 'OPEN'
  } else Object.assign(columns, { reproStatus: null, parity: 0, lastBirthOn: null })
  columns.healthStatus = healthOn(state.health, today)
  const present = new Set(tagFields.map((field) => entered[field]))
  columns.formerTags =
    [...state.tags]
      .filter((tag) => !present.has(tag))
      .join(', ')
      .slice(-formerTagsMax) || null
  return { status, entered: { ...entered, sex }, columns, lactations, refusal }
}

function lactationOn(lactations: readonly LactationSpan[], today: string, { freshDays, earlyDays }: HusbandryAssumptions): string {
  const last = lactations.at(-1)
  if (!last) return 'NONE'
  if (last.endDate !== null) return last.reason === 'DRY_OFF' ? 'DRY' : 'NONE'
  const days = daysBetween(last.beginDate, today)
  return days <= freshDays ? 'FRESH' : days <= earlyDays ? 'EARLY' : 'LACTATING'
}

/** A course that is over ends the diagnosis it was given for; without an open diagnosis the animal is healthy again. */
function healthOn({ observed, diagnoses, course }: State['health'], today: string): string {
  if (course && today <= course.untilDay) return 'IN_TREATMENT'
  const open = [...diagnoses].filter((id) => id !== course?.diagnosisId)
  if (open.length > 0) return 'ILL'
  return course && observed !== 'TO_BE_CULLED' ? 'HEALTHY' : observed
}

/** From which moment to which the milk of a lactation counts: each milking belongs to one of them. Null: without an end. */
export function milkWindows(lactations: readonly LactationSpan[]): { span: LactationSpan; from: string | null; until: string | null }[] {
  return lactations.map((span, at) => {
    const [before, next] = [lactations[at - 1], lactations[at + 1]]
    return {
      span,
      from: before && before.endDate === span.beginDate ? span.beginAt : null,
      until: next && next.beginDate === span.endDate ? next.beginAt : null,
    }
  })
}
