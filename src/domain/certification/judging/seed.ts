// SEED_SOURCE and NON_GM_PROOF: where the seed came from, and what proves that it is not genetically modified.
import { listed, onDay, phrase, word } from '../../messages/message.ts'
import { ruleCases } from '../rule-cases.ts'
import { type Evaluator, failed, latestFirst, met, notApplicable, notYet, positivesNotRetested } from './judgement.ts'

const labelsOf = (choices: readonly { value: string; label: string }[] | undefined, values: readonly string[]) =>
  listed(
    values.map((value) => word(choices?.find((one) => one.value === value)?.label ?? value)),
    'or',
  )

/** What is only planned may still change: judged from the sowing on. */
export const seedSource: Evaluator<'SEED_SOURCE'> = ({ seedSources }, { crop, events }) => {
  const choices = ruleCases.SEED_SOURCE.seedSources.choices
  const [actual, allowed] = [labelsOf(choices, [crop.seedSource]), labelsOf(choices, seedSources)]
  if (crop.sowingDate === null) return notYet(phrase`Nothing is sown yet; planned source of the seed: ${actual}, allowed: ${allowed}.`)
  const sowings = events.filter(({ eventType }) => eventType === 'SOWING' || eventType === 'RESOWING')
  return seedSources.some((one) => one === crop.seedSource)
    ? met(phrase`Source of the seed: ${actual}, which is allowed.`, sowings)
    : failed(phrase`Source of the seed: ${actual}; allowed is ${allowed}.`, sowings)
}

/** A positive test counts against any paper. */
export const nonGmProof: Evaluator<'NON_GM_PROOF'> = ({ proofKinds }, { crop, gmProofs, labResults }) => {
  if (!crop.hasGmRisk) return notApplicable('There are no genetically modified varieties of this crop.')
  const [positive] = latestFirst(positivesNotRetested(labResults, 'GMO'))
  if (positive) return failed(phrase`The GMO test of ${onDay(positive.day)} is positive.`, [positive])
  const accepted = gmProofs.filter(({ kind }) => proofKinds.some((one) => one === kind))
  const [proof] = accepted
  const choices = ruleCases.NON_GM_PROOF.proofKinds.choices
  if (proof) return met(phrase`Proof that the seed is not genetically modified: ${proof.number}.`, accepted)
  if (crop.sowingDate === null) return notYet(phrase`Before sowing, one proof is needed: ${labelsOf(choices, proofKinds)}.`)
  const [other] = gmProofs
  return other
    ? failed(phrase`${other.number} is recorded as proof; the scheme accepts ${labelsOf(choices, proofKinds)}.`, gmProofs)
    : failed(phrase`There is no proof that the seed is not genetically modified; the scheme accepts ${labelsOf(choices, proofKinds)}.`)
}
