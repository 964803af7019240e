// Bounds of the figures of a step (domain dictionary 5.1): between which values what is recorded has to lie for the step to be done in full. A figure is a numeric
// field of the step's event; one outside its bounds leaves the step done in part (BR-17), and refuses nothing: it was recorded as it was.
import type { Events } from './entity.ts'
import type { Choice, Field } from './field.ts'
import { type ChoiceTable, choice, optional, quantity, rows, text } from './kinds.ts'

/** A numeric field of an event. `unitIn`: the field beside it that says its unit, one of `units`; null: it is always recorded in `unit` (null: a number without one). */
export type Figure = Pick<Field, 'label' | 'decimals' | 'min' | 'max'> & { unit: string | null; unitIn: string | null; units: readonly Choice[] }
export type FiguresOfEvent = Readonly<Record<string, Figure>>
/** By type of event. */
export type Figures = Readonly<Record<string, FiguresOfEvent>>

const unitFields = ['unit', 'doseUnit'] as const
/** Units that stand for the one which is chosen beside the figure. */
const unitOfChoice: ReadonlySet<string> = new Set(['unit', 'per unit', 'per ha'])

function figuresOfFields(fields: Readonly<Record<string, Field>>): FiguresOfEvent {
  const unitIn = unitFields.find((name) => fields[name]?.kind === 'choice') ?? null
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, label, decimals, min, max, unit = null }]) => {
      if (kind !== 'integer' && kind !== 'quantity') return []
      const ofChoice = unitIn !== null && unit !== null && unitOfChoice.has(unit)
      const own = { ...(decimals === undefined ? { decimals: 0 } : { decimals }), ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
      return [[name, { label, ...own, unit: ofChoice ? null : unit, unitIn: ofChoice ? unitIn : null, units: ofChoice ? (fields[unitIn]?.choices ?? []) : [] }]]
    }),
  )
}

/** What may be bounded of each of these types, wherever they are recorded: some happen to a crop and to its ground. */
export const figuresOf = (types: readonly string[], ...declared: readonly Events[]): Figures =>
  Object.fromEntries(types.map((type) => [type, Object.assign({}, ...declared.map((events) => figuresOfFields(events[type]?.fields ?? {}))) as FiguresOfEvent]))

const boundUnits = {
  ...{ KG: 'kg', G: 'g', MG: 'mg', L: 'L', ML: 'mL', COUNT: 'pieces' },
  ...{ DOSE: 'doses', TABLET: 'tablets', BOLUS: 'boluses', PLANT: 'Plant', TRAP: 'Trap', M2: 'm²' },
} as const
const figureChoices = (figures: Figures): ChoiceTable =>
  Object.fromEntries(
    Object.values(figures)
      .flatMap((ofEvent) => Object.entries(ofEvent))
      .toReversed()
      .map(([name, { label }]) => [name, label]),
  )

/** The field of a step of a package. */
export const boundsField = (figures: Figures) =>
  optional(
    rows(
      'Bounds',
      {
        figure: choice('Figure', figureChoices(figures), { grows: true }),
        min: optional(quantity('At least', '', { min: -1000, max: 10_000_000 })),
        max: optional(quantity('At most', '', { min: -1000, max: 10_000_000 })),
        unit: optional(choice('Unit', boundUnits, { grows: true, help: 'Only of a figure that is recorded in a unit of choice.' })),
      },
      { max: 8, help: 'What is recorded outside of them leaves the step done in part.' },
    ),
  )
/** As a planned step has them, and what of its event lies outside. */
const boundRow = {
  figure: text('Figure', { max: 60 }),
  min: optional(quantity('At least', '', { min: -1000, max: 10_000_000 })),
  max: optional(quantity('At most', '', { min: -1000, max: 10_000_000 })),
  unit: optional(text('Unit', { max: 20 })),
}
export const boundsOfStep = () => rows('Bounds', boundRow, { max: 8 })
export const outsideOfStep = () =>
  rows(
    'Outside its bounds',
    { ...boundRow, value: optional(quantity('Recorded', '', { min: -1000, max: 10_000_000 })), valueUnit: optional(text('Recorded in', { max: 20 })) },
    { max: 8 },
  )

type Maybe<T> = T | null | undefined
export type Bound = { figure: string; min?: Maybe<number>; max?: Maybe<number>; unit?: Maybe<string> }
/** `value` null: it was not recorded. `valueUnit`: in which it was, where it has a unit of choice. */
export type Outside = Bound & { value: number | null; valueUnit: string | null }

const inUnit: Readonly<Record<string, { of: 'mass' | 'volume'; factor: number }>> = {
  KG: { of: 'mass', factor: 1_000_000 },
  G: { of: 'mass', factor: 1000 },
  MG: { of: 'mass', factor: 1 },
  L: { of: 'volume', factor: 1000 },
  ML: { of: 'volume', factor: 1 },
}

/** The value in the unit of the bound, to nine digits; null: one is no measure of the other. */
function converted(value: number, from: string | null, to: string | null): number | null {
  if (from === to) return value
  const [own, wanted] = [inUnit[from ?? ''], inUnit[to ?? '']]
  return own && wanted && own.of === wanted.of ? Number(((value * own.factor) / wanted.factor).toPrecision(9)) : null
}

/**
 * The bounds that what was recorded does not keep: its value lies outside, was not recorded, or in a unit that cannot be compared with that of the bound. A bound
 * itself is within.
 */
export function outsideOf(bounds: Maybe<readonly Bound[]>, data: Readonly<Record<string, unknown>>): Outside[] {
  return (bounds ?? []).flatMap((bound) => {
    const recorded = data[bound.figure]
    const value = typeof recorded === 'number' ? recorded : null
    const chosen = bound.unit ? unitFields.map((name) => data[name]).find((unit) => typeof unit === 'string') : null
    const valueUnit = typeof chosen === 'string' && value !== null ? chosen : null
    const compared = value === null ? null : converted(value, valueUnit, bound.unit ?? null)
    const isWithin = compared !== null && compared >= (bound.min ?? Number.NEGATIVE_INFINITY) && compared <= (bound.max ?? Number.POSITIVE_INFINITY)
    const { figure, min = null, max = null, unit = null } = bound
    return isWithin ? [] : [{ figure, min, max, unit, value, valueUnit }]
  })
}

type Step = { eventType: string; bounds?: Maybe<readonly Bound[]> }
type Row = { planEvents: readonly Step[] }

/** Refusals of bounds, each at its place. */
export function boundChecks(figures: Figures) {
  const figureOf = ({ eventType }: Step, { figure }: Bound): Figure | undefined => {
    const ofEvent = figures[eventType] ?? {}
    return Object.hasOwn(ofEvent, figure) ? ofEvent[figure] : undefined
  }
  const check = (field: keyof Bound, code: string, message: string, fails: (bound: Bound, step: Step, at: number) => boolean) => {
    const places = ({ planEvents }: Row) =>
      planEvents.flatMap((step, index) =>
        (step.bounds ?? []).flatMap((bound, at) => (fails(bound, step, at) ? [{ path: `planEvents.${index}.bounds.${at}.${field}`, message }] : [])),
      )
    return { path: 'planEvents' as const, code, message, fails: (row: Row) => places(row).length > 0, places }
  }
  const isGiven = (value: Maybe<number>): value is number => value !== null && value !== undefined
  return [
    check('figure', 'rule', 'The event of this step has no such figure.', (bound, step) => !figureOf(step, bound)),
    check(
      'figure',
      'rule',
      'This figure has bounds already.',
      (bound, step, at) => (step.bounds ?? []).findIndex(({ figure }) => figure === bound.figure) < at,
    ),
    check('min', 'required', 'Bounds need a least or a greatest value.', ({ min, max }) => !isGiven(min) && !isGiven(max)),
    check('max', 'min', 'The greatest value is below the least.', ({ min, max }) => isGiven(min) && isGiven(max) && max < min),
    check('unit', 'required', 'Say in which unit: the event is recorded in one of several.', (bound, step) => {
      const figure = figureOf(step, bound)
      return !!figure && figure.unitIn !== null && !bound.unit
    }),
    check('unit', 'rule', 'The event is not recorded in this unit.', (bound, step) => {
      const figure = figureOf(step, bound)
      return !!figure && !!bound.unit && !figure.units.some(({ value }) => value === bound.unit)
    }),
  ]
}
