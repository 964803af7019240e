// How long a training was is entered in quarters of an hour (domain dictionary 3.1, 5.4).
import { fieldProblem } from '#domain/kernel/problems.ts'

export function refuseUnlessQuarters(hours: number): void {
  if (!Number.isInteger(hours * 4)) throw fieldProblem('data.hours', 'rule', 'In quarters of an hour: 1.25, 1.5 or 1.75.')
}
