// Planted problems of gin runs: what a ginner sent in first from the log book, wrongly, before the run went into the books as it was. Each is refused
// when it is sent, and rejected by the manager; the ledger has only the right one.
import type { DemoClient } from './demo-client.ts'
import type { GinRun } from './ginning.ts'
import type { Places } from './load-setup.ts'
import { Phones } from './phones.ts'
import type { Programme } from './programme.ts'
import type { Staff } from './staff.ts'

type Figures = Pick<GinRun, 'lintKg' | 'seedKg' | 'trashKg' | 'invisibleKg'>
type WrongRun = { run: GinRun; figures: Figures; reason: string }

/** Three runs of one operator's lots: too much lint (BR-10), too little of everything (BR-09), and the first run of a higher claim before the line was cleaned (BR-11). */
export function wrongRuns({ runs }: Programme): WrongRun[] {
  const [tooMuch, tooShort] = runs.filter(({ gin, lot }) => gin === 'GIN-KHARGONE' && lot.operator === 'OP1')
  const unclean = runs.find((run, index) => run.gin === 'GIN-SENDHWA' && run.claim === 'IC2' && runs[index - 1]?.claim === 'IC1' && run.lot.operator === 'OP1')
  if (!tooMuch || !tooShort || !unclean) throw new Error('No runs to enter wrongly')
  const lintKg = Math.round(tooMuch.inputKg * 0.41)
  return [
    {
      run: tooMuch,
      figures: { ...tooMuch, lintKg, seedKg: tooMuch.seedKg - (lintKg - tooMuch.lintKg) },
      reason: 'Lint is 41 % of the cotton: read the scale again, or give the reason.',
    },
    {
      run: tooShort,
      figures: { ...tooShort, seedKg: tooShort.seedKg - Math.round(tooShort.inputKg * 0.012) },
      reason: '1.2 % of the cotton is missing: weigh the seed again.',
    },
    { run: unclean, figures: unclean, reason: 'In-conversion cotton of the first year ran before: enter the cleaning first.' },
  ]
}

/** To be called before each run is recorded. */
export async function enterWrongFirst(
  client: DemoClient,
  programme: Programme,
  places: Places,
  run: GinRun,
  lotId: string | undefined,
  who: Staff,
): Promise<void> {
  for (const { figures, reason } of wrongRuns(programme).filter((one) => one.run.runNo === run.runNo)) {
    const outputs = [
      { productId: places.catalogue.get('PRD-LINT'), kg: figures.lintKg },
      { productId: places.catalogue.get('PRD-CSEED'), kg: figures.seedKg },
    ]
    await new Phones(client, run.lot.operator).reject(
      who,
      {
        formCode: 'BATCH_EVENT',
        targetType: 'processingsystem',
        targetId: places.facilityIds.get(run.gin) ?? '',
        processorId: places.processorIds.get(run.lot.buyer),
        capturedAt: run.endedAt,
        values: {
          eventType: 'PROCESS_RUN',
          occurredAt: run.endedAt,
          lateReason: 'From the log book of the shift',
          process: 'GINNING',
          inputs: JSON.stringify([{ batchId: lotId, kg: run.inputKg }]),
          outputs: JSON.stringify(outputs),
          wasteKg: figures.trashKg,
          invisibleKg: figures.invisibleKg,
          startedAt: run.startedAt,
          endedAt: run.endedAt,
        },
      },
      reason,
    )
  }
}
