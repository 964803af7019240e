// Tests of a crop in the field (domain dictionary 3.5, BR-15): a positive one restricts what was picked, every lot made of it and what is picked later; a negative
// one of a later sample lifts that. A crop has no lots of the same sources to be tested again: the manager looks for the cause on its plot.
import { type Declarations, entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { lotTests, type TestKind } from '#domain/kernel/lot-tests.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { holdMadeOf } from '../../ledger/inherited-holds.ts'
import { positiveTestsOf } from '../../ledger/lot-tests.ts'
import { refuseReleasedUntested } from '../../ledger/released-untested.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'
import { refuseAboveLimit } from '../processing/lot-testing.ts'
import { requireSecondPerson, requireSecondPersonOfSample } from '../processing/positive-results.ts'
import { cancelRetests, liftHolds, type Positive } from '../processing/retests.ts'
import type { Crop } from './crop-state.ts'

const crop = entityOf('crop')
type CropEvent<K extends 'SAMPLE_TAKEN' | 'LAB_RESULT'> = EventBehaviour<Declarations['crop'], K>

const isPositiveNow = async (scope: Scope, { id }: Crop, kind: TestKind): Promise<boolean> => (await positiveTestsOf(scope, [id])).get(id)?.has(kind) === true

/** A sample recorded late was awaited by every release between it and its result. */
export const fieldSample: CropEvent<'SAMPLE_TAKEN'> = {
  apply: (scope, { subject, event }) => refuseReleasedUntested(scope, subject.id, event.occurredAt, 'added'),
  checkVoid: (scope, { subject, event }) => requireSecondPersonOfSample(scope, { entity: 'crop', row: subject }, event),
  settle: async (scope, { subject, event }) => followTests(scope, subject, event.data.kind, event.id),
}

export const fieldResult: CropEvent<'LAB_RESULT'> = {
  async check(_scope, { event }) {
    refuseAboveLimit(event.data)
  },
  async apply(scope, { subject, event, flag }) {
    const { kind, result, reportNo } = event.data
    if (result === 'NEGATIVE' || !(await isPositiveNow(scope, subject, kind))) return
    flag({
      ruleId: 'BR-15',
      severity: 'REVIEW',
      message: phrase`${word(lotTests[kind])} test of the field positive (${reportNo}): what was picked is held back; look for the cause.`,
      figures: { reportNo },
    })
    await askForCause(scope, subject, { eventId: event.id, kind, reportNo })
  },
  async checkVoid(scope, { subject, event }) {
    if (event.data.result === 'POSITIVE') await requireSecondPerson(scope, { entity: 'crop', row: subject }, event)
    await refuseReleasedUntested(scope, subject.id, event.occurredAt, 'voided')
  },
  async settle(scope, { subject, event }, isVoided) {
    if (isVoided) await cancelRetests(scope, event.id)
    await followTests(scope, subject, event.data.kind, event.id)
  },
}

/** At the end of the step: where the field is positive, what was made of it is restricted for each positive result; where it is not, its holds are lifted. */
const followTests = (scope: Scope, subject: Crop, kind: TestKind, causeEventId: string): Promise<void> =>
  atEndOfStep(scope, `tests of the field ${subject.id} ${kind}`, async () => {
    if (!(await isPositiveNow(scope, subject, kind))) return liftHolds(scope, { entity: 'crop', id: subject.id }, kind, causeEventId)
    for (const { id, data } of await eventsOf(scope, crop, subject.id, ['LAB_RESULT']))
      if (data.kind === kind && data.result === 'POSITIVE')
        await holdMadeOf(scope, subject.id, { eventId: id, kind, reportNo: data.reportNo, title: subject.title })
  })

async function askForCause(scope: Scope, subject: Crop, { eventId, kind, reportNo }: Positive): Promise<void> {
  const [plot] = subject.parcelId === null ? [] : await recordsById(scope, entityOf('landparcel'), [subject.parcelId])
  await createBySystem(
    scope,
    entityOf('task'),
    {
      operatorId: subject.operatorId,
      subject: `${subject.title}, ${plot?.title ?? ''}: ${lotTests[kind]} test positive (${reportNo}), find the cause`.slice(0, 160),
      type: 'SAMPLE',
      priority: 'P1',
      dueDate: addDays(localDay(scope), tolerances(scope).retestDays),
      team: 'OPERATOR_MANAGER',
      cropId: subject.id,
      farmerId: subject.farmerId,
      ruleId: 'BR-15',
      fourEyes: false,
      evidence: [],
      checklist: [],
    },
    eventId,
  )
}
