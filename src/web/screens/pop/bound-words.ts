// Bounds of the figures of a step, and what was recorded outside of them, in words.
import { cropFigures } from '#domain/cropping/step-figures.ts'
import { flockFigures, pondFigures } from '#domain/husbandry/step-figures.ts'
import type { Bound, Figure, Figures, Outside } from '#domain/kernel/step-bounds.ts'
import { formatUnit } from '#web/fields/format-value.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'

type Speech = { t: TFunction; format: Format }

/** Of packages, and of what their steps are planned for. */
const figuresBy: Readonly<Record<string, Figures>> = {
  ...{ pop: cropFigures, crop: cropFigures, croppingsystem: cropFigures },
  ...{ poultrypop: flockFigures, poultrybatch: flockFigures, aquapop: pondFigures, aquacrop: pondFigures },
}
export const figuresIn = (entity: string, eventType: string): Readonly<Record<string, Figure>> => figuresBy[entity]?.[eventType] ?? {}

function amount(value: number, unit: string | null | undefined, figure: Figure | undefined, { t, format }: Speech): string {
  const label = unit ? (figure?.units.find((one) => one.value === unit)?.label ?? unit) : figure?.unit
  return label ? format.quantity(value, formatUnit({ unit: label }, t), figure?.decimals ?? 3) : format.number(value, figure?.decimals ?? 3)
}

const withinWords = ({ min, max, unit }: Bound, figure: Figure | undefined, speech: Speech): string => {
  const { t } = speech
  const [least, most] = [min, max].map((value) => (typeof value === 'number' ? amount(value, unit, figure, speech) : null))
  if (least && most) return t('{{least}} to {{most}}', { least, most })
  return least ? t('at least {{least}}', { least }) : t('at most {{most}}', { most })
}

type Of = { entity: string; eventType: string }
/** “Dose per ha” and “2 kg to 5 kg”. */
export function boundLine(bound: Bound, { entity, eventType }: Of, speech: Speech): { label: string; value: string } {
  const figure = figuresIn(entity, eventType)[bound.figure]
  return { label: speech.t(figure?.label ?? bound.figure), value: withinWords(bound, figure, speech) }
}
export function boundWords(bound: Bound, of: Of, speech: Speech): string {
  const { label, value } = boundLine(bound, of, speech)
  return `${label}: ${value}`
}
/** “Dose per ha: 7 kg; asked: 2 kg to 5 kg”. */
export function outsideWords(one: Outside, { entity, eventType }: Of, speech: Speech): string {
  const { t } = speech
  const figure = figuresIn(entity, eventType)[one.figure]
  const [what, within] = [t(figure?.label ?? one.figure), withinWords(one, figure, speech)]
  if (one.value === null || one.value === undefined) return t('{{what}}: not recorded; asked: {{within}}', { what, within })
  return t('{{what}}: {{value}}; asked: {{within}}', { what, value: amount(one.value, one.valueUnit, figure, speech), within })
}
