// The state of a lot as a fold of its events in order of occurrence (domain dictionary 4.4, BR-15): where it stands in its
// life, what holds it, and what its samples say. A hold is beside the life: a restricted lot that travels is still received.
import { numberOf } from '../kernel/document-number.ts'
import type { EventSpec, StatusOf } from '../kernel/entity.ts'
import type { HistoryEvent, StateMachine } from '../kernel/history.ts'
import { lotTests, type TestKind } from '../kernel/lot-tests.ts'
import { phrase, word } from '../messages/message.ts'
import { type Reason, spelledReason } from '../messages/spelled-row.ts'
import { productbatch } from '../processing/productbatch.ts'
import type { GmoStatus } from '../rules/gmo.ts'

/** `takenAt`: when the sample was taken; null when only its result is known. `result` null: awaited. */
export type Sample = {
  kind: TestKind
  sampleNo: string
  takenAt: string | null
  result: 'NEGATIVE' | 'POSITIVE' | null
  resultAt: string | null
  reportNo: string | null
  /** What was looked for; null: not named, anything of this kind. */
  substance?: string | null
  /** No sample yet: one is asked for, because a lot of the same sources was positive. Any sample taken since then answers it. */
  isRequested?: true
}
/**
 * `version`: of the record when the hold became known. `isOfBody`: a certification body's, until whose agreement it stays (4.4); `bodyId`: which one, where that is known; `agreedBy`:
 * the event of its agreement.
 */
export type Hold = Reason & { eventId: string; positive: TestKind | null; version: number; isOfBody?: true; bodyId?: string; agreedBy?: string }
export type LotStatus = StatusOf<typeof productbatch>
const isLotStatus = (status: string): status is LotStatus => Object.hasOwn(productbatch.states, status)
function lotStatus(status: string): LotStatus {
  if (!isLotStatus(status)) throw new Error(`A lot is never ${status}`)
  return status
}
export type LotState = {
  /** OPEN, CLOSED, RELEASED, IN_TRANSIT, RECEIVED, DISPOSED or VOIDED. */
  life: LotStatus
  holds: readonly Hold[]
  samples: readonly Sample[]
  /** Open recalls with goods of it (BR-27), in order. */
  recalls: readonly (Reason & { caseId: string })[]
  /** Released as conventional. */
  isDowngraded: boolean
}

/** What is possible with a restricted lot besides what its declaration allows in QUARANTINED or RECALLED: it goes on travelling. */
const whileOnHold: ReadonlySet<string> = new Set(['RECEIVED', 'SAMPLE_TAKEN', 'LAB_RESULT', 'QR_REVOKED', 'RECALL_ENDED', 'RETEST_ASKED', 'HOLD_LIFTED'])
const final: ReadonlySet<string> = new Set(['DISPOSED', 'VOIDED'])

export const lotStates: Omit<StateMachine<LotState>, 'statusOf'> & { statusOf(state: LotState): LotStatus } = {
  moves: new Set([
    'CLOSED',
    'RELEASED',
    'RECEIVED',
    'QUARANTINE',
    'RECALL',
    'RETEST_ASKED',
    'HOLD_LIFTED',
    'RECALL_ENDED',
    'SAMPLE_TAKEN',
    'LAB_RESULT',
    'RELEASE_AGREED',
    'RELEASE',
    'DISPOSAL',
    'VOIDED',
    'ADJUST_APPROVED',
    'QR_REVOKED',
    // Move nothing; what was packed, or loaded loose, is judged by what was there, and an adjustment by whether it was agreed to.
    'ADJUST_AGREED',
    'REPACK',
    'LOADED',
    'UNLOADED',
    // Its claim comes into the lot with the approval.
    'OPENING_STOCK',
    'OPENING_APPROVED',
  ]),
  start: (status) => ({ life: lotStatus(status), holds: [], recalls: [], samples: [], isDowngraded: false }),
  statusOf: ({ life, holds, recalls }) => (final.has(life) ? life : recalls.length ? 'RECALLED' : holds.length ? 'QUARANTINED' : life),
  step(state, event, spec) {
    if (!isPossibleNow(state, event, spec)) return undefined
    return apply(state, event, spec)
  },
}

function isPossibleNow(state: LotState, { eventType, data, version }: HistoryEvent, { from }: EventSpec): boolean {
  if (final.has(state.life)) return false
  // The event that made the lot was voided.
  if (eventType === 'VOIDED' && data.causeEventId) return true
  if (!from) return true
  // A positive result that was recorded late does not undo what was done before anybody knew of it; what it restricts is restricted from then on.
  const known = lotStates.statusOf({ ...state, holds: state.holds.filter((hold) => hold.positive === null || hold.version < version) })
  const status = lotStates.statusOf(state)
  if (from.includes(known) || from.includes(status)) return true
  if (!isRestricted(state)) return false
  // A second hold, caused by a test of a lot this one was made of, or by the certification body, is recorded beside the first.
  // What a receipt weighs beyond the dispatch is proposed of a restricted lot, too.
  const isCaused = (eventType === 'QUARANTINE' || eventType === 'ADJUST') && !!data.causeEventId
  return (whileOnHold.has(eventType) || isCaused || (eventType === 'QUARANTINE' && data.isOfBody === true)) && from.includes(state.life)
}

/** A hold or a recall keeps its goods from being used, sent and certified. */
export const isRestricted = (state: LotState): boolean => ['QUARANTINED', 'RECALLED'].includes(lotStates.statusOf(state))
/** Why: the last recall, or else the last hold; null when nothing restricts it. */
export function restrictedBecause(state: LotState): { quarantineReason: string | null; quarantineWords: string | null } {
  const cause: Reason | undefined = isRestricted(state) ? (state.recalls.at(-1) ?? state.holds.at(-1)) : undefined
  return { quarantineReason: cause?.reason ?? null, quarantineWords: cause?.words ?? null }
}

/** 4.4: the body holds it back and has not agreed to a release. */
export const isWaitingForBody = ({ isOfBody, agreedBy }: Hold): boolean => isOfBody === true && agreedBy === undefined

const reasonOf = ({ data }: HistoryEvent): Reason => ({ reason: data.reason as string, words: typeof data.words === 'string' ? data.words : null })

function apply(state: LotState, event: HistoryEvent, spec: EventSpec): LotState {
  const { data } = event
  switch (event.eventType) {
    case 'QUARANTINE': {
      const hold = { eventId: event.id, ...reasonOf(event), positive: null, version: event.version }
      if (data.isOfBody !== true) return { ...state, holds: [...state.holds, hold] }
      const { certificationBodyId: bodyId } = data
      return { ...state, holds: [...state.holds, { ...hold, isOfBody: true, ...(typeof bodyId === 'string' ? { bodyId } : {}) }] }
    }
    case 'RELEASE_AGREED': {
      // Of what another body holds back it says nothing.
      const isOf = (hold: Hold): boolean => isWaitingForBody(hold) && (hold.bodyId === undefined || hold.bodyId === data.certificationBodyId)
      return { ...state, holds: state.holds.map((hold) => (isOf(hold) ? { ...hold, agreedBy: event.id } : hold)) }
    }
    case 'RECALL':
      return { ...state, recalls: [...state.recalls, { caseId: data.caseId as string, ...reasonOf(event) }] }
    case 'RECALL_ENDED':
      return { ...state, recalls: state.recalls.filter(({ caseId }) => caseId !== data.caseId) }
    case 'SAMPLE_TAKEN':
    case 'RETEST_ASKED':
      return { ...state, samples: withTest(state.samples, event) }
    case 'HOLD_LIFTED':
      return { ...state, holds: state.holds.filter(({ eventId }) => eventId !== data.holdEventId) }
    case 'LAB_RESULT': {
      const samples = withTest(state.samples, event)
      const kind = data.kind as TestKind
      // BR-15: a negative result releases what a positive one restricted; one of an older sample does not.
      const cleared = { ...state, samples, holds: state.holds.filter(({ positive }) => positive !== kind || isPositive({ samples }, kind)) }
      if (data.result !== 'POSITIVE' || !isPositive({ samples }, kind)) return cleared
      const because = spelledReason(phrase`${word(lotTests[kind])} test positive, report ${String(data.reportNo)}`)
      return { ...cleared, holds: [...cleared.holds, { eventId: event.id, ...because, positive: kind, version: event.version }] }
    }
    case 'RELEASE': {
      const isDowngraded = data.downgrade === true
      // Without a downgrade a positive test goes on holding the lot until a later sample is negative.
      const isTestHold = ({ positive }: Hold): boolean => !isDowngraded && positive !== null && isPositive(state, positive)
      // What the body holds back stays so until it has agreed, also where its hold became known later.
      const holds = state.holds.filter((hold) => isTestHold(hold) || isWaitingForBody(hold))
      return {
        ...state,
        holds,
        isDowngraded: state.isDowngraded || isDowngraded,
        life: state.life === 'CLOSED' && holds.length === 0 ? 'RELEASED' : state.life,
      }
    }
    case 'DISPOSAL':
      return { ...state, life: 'DISPOSED', holds: state.holds.filter(isWaitingForBody), recalls: [] }
    default:
      return spec.to ? { ...state, life: lotStatus(spec.to) } : state
  }
}

/** A SAMPLE_TAKEN, RETEST_ASKED or LAB_RESULT. */
export type TestEvent = Pick<HistoryEvent, 'eventType' | 'occurredAt' | 'data'>
function withTest(samples: readonly Sample[], { eventType, occurredAt, data }: TestEvent): Sample[] {
  if (eventType === 'SAMPLE_TAKEN') return withSample(samples, data, { takenAt: occurredAt })
  if (eventType === 'RETEST_ASKED') return [...withSample(samples, data, { takenAt: occurredAt, isRequested: true })]
  return withSample(samples, data, {
    result: data.result as 'NEGATIVE' | 'POSITIVE',
    resultAt: occurredAt,
    reportNo: data.reportNo as string,
    substance: typeof data.substance === 'string' ? data.substance : null,
  })
}
/** Of the tests of a lot, in order of occurrence. */
export const samplesOf = (tests: readonly TestEvent[]): Sample[] => tests.reduce<Sample[]>(withTest, [])

function withSample(samples: readonly Sample[], { kind, sampleNo }: HistoryEvent['data'], known: Partial<Sample>): Sample[] {
  const isIt = (one: Sample) => one.kind === kind && numberOf(one.sampleNo) === numberOf(sampleNo as string) && !(known.result && one.result)
  const found = samples.find(isIt)
  const blank: Sample = { kind: kind as TestKind, sampleNo: sampleNo as string, takenAt: null, result: null, resultAt: null, reportNo: null }
  return found ? samples.map((one) => (one === found ? { ...one, ...known } : one)) : [...samples, { ...blank, ...known }]
}

/** BR-15: a positive result stands until a sample taken after it is negative, for the same substance where the negative one names one. A negative result without a recorded sample clears nothing. */
export function isPositive({ samples }: Pick<LotState, 'samples'>, kind: TestKind): boolean {
  const ofKind = samples.filter((sample) => sample.kind === kind)
  return ofKind.some(
    ({ result, takenAt, resultAt, substance }) =>
      result === 'POSITIVE' &&
      !ofKind.some(
        (other) =>
          other.result === 'NEGATIVE' &&
          other.takenAt !== null &&
          other.takenAt > (takenAt ?? resultAt ?? '') &&
          (!other.substance || other.substance.trim().toLowerCase() === substance?.trim().toLowerCase()),
      ),
  )
}

/** What the lot's own tests of a kind say; null when it was never sampled for it. */
export function resultOf(state: Pick<LotState, 'samples'>, kind: TestKind): GmoStatus | null {
  const ofKind = state.samples.filter((sample) => sample.kind === kind)
  if (ofKind.length === 0) return null
  if (isPositive(state, kind)) return 'POSITIVE'
  return awaitedIn(ofKind) ? 'PENDING' : 'NEGATIVE'
}
export const awaitedIn = (samples: readonly Sample[]): boolean =>
  samples.some(
    ({ result, isRequested, kind, takenAt }) =>
      result === null &&
      !(isRequested && samples.some((other) => !other.isRequested && other.kind === kind && other.takenAt !== null && other.takenAt > (takenAt ?? ''))),
  )
