// A rule that planning and sowing share.
import { type Problem, ruleBlocked } from '#domain/kernel/problems.ts'

/** BR-14: chemically treated seed on organically managed land, refused at the field that says so. */
export function chemicalSeed(path: string): Problem {
  const problem = ruleBlocked('BR-14', 'Chemically treated seed is not allowed on organically managed land.', { seedTreated: 'CHEMICAL' })
  problem.details.fields = [{ path, code: 'rule', message: 'Not allowed on organically managed land.' }]
  return problem
}
