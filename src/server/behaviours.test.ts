import { describe, expect, it } from 'vitest'
import { behaviours } from './behaviours.ts'
import type { EventBehaviour } from './scope.ts'

const eventsWith = (part: keyof EventBehaviour): string[] =>
  Object.entries(behaviours).flatMap(([entity, { events = {} }]) =>
    Object.entries(events).flatMap(([type, behaviour]) => (behaviour?.[part] ? [`${entity}.${type}`] : [])),
  )

describe('taking an event back (decision 0032)', () => {
  it('is derived but where a neighbour or a person decides', () => {
    expect(eventsWith('undo').sort()).toEqual([
      'landparcel.DISPUTE_RESOLVED',
      'landparcel.MERGED',
      'landparcel.MERGED_AWAY',
      'landparcel.RETIRED',
      'landparcel.SPLIT',
      'submission.APPROVED',
      'submission.RESOLVED',
      'submission.RETRIED',
      'task.DONE',
      'user.REINSTATED',
    ])
  })
  it('is refused for what has left the product, is its own word, or is signed', () => {
    expect(eventsWith('isFinal').sort()).toEqual([
      'approvedlist.COUNTERSIGNED',
      'approvedlist.DISCARDED',
      'approvedlist.RETURNED',
      'approvedlist.SIGNED',
      'collective.LIST_DRAWN_UP',
      'crop.CLAIM_LOWERED',
      'productbatch.PURCHASE_CONFIRMED',
      'recallcase.CLOSED',
      'user.INVITATION_SENT',
      'user.SIGNED_IN_FIRST',
      'user.SIGNED_OUT',
      'user.SIGN_IN_FREED',
    ])
  })
})
