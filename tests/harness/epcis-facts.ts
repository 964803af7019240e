// Facts made up for tests of the mapping to EPCIS, and the event that one of them makes.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { epcisEvents, type Making } from '#domain/reports/epcis/document.ts'
import type { EventFacts } from '#domain/reports/epcis/facts.ts'
import type { EpcisName } from '#domain/reports/epcis/names.ts'

export const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
export const making: Making = {
  base: 'https://cotton.example/id/',
  timeZone: 'Asia/Kolkata',
  digest,
  mask: (kind, id) => digest(`${kind} ${id}`).slice(0, 22),
  canonical: (value) => canonicalize(value) ?? '',
}
export const fact = (name: EpcisName, more: Partial<EventFacts> = {}): EventFacts => ({
  id: 'e-1',
  name,
  subjectId: 's-1',
  occurredAt: '2025-11-03T20:00:00Z',
  day: '2025-11-04',
  recordedAt: '2025-11-05T06:00:00Z',
  data: {},
  voided: null,
  supersedesId: null,
  taken: [],
  brought: [],
  materials: new Map(),
  wasteKg: 0,
  invisibleKg: 0,
  units: [],
  ended: [],
  onHandKg: 40,
  facilityId: 'f-1',
  leftId: null,
  parcelId: null,
  cropIds: [],
  farmerId: null,
  holderId: 'h-1',
  lotNo: null,
  inputName: null,
  country: null,
  certificate: null,
  ...more,
})
export const one = (name: EpcisName, more: Partial<EventFacts> = {}, by: Making = making) => {
  const [event] = epcisEvents([fact(name, more)], by)
  if (!event) throw new Error(`${name} makes no event`)
  return event
}
