// Tests of what was picked, of soil and of water, and proofs that seed is not genetically modified, as facts of a crop.
import type { CropFacts, LabKind, LabResult } from '#domain/certification/judging/facts.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import { type DeclaredEvent, declaredEvents } from '#domain/kernel/history.ts'
import type { CropRow, LotRow } from './crop-fact-rows.ts'
import type { PaperFiles } from './crop-papers.ts'

const productbatch = entityOf('productbatch')

/** A proof without a number is its file: one that a device has announced counts when it has come. */
const isThere = (
  { nonGmProof, nonGmProofFiles }: { nonGmProof?: string | null | undefined; nonGmProofFiles?: readonly string[] | null | undefined },
  files: PaperFiles,
): boolean => Boolean(nonGmProof) || (nonGmProofFiles ?? []).some((id) => files.has(id))

export function proofsOf(row: CropRow, own: readonly DeclaredEvent<Declarations['crop']>[], lots: readonly LotRow[], files: PaperFiles): CropFacts['gmProofs'] {
  const written = declaredProofs(own, files)
  const planned = { kind: row.nonGmProofKind ?? null, number: row.nonGmProof ?? '', eventId: null }
  const isWritten = written.some(({ kind, number }) => kind === planned.kind && number === planned.number)
  const ofField = own.flatMap((event) =>
    event.eventType === 'LAB_RESULT' && event.data.kind === 'GMO' && event.data.result === 'NEGATIVE'
      ? [{ kind: 'GMO_TEST' as const, number: event.data.reportNo, eventId: event.id }]
      : [],
  )
  const papers = [...written, ...(isThere(row, files) && !isWritten ? [planned] : [])]
  const tested = declaredTests(lots).flatMap(({ event, cropId }) =>
    cropId === row.id && event.eventType === 'LAB_RESULT' && event.data.kind === 'GMO' && event.data.result === 'NEGATIVE'
      ? [{ kind: 'GMO_TEST' as const, number: event.data.reportNo, eventId: event.id }]
      : [],
  )
  return [...papers, ...ofField, ...tested]
}
const declaredProofs = (own: readonly DeclaredEvent<Declarations['crop']>[], files: PaperFiles): CropFacts['gmProofs'] =>
  own.flatMap((event) => {
    if (event.eventType !== 'SEED_RECEIPT' && event.eventType !== 'SOWING' && event.eventType !== 'RESOWING') return []
    if (!isThere(event.data, files)) return []
    return [{ kind: event.data.nonGmProofKind ?? null, number: event.data.nonGmProof ?? '', eventId: event.id }]
  })

/** Tests of lots that hold something of a crop, typed by the declaration of lots. */
function declaredTests(lots: readonly LotRow[]) {
  return lots.flatMap(({ cropId, root, depth, eventId, eventType, occurredAt, data }) => {
    if (eventId === null || eventType === null || occurredAt === null) return []
    const history = {
      id: eventId,
      eventType,
      occurredAt,
      recordedAt: occurredAt,
      recordedBy: null,
      version: 0,
      data: data ?? {},
      statusBefore: null,
      statusAfter: '',
    }
    return declaredEvents(productbatch, [history]).map((event) => ({ cropId, root, depth, event }))
  })
}

/**
 * Results by the farm lot that they speak of; samples whose result is not there yet are awaited. A positive result of a lot that was
 * mixed of many farms proves nothing of one of them: the lots behind it are tested again (BR-15), and theirs counts.
 */
export function testsOf(lots: readonly LotRow[], day: (moment: string) => string): LabResult[] {
  const tests = declaredTests(lots)
  const isKnown = (root: string, sampleNo: string): boolean =>
    tests.some((one) => one.root === root && one.event.eventType === 'LAB_RESULT' && numberOf(one.event.data.sampleNo) === numberOf(sampleNo))
  return tests.flatMap(({ root, depth, event }): LabResult[] => {
    const of = { eventId: event.id, day: day(event.occurredAt), lotId: root, isOfMixed: depth > 0 }
    if (event.eventType === 'SAMPLE_TAKEN') return isKnown(root, event.data.sampleNo) ? [] : [{ ...of, test: event.data.kind, isPositive: null }]
    if (event.eventType !== 'LAB_RESULT') return []
    const isPositive = event.data.result === 'POSITIVE'
    return isPositive && depth > 0 ? [] : [{ ...of, test: event.data.kind, isPositive }]
  })
}
/** Of the crop in the field, in order of occurrence; a lot that is to be tested has its own. */
export function fieldTestsOf(own: readonly DeclaredEvent<Declarations['crop']>[], day: (moment: string) => string): LabResult[] {
  const tests = [...own].sort((one, other) => (one.occurredAt < other.occurredAt ? -1 : one.occurredAt > other.occurredAt ? 1 : 0))
  const isKnown = (kind: string, sampleNo: string): boolean =>
    tests.some((one) => one.eventType === 'LAB_RESULT' && one.data.kind === kind && numberOf(one.data.sampleNo) === numberOf(sampleNo))
  return tests.flatMap((event): LabResult[] => {
    const of = { eventId: event.id, day: day(event.occurredAt), lotId: null, isOfMixed: false }
    if (event.eventType === 'SAMPLE_TAKEN') return isKnown(event.data.kind, event.data.sampleNo) ? [] : [{ ...of, test: event.data.kind, isPositive: null }]
    return event.eventType === 'LAB_RESULT' ? [{ ...of, test: event.data.kind, isPositive: event.data.result === 'POSITIVE' }] : []
  })
}
const plotTests: Readonly<Record<string, LabKind>> = { SOIL_TEST: 'SOIL', WATER_TEST: 'WATER' }
/** A test of soil says what it holds; one of water has a finding where it names contaminants, until the same source is tested clean. */
export const soilAndWater = (
  ofPlot: readonly { id: string; eventType: string; occurredAt: string; data: Readonly<Record<string, unknown>> }[],
  day: (moment: string) => string,
): LabResult[] =>
  ofPlot.flatMap(({ id, eventType, occurredAt, data: { waterSource, contaminants } }): LabResult[] => {
    const test = plotTests[eventType]
    if (!test) return []
    const isPositive = typeof contaminants === 'string' && contaminants.trim() !== ''
    const source = typeof waterSource === 'string' ? { source: waterSource.trim().toLowerCase() } : {}
    return [{ eventId: id, day: day(occurredAt), test, isPositive, lotId: null, ...source, isOfMixed: false }]
  })
