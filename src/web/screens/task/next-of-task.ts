// What is done with a task next: it is closed, and looked over by another person where that was asked for.
import type { RecordAnswer } from '#web/api/answers.ts'

export function nextOfTask({ status, type, fourEyes, may }: RecordAnswer): string | undefined {
  // Of a planned event the event comes first.
  if (may.includes('DONE') && type !== 'PLAN_EVENT') return 'DONE'
  if (status === 'DONE') return fourEyes && may.includes('VERIFIED') ? 'VERIFIED' : undefined
  return may.includes('STARTED') ? 'STARTED' : undefined
}
