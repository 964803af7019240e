// Pressing lint into bales: one bale lot with a weight for each bale; the loose lint that is left stays in its lot.

import { run as runMovements, sumGrams, toGrams } from '#domain/chain/ledger.ts'
import { checkRun } from '#domain/chain/mass-balance.ts'
import { systemProcesses } from '#domain/chain/norms.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { type NewLot, post, posts } from '../../ledger/lot-ledger.ts'
import { takenLots } from '../../ledger/lot-moves.ts'
import { activeProduct, isOwnedBy, referred } from '../../ledger/lots.ts'
import { checkNewNumbers } from '../../ledger/units.ts'
import { tolerances } from '../open-season.ts'
import { judgeLine } from './line-changes.ts'
import { linksOf } from './processing-run.ts'

const processingsystem = entityOf('processingsystem')

type Line = Stored<typeof processingsystem>

/** Bales are pressed at a moment; certified lint, like a run, only on a clean line (BR-11). */
export const balePressed = posts<typeof processingsystem, 'BALE_PRESSED'>(
  async (scope, { subject, event, flag }) => {
    const { batchId, productId, lintKg, batchNo, bales, reason } = event.data
    if (!systemProcesses[subject.systemType].includes('PRESSING'))
      throw new Problem('STATE_CONFLICT', { message: phrase`${subject.title} has no press: bales are pressed at a gin or a press.` })
    const product = await activeProduct(scope, productId, 'data.productId')
    if (product.material !== 'BALE') throw fieldProblem('data.productId', 'rule', phrase`${word(product.title)} is not baled lint.`)
    const [input] = await takenLots(scope, [{ batchId, kg: lintKg }], ['CLOSED', 'RELEASED', 'RECEIVED'], event.occurredAt)
    if (!input) throw fieldProblem('data.batchId', 'missing', 'There is no such lot.')
    const { lot, grams } = input
    if (!isOwnedBy(subject, lot)) throw fieldProblem('data.batchId', 'rule', phrase`${lot.title} is not held by the owner of ${subject.title}.`)
    if ((await referred(scope, 'product', lot.productId, 'data.batchId')).material !== 'LINT')
      throw fieldProblem('data.batchId', 'rule', 'Bales are pressed from lint.')
    const ownerId = ownerOf(subject)
    const numbers = bales.map(({ no }) => no)
    await checkNewNumbers(scope, ownerId, numbers, (no) => `data.bales.${numbers.lastIndexOf(no)}.no`)
    const out = sumGrams(bales.map(({ kg }) => toGrams(kg)))
    const pressing = {
      process: 'PRESSING' as const,
      inputGrams: grams,
      outputs: [{ material: 'BALE' as const, grams: out }],
      wasteGrams: 0,
      invisibleGrams: Math.max(0, grams - out),
      hasReason: !!reason,
    }
    for (const finding of assertPasses(checkRun(pressing, tolerances(scope)))) flag(finding)
    const baleLot: NewLot = {
      id: scope.newId(),
      operatorId: lot.operatorId,
      productId: product.id,
      unitType: 'BALE_LOT',
      seasonId: lot.seasonId,
      status: 'CLOSED',
      batchNo: batchNo ?? null,
      processorId: subject.processorId,
      processingSystemId: subject.id,
      producedOn: localDay(scope, event.occurredAt),
      grade: lot.grade,
      units: bales.map(({ no, kg }) => ({ unitNo: no, kg })),
    }
    await post(scope, {
      event,
      made: [baleLot],
      movements: runMovements([{ batchId: lot.id, grams }], [{ batchId: baleLot.id, grams: out }], 0),
      links: linksOf([input], [{ lot: baleLot, grams: out }]),
      units: bales.map(({ no, kg }) => ({ ownerId, unitNo: no, from: null, to: baleLot.id, grams: toGrams(kg) })),
    })
    await judgeLine(scope, subject, { ...pressedAt(event), own: event.id })
  },
  (scope, { subject, event }) => judgeLine(scope, subject, pressedAt(event)),
)
const pressedAt = ({ occurredAt }: { occurredAt: string }) => ({ startedAt: occurredAt, endedAt: occurredAt })

/** A facility belongs to a processor or to an operator; its declaration checks that. */
function ownerOf({ processorId, collectiveId, title }: Line): string {
  const owner = processorId ?? collectiveId
  if (!owner) throw new Error(`${title} belongs to nobody`)
  return owner
}
