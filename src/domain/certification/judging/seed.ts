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
  if (proof)
    return met(
      proof.number
        ? phrase`Proof that the seed is not genetically modified: ${proof.number}.`
        : phrase`Proof that the seed is not genetically modified: ${labelsOf(choices, [proof.kind ?? ''])}, as a file.`,
      accepted,
    )
  if (crop.sowingDate === null) return notYet(phrase`Before sowing, one proof is needed: ${labelsOf(choices, proofKinds)}.`)
  const other = gmProofs.find(({ kind }) => kind !== null) ?? gmProofs[0]
  const requested = labelsOf(choices, proofKinds)
  if (!other) return failed(phrase`There is no proof that the seed is not genetically modified; the scheme accepts ${requested}.`)
  const named = other.number || word('A file')
  if (other.kind === null)
    return failed(
      phrase`${named} is recorded as proof, and nothing states of which kind it is; the scheme accepts ${requested}. Correct the sowing, and choose the kind.`,
      gmProofs,
    )
  return failed(phrase`${named} is recorded as proof (${labelsOf(choices, [other.kind])}); the scheme accepts ${requested}.`, gmProofs)
}
