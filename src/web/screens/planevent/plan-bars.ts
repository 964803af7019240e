// Planned steps laid out on days: a line for each step of a crop, or for each crop of a village, a bar for each window. Pure.
import type { RecordAnswer, Refs } from '#web/api/answers.ts'

export type PlanBar = {
  id: string
  name: string
  code: string
  from: string
  to: string
  due: string
  status: string
  mandatory: boolean
  doneOn: string | null
}
/** `lanes`: bars that do not overlap stand in one. */
export type PlanLine = { key: string; label: string; note: string; cropId: string | null; lanes: PlanBar[][] }

/** What lists are asked for. */
export const planFields = [
  'name',
  'audio',
  'popEventCode',
  'occurrenceNo',
  'eventType',
  'due',
  'windowStart',
  'windowEnd',
  'doneOn',
  'mandatory',
  'cropId',
  'croppingSystemId',
  'poultryBatchId',
  'aquaCropId',
  'farmerId',
  'village',
  'fulfilledByEventId',
] as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Null for a step that does not apply, or that has no day. */
export function barOf(step: RecordAnswer): PlanBar | null {
  const due = text(step.due)
  if (!due || step.status === 'NOT_APPLICABLE') return null
  return {
    id: step.id,
    name: text(step.name) || step.title,
    code: text(step.popEventCode),
    from: text(step.windowStart) || due,
    to: text(step.windowEnd) || due,
    due,
    status: step.status,
    mandatory: step.mandatory !== false,
    doneOn: text(step.doneOn) || null,
  }
}

/** As few lanes as hold them without one lying on another; in the order of their first days. */
export function lanesOf(bars: readonly PlanBar[]): PlanBar[][] {
  const lanes: PlanBar[][] = []
  for (const bar of [...bars].sort((one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to))) {
    const free = lanes.find((lane) => endOf(lane.at(-1)) < bar.from)
    if (free) free.push(bar)
    else lanes.push([bar])
  }
  return lanes
}
/** A mark may stand after its window. */
const endOf = (bar: PlanBar | undefined): string => (bar ? (bar.doneOn && bar.doneOn > bar.to ? bar.doneOn : bar.to) : '')

type Grouped = { key: string; label: string; note: string; cropId: string | null }
function linesOf(steps: readonly RecordAnswer[], groupOf: (step: RecordAnswer) => Grouped): PlanLine[] {
  const groups = new Map<string, { of: Grouped; bars: PlanBar[] }>()
  for (const step of steps) {
    const bar = barOf(step)
    if (!bar) continue
    const of = groupOf(step)
    const group = groups.get(of.key) ?? { of, bars: [] }
    group.bars.push(bar)
    groups.set(of.key, group)
  }
  return [...groups.values()].map(({ of, bars }) => ({ ...of, lanes: lanesOf(bars) }))
}

/** A line for each step of one crop, repetitions on one line; by their first window. */
export const linesOfSteps = (steps: readonly RecordAnswer[]): PlanLine[] =>
  linesOf(steps, (step) => ({
    key: text(step.popEventCode) || step.id,
    label: text(step.name) || step.title,
    note: '',
    cropId: text(step.cropId) || null,
  })).sort((one, other) => firstOf(one).localeCompare(firstOf(other)))
const firstOf = ({ lanes }: PlanLine): string => lanes[0]?.[0]?.due ?? ''

/** A line for each crop, or for each farmer with all crops on it; by farmer. */
export const linesOfGrowers = (steps: readonly RecordAnswer[], refs: Refs, by: 'crop' | 'farmer'): PlanLine[] =>
  linesOf(steps, (step) => {
    const subject = [step.cropId, step.croppingSystemId, step.poultryBatchId, step.aquaCropId].map(text).find((id) => id !== '') ?? step.id
    const farmer = refs[text(step.farmerId)]?.title ?? ''
    const crop = refs[subject]?.title ?? ''
    return by === 'farmer' && step.farmerId
      ? { key: text(step.farmerId), label: farmer, note: text(step.village), cropId: null }
      : { key: subject, label: farmer || crop, note: farmer ? crop : text(step.village), cropId: text(step.cropId) || null }
  }).sort((one, other) => one.label.localeCompare(other.label) || one.note.localeCompare(other.note))

const day = 86_400_000
const moved = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10)
/** First and last day of all of them with some air; null where there are none. */
export function spanOf(lines: readonly PlanLine[]): { from: string; to: string } | null {
  const bars = lines.flatMap(({ lanes }) => lanes.flat())
  if (bars.length === 0) return null
  const days = bars.flatMap(({ from, to, doneOn }) => [from, to, ...(doneOn ? [doneOn] : [])]).sort()
  return { from: moved(days[0] ?? '', -3), to: moved(days.at(-1) ?? '', 5) }
}

/** Steps to do now: those whose window ends first before others, what must be done before what may be left out. */
export const dueFirst = (steps: readonly RecordAnswer[]): RecordAnswer[] =>
  steps
    .filter(({ status }) => status === 'DUE')
    .sort(
      (one, other) =>
        Number(other.mandatory === true) - Number(one.mandatory === true) ||
        text(one.windowEnd).localeCompare(text(other.windowEnd)) ||
        (one.id < other.id ? -1 : 1),
    )
