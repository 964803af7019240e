// The columns of a recall as its events say: its moments, what the last trace found, and what holders answered last (BR-27).
import type { HistoryEvent } from '../kernel/history.ts'

/** Of one holder; `processorId` null: the operator. Kilograms. */
export type RecallAnswer = {
  processorId: string | null
  acknowledgedAt: string | null
  answeredAt: string | null
  locatedKg: number
  returnedKg: number
  note: string | null
}
const figureNames = ['lotsCount', 'holdersCount', 'processorIds', 'isWithOperator', 'affectedKg', 'foundKg', 'restrictedKg', 'shippedKg', 'traceMs'] as const
type Figures = {
  lotsCount: number
  holdersCount: number
  processorIds: string[]
  isWithOperator: boolean
  affectedKg: number
  foundKg: number
  restrictedKg: number
  shippedKg: number
  traceMs: number
}

/** The trace with which it was opened is part of its entry; each later one is an event. */
const isTrace = ({ eventType }: HistoryEvent): boolean => eventType === 'CREATED' || eventType === 'WIDENED'
function figuresOf({ eventType, data }: HistoryEvent): Figures {
  const nothing: Figures = {
    lotsCount: 0,
    holdersCount: 0,
    processorIds: [],
    isWithOperator: false,
    affectedKg: 0,
    foundKg: 0,
    restrictedKg: 0,
    shippedKg: 0,
    traceMs: 0,
  }
  if (eventType !== 'CREATED') return { ...nothing, ...(data as Partial<Figures>) }
  const changes = (data.changes ?? {}) as Record<string, { to?: unknown } | undefined>
  const entered = figureNames.flatMap((name) => (changes[name]?.to == null ? [] : [[name, changes[name]?.to]]))
  return { ...nothing, ...(Object.fromEntries(entered) as Partial<Figures>) }
}
/** To the gram. */
export const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/** What each holder said last, in order of the first word. `history`: in order of occurrence. */
export function answersOf(history: readonly HistoryEvent[]): RecallAnswer[] {
  const answers = new Map<string | null, RecallAnswer>()
  for (const { eventType, occurredAt, data } of history) {
    if (eventType !== 'ACKNOWLEDGED' && eventType !== 'ANSWERED') continue
    const processorId = (data.processorId as string | null | undefined) ?? null
    const known = answers.get(processorId) ?? { processorId, acknowledgedAt: null, answeredAt: null, locatedKg: 0, returnedKg: 0, note: null }
    const note = (data.note as string | null | undefined) ?? known.note
    const at = { acknowledgedAt: known.acknowledgedAt ?? occurredAt }
    if (eventType === 'ACKNOWLEDGED') answers.set(processorId, { ...known, ...at, note })
    else answers.set(processorId, { ...known, ...at, note, answeredAt: occurredAt, locatedKg: Number(data.locatedKg), returnedKg: Number(data.returnedKg) })
  }
  return [...answers.values()]
}

/** BR-27: (located + returned) / affected; null when nothing is affected. Never above 1: books may have been corrected since an answer. */
export function effectivenessOf(answers: readonly Pick<RecallAnswer, 'locatedKg' | 'returnedKg'>[], affectedKg: number): number | null {
  if (!(affectedKg > 0)) return null
  const accounted = answers.reduce((sum, { locatedKg, returnedKg }) => sum + locatedKg + returnedKg, 0)
  return Math.round(Math.min(1, accounted / affectedKg) * 100_000) / 100_000
}

/** Columns that follow from the events alone. `openedAt`: when it was entered. */
export function recallColumns(history: readonly HistoryEvent[], openedAt: string) {
  const traces = history.filter(isTrace)
  const last = traces.at(-1)
  const found = last ? figuresOf(last) : undefined
  const all = answersOf(history)
  const requested = new Set<string | null>(found ? [...found.processorIds, ...(found.isWithOperator ? [null] : [])] : [])
  const answered = all.filter(({ processorId, answeredAt }) => answeredAt !== null && requested.has(processorId))
  const at = (eventType: string): string | null => history.findLast((event) => event.eventType === eventType)?.occurredAt ?? null
  const closed = history.findLast(({ eventType }) => eventType === 'CLOSED')
  const widened = history.findLastIndex(({ eventType }) => eventType === 'WIDENED')
  const contained = history.findLastIndex(({ eventType }) => eventType === 'CONTAINED')
  return {
    openedAt,
    // Whoever was asked once goes on seeing the case.
    processorIds: [...new Set(traces.flatMap((trace) => figuresOf(trace).processorIds))].sort(),
    tracedAt: last?.occurredAt ?? null,
    isWithOperator: found?.isWithOperator ?? false,
    traceMs: traces[0] ? figuresOf(traces[0]).traceMs : null,
    lotsCount: found?.lotsCount ?? 0,
    holdersCount: found?.holdersCount ?? 0,
    answersCount: answered.length,
    answeredAt:
      found && found.holdersCount > 0 && answered.length >= found.holdersCount
        ? (answered
            .map(({ answeredAt }) => answeredAt ?? '')
            .sort()
            .at(-1) ?? null)
        : null,
    containedAt: contained > widened ? at('CONTAINED') : null,
    closedAt: closed?.occurredAt ?? null,
    affectedKg: found?.affectedKg ?? 0,
    foundKg: found?.foundKg ?? 0,
    restrictedKg: found?.restrictedKg ?? 0,
    shippedKg: found?.shippedKg ?? 0,
    locatedKg: gram(all.reduce((sum, { locatedKg }) => sum + locatedKg, 0)),
    returnedKg: gram(all.reduce((sum, { returnedKg }) => sum + returnedKg, 0)),
    effectiveness: effectivenessOf(all, found?.affectedKg ?? 0),
    outcome: (closed?.data.outcome as 'RELEASE' | 'HOLD' | 'DISPOSE' | undefined) ?? null,
  }
}
