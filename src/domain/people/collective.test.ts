// How many members one event of a group names: as many as the largest group has (BR-22).
import { describe, expect, it } from 'vitest'
import { eventDataSchema } from '../kernel/schemas.ts'
import { collective } from './collective.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
const takes = (type: keyof (typeof collective)['events'], data: Record<string, unknown>) => eventDataSchema(collective.events[type]).safeParse(data).success
const training = (count: number) => takes('TRAINING', { topic: 'Neem', hours: 2, farmerIds: ids(count) })
const decided = (count: number) =>
  takes('APPROVAL_COMMITTEE', { seasonId: ids(1)[0], decisions: ids(count).map((farmerId) => ({ farmerId, result: 'APPROVED' })) })

describe('an event for many members', () => {
  it('names a whole group of 500 in a training, and decides on one of 2,000', () => {
    expect([training(0), training(500), training(501)]).toEqual([false, true, false])
    expect([decided(0), decided(2000), decided(2001)]).toEqual([false, true, false])
  })
})
