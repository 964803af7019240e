// What is offered for several records at once is what each of them takes as it is.
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { answerOf } from '#tests/web/stage.tsx'
import type { RecordAnswer } from '#web/api/answers.ts'
import { commonEvents } from './bulk-bar.tsx'

const task = entityOf('task')
const row = (evidence: readonly string[], may = ['STARTED', 'DONE']) => answerOf({ id: crypto.randomUUID(), evidence, may }) as unknown as RecordAnswer
const offered = (...rows: RecordAnswer[]) => commonEvents(task, rows).map(([type]) => type)

describe('commonEvents', () => {
  it('has what every selected record may have, without a field to fill in', () => {
    expect(offered(row([]), row([]))).toEqual(['STARTED', 'DONE'])
    expect(offered(row([]), row([], ['DONE']))).toEqual(['DONE'])
  })
  it('leaves out what one of them would be asked for: a task that requires evidence is done by itself', () => {
    expect(offered(row([]), row(['PHOTO']))).toEqual(['STARTED'])
  })
})
