// Which process a facility's line runs, and what is usually recorded there: little, because every first page fetches it.
import type { Process } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'

const ofType: Readonly<Record<string, Process>> = {
  GINNING: 'GINNING',
  PRESSING: 'PRESSING',
  SPINNING_CARDED: 'SPINNING_CARDED',
  SPINNING_COMBED: 'SPINNING_COMBED',
  KNITTING: 'KNITTING',
  WEAVING: 'WEAVING',
  DYEING: 'DYEING_FINISHING',
  CMT: 'CMT',
  OIL: 'OIL_EXPELLING',
}
/** Centres and stores turn nothing into anything; what they may run is cleaning. */
export const processOf = (system: RecordAnswer): Process => ofType[String(system.systemType)] ?? 'CLEANING'
export const runsProcess = (system: RecordAnswer): boolean => String(system.systemType) in ofType

/** What the header offers on a phone before the stock is known. */
export const defaultStep = (system: RecordAnswer): string | undefined =>
  system.status === 'DRAFT'
    ? 'ACTIVATED'
    : system.status !== 'ACTIVE'
      ? undefined
      : !runsProcess(system)
        ? 'GOODS_RECEIVED'
        : processOf(system) === 'PRESSING'
          ? 'BALE_PRESSED'
          : 'PROCESS_RUN'
