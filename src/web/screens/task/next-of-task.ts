// What is done with a task next: it is closed, and looked over by another person where that was asked for.
import type { RecordAnswer } from '#web/api/answers.ts'

export function nextOfTask({ status, fourEyes, may }: RecordAnswer): string | undefined {
  if (may.includes('DONE')) return 'DONE'
  if (status === 'DONE') return fourEyes && may.includes('VERIFIED') ? 'VERIFIED' : undefined
  return may.includes('STARTED') ? 'STARTED' : undefined
}
