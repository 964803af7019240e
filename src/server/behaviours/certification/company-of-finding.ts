// Whose a non-conformity is that names a company, one of its lines or one of its lots: that company's alone. It is of nothing else besides.
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

type About = Pick<
  Stored<ReturnType<typeof entityOf<'nonconformity'>>>,
  'processorId' | 'processingSystemId' | 'productBatchId' | 'farmerId' | 'parcelId' | 'cropId' | 'productionSystemId'
>
const ofGrowers = ['farmerId', 'parcelId', 'cropId', 'productionSystemId'] as const

/** `through`: the field that names it. */
export type OfCompany = { processorId: string; through: 'processorId' | 'processingSystemId' | 'productBatchId' }

/** Null: it is the operator's. Throws VALIDATION where it names things of several companies. */
export async function companyOf(scope: Scope, about: About): Promise<OfCompany | null> {
  const [line] = about.processingSystemId === null ? [] : await recordsById(scope, entityOf('processingsystem'), [about.processingSystemId])
  const [lot] = about.productBatchId === null ? [] : await recordsById(scope, entityOf('productbatch'), [about.productBatchId])
  const company = about.processorId ?? line?.processorId ?? lot?.processorId ?? null
  if (company === null) return null
  if (line && line.processorId !== company) throw fieldProblem('processingSystemId', 'rule', 'Units of other companies are left out.')
  if (lot && lot.processorId !== company) throw fieldProblem('productBatchId', 'rule', 'This lot is another company’s.')
  return { processorId: company, through: about.processorId !== null ? 'processorId' : line ? 'processingSystemId' : 'productBatchId' }
}

/** Of what is a company's. Throws VALIDATION. */
export function refuseGrowers(about: About): void {
  for (const name of ofGrowers) if (about[name] !== null) throw fieldProblem(name, 'rule', 'What is a company’s is no grower’s.')
}

/** Lots move on: of an edit only the line and the lot that it names anew are judged. Throws VALIDATION. */
export async function refuseOthersGoods(scope: Scope, before: About, after: About): Promise<void> {
  const anew = (name: 'processingSystemId' | 'productBatchId') => (after[name] === before[name] ? null : after[name])
  const company = await companyOf(scope, { ...after, processingSystemId: anew('processingSystemId'), productBatchId: anew('productBatchId') })
  if (company === null) return
  if (company.processorId !== after.processorId)
    throw fieldProblem(company.through, 'rule', 'What is found of a company’s units and lots is entered as that company’s.')
  refuseGrowers(after)
}
