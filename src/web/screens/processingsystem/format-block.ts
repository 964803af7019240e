// What stops a run, in the reader's language with the figures of his run, and the way out of it. Pure: the rules answer
// in English sentences, so the screen writes its own from the same figures.

import { processNorms } from '#domain/chain/norms.ts'
import { type Material, materials } from '#domain/kernel/terms.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { Block } from '#domain/rules/verdict.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import type { RunDraft } from './run-draft.ts'

export type WayOut =
  | { kind: 'take'; batchId: string; kg: number }
  | { kind: 'invisible'; kg: number }
  | { kind: 'look'; material: Material }
  | { kind: 'reason' }
  | { kind: 'confirm' }
  | { kind: 'remove'; claim: 'CONVENTIONAL' }
  | { kind: 'clean' }

const gramsOf = (kg: number): number => Math.round(kg * 1000) / 1000

/** The sentence of a block: what was asked, what is there, what the rule allows. */
export function formatBlock({ figures, message }: Block, t: TFunction, format: Format, tolerances: Tolerances): string {
  const number = (name: string) => Number(figures[name])
  const material = figures.material ?? figures.missing ?? figures.foreign
  const what = material ? t(materials[material as Material]) : ''
  if ('askedKg' in figures)
    return t('{{lot}} has {{left}}, {{requested}} are asked.', {
      lot: String(figures.batchNo),
      left: format.kg(number('onHandKg')),
      requested: format.kg(number('askedKg')),
    })
  if ('differenceKg' in figures) {
    const words = {
      kg: format.kg(Math.abs(number('differenceKg'))),
      share: format.share(Math.abs(number('differenceShare'))),
      allowed: format.kg(number('inKg') * tolerances.massDifference),
    }
    return number('differenceKg') > 0
      ? t('{{kg}} are missing, {{share}} of the input; up to {{allowed}} may be. Weigh again, or record the loss.', words)
      : t('{{kg}} more came out than went in; up to {{allowed}} may be. Weigh again.', words)
  }
  if ('missing' in figures) return t('This run made no {{what}}. Is that so?', { what: what.toLocaleLowerCase(format.language) })
  if ('from' in figures)
    return t('Of {{from}} comes no {{what}} here. Record each material as a run of its own.', {
      from: format.list((figures.from as Material[]).map((one) => t(materials[one]).toLocaleLowerCase(format.language))),
      what: what.toLocaleLowerCase(format.language),
    })
  if ('foreign' in figures) return t('This process makes no {{what}}. Record that as a run of its own.', { what: what.toLocaleLowerCase(format.language) })
  if ('share' in figures) {
    const bounds = (low: unknown, high: unknown) => ({
      what,
      share: format.share(number('share')),
      min: format.share(Number(low ?? 0)),
      max: format.share(Number(high ?? 1)),
    })
    const [hardMin, hardMax] = [figures.hardMin as number | null, figures.hardMax as number | null]
    const isImpossible = (hardMax !== null && number('share') > hardMax) || (hardMin !== null && number('share') < hardMin)
    return isImpossible
      ? t('{{what}} came to {{share}} of the input; only {{min}} to {{max}} can be. Weigh again.', bounds(hardMin, hardMax))
      : t('{{what}} came to {{share}} of the input; {{min}} to {{max}} is usual. Say why.', bounds(figures.min, figures.max))
  }
  if ('claims' in figures)
    return (figures.claims as string[]).includes('CONVENTIONAL')
      ? t('Conventional goods may not be mixed with certified ones. Run them apart.')
      : t('These lots have different claims. Run them apart, or confirm that the lowest counts for all.')
  if ('lastCleaningAt' in figures) {
    const last = figures.lastCleaningAt as string | null
    return last
      ? t('The line was last cleaned {{when}}; before certified goods it must be within {{hours}} hours.', {
          when: format.time(last),
          hours: tolerances.cleaningHours,
        })
      : t('No cleaning of this line is recorded; before certified goods it must be within {{hours}} hours.', { hours: tolerances.cleaningHours })
  }
  return t(message)
}

/** The one step that resolves a block; null where only weighing again helps. */
export function wayOutOf({ figures }: Block, draft: RunDraft, invisibleKg: number): WayOut | null {
  if ('askedKg' in figures) return { kind: 'take', batchId: String(figures.batchId), kg: Number(figures.onHandKg) }
  if ('differenceKg' in figures) {
    const loss = gramsOf(invisibleKg + Number(figures.differenceKg))
    // Only what such a process is known to lose may be called a loss with one press.
    return Number(figures.differenceKg) > 0 && loss <= Number(figures.inKg) * processNorms[draft.process].invisibleMax ? { kind: 'invisible', kg: loss } : null
  }
  if ('missing' in figures) return { kind: 'look', material: figures.missing as Material }
  if ('foreign' in figures) return { kind: 'look', material: figures.foreign as Material }
  if ('share' in figures) {
    const share = Number(figures.share)
    const isImpossible = (figures.hardMax !== null && share > Number(figures.hardMax)) || (figures.hardMin !== null && share < Number(figures.hardMin))
    return isImpossible ? { kind: 'look', material: figures.material as Material } : { kind: 'reason' }
  }
  if ('claims' in figures) return (figures.claims as string[]).includes('CONVENTIONAL') ? { kind: 'remove', claim: 'CONVENTIONAL' } : { kind: 'confirm' }
  return 'lastCleaningAt' in figures ? { kind: 'clean' } : null
}
