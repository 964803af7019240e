// Planted problems of gin runs: what a ginner sent in first from the log book, wrongly, before the run went into the books as it was. Each is refused
// when it is sent, and rejected by the manager; the ledger has only the right one.
import type { DemoClient } from './demo-client.ts'
import type { GinRun } from './ginning.ts'
import type { Places } from './load-setup.ts'
import type { Programme } from './programme.ts'
import { type Staff, staffFor } from './staff.ts'

type Figures = Pick<GinRun, 'lintKg' | 'seedKg' | 'trashKg' | 'invisibleKg'>
type WrongRun = { rule: string; run: GinRun; figures: Figures; reason: string }
export type PhoneForm = {
  formCode: string
  targetType: string
  targetId: string
  capturedAt: string
  values: Readonly<Record<string, string | number>>
  farmerId?: string
  /** Of the processor who sends it. */
  processorId?: string | undefined
}

/** Sent from a telephone and rejected by the operator's manager: it stays with its sender, with what the rules said of it. `key` names it. */
export async function sendAndReject(client: DemoClient, who: Staff, operator: string, form: PhoneForm, reason: string, key: string): Promise<void> {
  const { values, ...rest } = form
  const answers = Object.entries(values).map(([field, value]) => ({
    field,
    value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
  }))
  const body = { formVersion: 1, deviceId: 'SM-A146', appVersion: '2.4', answers, ...rest }
  const { id, createdAt } = await client.post(who, operator, '/submission', body, `planted:${key}`)
  const rejection = { eventType: 'REJECTED', occurredAt: createdAt, data: { reason } }
  await client.post(staffFor('OPERATOR_MANAGER', operator), operator, `/submission/${id}/events`, rejection, `planted:${key}:rejected`)
}

/** Three runs of one operator's lots: too much lint, too little of everything, and the first run of a higher claim before the line was cleaned. */
export function wrongRuns({ runs }: Programme): WrongRun[] {
  const [tooMuch, tooShort] = runs.filter(({ gin, lot }) => gin === 'GIN-KHARGONE' && lot.operator === 'OP1')
  const unclean = runs.find((run, index) => run.gin === 'GIN-SENDHWA' && run.claim === 'IC2' && runs[index - 1]?.claim === 'IC1' && run.lot.operator === 'OP1')
  if (!tooMuch || !tooShort || !unclean) throw new Error('No runs to enter wrongly')
  const lintKg = Math.round(tooMuch.inputKg * 0.41)
  return [
    {
      rule: 'BR-10',
      run: tooMuch,
      figures: { ...tooMuch, lintKg, seedKg: tooMuch.seedKg - (lintKg - tooMuch.lintKg) },
      reason: 'Lint is 41 % of the cotton: read the scale again, or give the reason.',
    },
    {
      rule: 'BR-09',
      run: tooShort,
      figures: { ...tooShort, seedKg: tooShort.seedKg - Math.round(tooShort.inputKg * 0.012) },
      reason: '1.2 % of the cotton is missing: weigh the seed again.',
    },
    { rule: 'BR-11', run: unclean, figures: unclean, reason: 'In-conversion cotton of the first year ran before: enter the cleaning first.' },
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
  for (const { rule, figures, reason } of wrongRuns(programme).filter((one) => one.run.runNo === run.runNo)) {
    const outputs = [
      { productId: places.catalogue.get('PRD-LINT'), kg: figures.lintKg },
      { productId: places.catalogue.get('PRD-CSEED'), kg: figures.seedKg },
    ]
    await sendAndReject(
      client,
      who,
      run.lot.operator,
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
      rule,
    )
  }
}
