import { globSync, readFileSync } from 'node:fs'
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
  // Each has its reason in decision 0032: it acts on other records by recorded events or at the end of the step, a column is empty again, or the code of a refusal differs (0089).
  it('is a branch of settle in these files alone', () => {
    const files = globSync('src/server/behaviours/**/*.ts').filter((path) => readFileSync(path, 'utf8').includes('isVoided'))
    expect(files.map((path) => path.replaceAll('\\', '/').replace('src/server/behaviours/', '')).sort()).toEqual([
      'certification/checklist.ts',
      'cropping/crop-ceilings.ts',
      'cropping/crop-sowing.ts',
      'cropping/crop-testing.ts',
      'cropping/crop.ts',
      'cropping/planevent.ts',
      'cropping/raised-ceilings.ts',
      'land/croppingsystem.ts',
      'land/landparcel-boundary.ts',
      'land/landparcel-clock.ts',
      'land/landparcel-events.ts',
      'people/collective.ts',
      'people/external-audit.ts',
      'people/farmer-merge.ts',
      'people/farmer.ts',
      'people/group-inputs.ts',
      'people/season-results.ts',
      'processing/lot-testing.ts',
      'processing/processingsystem.ts',
      'publication.ts',
      'work/submission.ts',
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
