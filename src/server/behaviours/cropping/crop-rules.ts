// Rules that planning and sowing share.
import { type Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'

/** BR-14: chemically treated seed on organically managed land, refused at the field that says so. */
export function chemicalSeed(path: string): Problem {
  const problem = ruleBlocked('BR-14', 'Chemically treated seed is not allowed on organically managed land.', { seedTreated: 'CHEMICAL' })
  problem.details.fields = [{ path, code: 'rule', message: 'Not allowed on organically managed land.' }]
  return problem
}

/** BR-14: what is sown on organically managed land is not genetically modified. */
export function refuseGm(
  { managedOrganically }: { managedOrganically: boolean },
  { id, title, gmStatus }: { id: string; title: string; gmStatus: string },
): void {
  if (managedOrganically && gmStatus === 'GM')
    throw ruleBlocked('BR-14', phrase`${word(title)} is genetically modified and not allowed on organically managed land.`, { varietyId: id })
}
