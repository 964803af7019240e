// What the events of an animal tell of it, read from the first to the last: where it stands, its tags, breeding, milk and
// health (animal 5.3, 5.4). Told anew after every event and after one was taken back, so that nothing is left over.

/** An event with the farm's day on which it happened. CREATED and EDITED carry what a person entered. */
export type AnimalEvent = { eventType: string; day: string; data: Record<string, unknown> }
export type AnimalProjection = {
  /** Fields that a person enters and events change: only those that some event spoke of. */
  entered: Record<string, unknown>
  reproStatus: string | null
  lactationStatus: string | null
  healthStatus: string
  parity: number
  lastBirthOn: string | null
  lastMilkKg: number | null
  lastWeightKg: number | null
  lastFleeceKg: number | null
  lastMicron: number | null
  lactations: LactationSpan[]
}
/** From a birth to the day the milk ended; open while that is null (animal 6). */
export type LactationSpan = { parity: number; beginDate: string; endDate: string | null; reason: 'DRY_OFF' | 'DEPARTURE' | 'NEXT_BIRTH' | null }

const changedByEvents = ['unitId', 'groupIds', 'sex', 'managementTag', 'pashuAadhaar', 'rfid', 'euAnimalId', 'females', 'males', 'young'] as const
const checked: Readonly<Record<string, string>> = { Pregnant: 'PREGNANT', Multiple: 'PREGNANT_MULTIPLE', Empty: 'NOT_PREGNANT' }
/** Days in milk up to which a lactation is called fresh, and early (animal 5.3; assumption). */
const freshDays = 21
const earlyDays = 100

/** `events` in the order in which they count: by the time of happening. */
export function animalProjection(events: readonly AnimalEvent[]): AnimalProjection {
  const projection: AnimalProjection = {
    entered: {},
    reproStatus: null,
    lactationStatus: null,
    healthStatus: 'HEALTHY',
    parity: 0,
    lastBirthOn: null,
    lastMilkKg: null,
    lastWeightKg: null,
    lastFleeceKg: null,
    lastMicron: null,
    lactations: [],
  }
  for (const event of events) step(projection, event)
  // A male has no breeding and no milk to tell of.
  if (projection.entered.sex === 'FEMALE') {
    projection.reproStatus ??= 'OPEN'
    projection.lactationStatus ??= 'NONE'
  }
  return projection
}

function step(projection: AnimalProjection, { eventType, day, data }: AnimalEvent): void {
  const { entered } = projection
  switch (eventType) {
    case 'CREATED':
    case 'EDITED':
      for (const [field, change] of Object.entries((data.changes ?? {}) as Record<string, { to: unknown }>))
        if ((changedByEvents as readonly string[]).includes(field)) entered[field] = change.to
      return
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
      entered[data.kind as string] = data.newValue
      return
    case 'PROCEDURE':
      if (data.kind === 'CASTRATION') entered.sex = 'MALE_NEUTER'
      return
    case 'GROUP_COUNT':
      Object.assign(entered, { females: data.females, males: data.males, young: data.young })
      return
    case 'SERVICE':
      projection.reproStatus = 'INSEMINATED'
      return
    case 'PREGNANCY_CHECK':
      projection.reproStatus = checked[data.result as string] ?? projection.reproStatus
      return
    case 'ABORTION':
      projection.reproStatus = 'OPEN'
      return
    case 'PARTURITION':
      Object.assign(projection, { reproStatus: 'BIRTHED', lactationStatus: 'FRESH', parity: projection.parity + 1, lastBirthOn: day })
      endLactation(projection, day, 'NEXT_BIRTH')
      projection.lactations.push({ parity: projection.parity, beginDate: day, endDate: null, reason: null })
      return
    case 'DO_NOT_BREED':
      projection.reproStatus = data.doNotBreed ? 'DO_NOT_BREED' : 'OPEN'
      return
    case 'MILKING':
      Object.assign(projection, { lastMilkKg: data.kg, lactationStatus: inMilk(projection.lastBirthOn, day) })
      return
    case 'DRY_OFF':
      projection.lactationStatus = 'DRY'
      endLactation(projection, day, 'DRY_OFF')
      return
    case 'DEPARTURE':
    case 'DEATH':
    case 'SLAUGHTER':
      endLactation(projection, day, 'DEPARTURE')
      return
    case 'DIAGNOSIS':
      projection.healthStatus = 'ILL'
      return
    case 'TREATMENT':
      projection.healthStatus = 'IN_TREATMENT'
      return
    case 'HEALTH_OBSERVATION':
      projection.healthStatus = data.status as string
      return
    case 'WEIGHT':
      projection.lastWeightKg = data.kg as number
      return
    case 'SHEARING':
      Object.assign(projection, { lastFleeceKg: data.greasyKg, lastMicron: data.micron ?? null })
  }
}

function endLactation(projection: AnimalProjection, endDate: string, reason: NonNullable<LactationSpan['reason']>): void {
  const last = projection.lactations.at(-1)
  if (last && last.endDate === null) Object.assign(last, { endDate, reason })
}

const groups = (entered: Record<string, unknown>): string[] => (entered.groupIds as string[] | null | undefined) ?? []

function inMilk(lastBirthOn: string | null, day: string): string {
  if (!lastBirthOn) return 'LACTATING'
  const days = (Date.parse(day) - Date.parse(lastBirthOn)) / 86_400_000
  return days <= freshDays ? 'FRESH' : days <= earlyDays ? 'EARLY' : 'LACTATING'
}
