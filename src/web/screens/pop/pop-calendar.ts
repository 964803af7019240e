// A package of practices laid out on days: each step at its place after what it is counted from, with its window and its
// repetitions. Pure. A step counted from another stands where that one leads; what hangs on nothing known is left at its own day.

export type PopStep = {
  code: string
  name: string
  eventType: string
  anchor: string
  anchorCode?: string | null
  offsetDays: number
  windowBefore: number
  windowAfter: number
  repeatEveryDays?: number | null
  repeatCount?: number | null
  mandatory: boolean
  [more: string]: unknown
}
/** Days from the anchor: the day itself, and the window around it. */
export type Occurrence = { day: number; from: number; to: number }
export type CalendarRow = { step: PopStep; occurrences: Occurrence[] }
/** Rows with one nought: the sowing, the first picking. */
export type Calendar = { anchor: string; rows: CalendarRow[]; from: number; to: number }

/** One calendar for each thing that steps are counted from, sowing first; rows by their first day. */
export function calendarsOf(steps: readonly PopStep[]): Calendar[] {
  const byAnchor = new Map<string, CalendarRow[]>()
  for (const step of steps) {
    const { anchor, day } = placeOf(step, steps)
    byAnchor.set(anchor, [...(byAnchor.get(anchor) ?? []), { step, occurrences: occurrencesOf(step, day) }])
  }
  return [...byAnchor]
    .sort(([one], [other]) => Number(other === 'SOWING') - Number(one === 'SOWING'))
    .map(([anchor, rows]): Calendar => {
      const all = rows.flatMap(({ occurrences }) => occurrences)
      return {
        anchor,
        rows: rows.sort((one, other) => (one.occurrences[0]?.day ?? 0) - (other.occurrences[0]?.day ?? 0)),
        from: Math.min(0, ...all.map(({ from }) => from)),
        to: Math.max(0, ...all.map(({ to }) => to)),
      }
    })
}

/** What a step is counted from in the end, and its day from there. A circle of steps ends at the step it was entered by. */
function placeOf(step: PopStep, steps: readonly PopStep[], seen: ReadonlySet<string> = new Set()): { anchor: string; day: number } {
  const before = step.anchor === 'PREVIOUS' && !seen.has(step.code) ? steps.find(({ code }) => code === step.anchorCode) : undefined
  if (!before) return { anchor: step.anchor, day: step.offsetDays }
  const { anchor, day } = placeOf(before, steps, new Set([...seen, step.code]))
  return { anchor, day: day + step.offsetDays }
}

const occurrencesOf = ({ windowBefore, windowAfter, repeatEveryDays, repeatCount }: PopStep, first: number): Occurrence[] =>
  Array.from({ length: repeatEveryDays ? (repeatCount ?? 1) : 1 }, (_, at) => {
    const day = first + at * (repeatEveryDays ?? 0)
    return { day, from: day - windowBefore, to: day + windowAfter }
  })

/** Windows that touch or overlap as one: what is repeated every day is a line, not hundreds of marks. In order of days. */
export function bandsOf(occurrences: readonly Occurrence[]): Pick<Occurrence, 'from' | 'to'>[] {
  const bands: { from: number; to: number }[] = []
  for (const { from, to } of occurrences) {
    const last = bands.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else bands.push({ from, to })
  }
  return bands
}

/** Round days for the foot of the drawing: about one in 60 px, nought always among them. */
export function ticksOf({ from, to }: Pick<Calendar, 'from' | 'to'>, width: number): number[] {
  const most = Math.max(2, Math.floor(width / 60))
  const step = [10, 15, 30, 60, 90, 120].find((days) => (to - from) / days <= most) ?? 180
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step)
}
