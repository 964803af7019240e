// What a facility does by its type is one table; declarations that stand below it say the same.
import { expect, it } from 'vitest'
import { withPress } from '../processing/processingsystem-events.ts'
import { systemProcesses } from './norms.ts'

it('has a press where bales are offered to be pressed, and nowhere else', () => {
  expect(Object.entries(systemProcesses).flatMap(([type, processes]) => (processes.includes('PRESSING') ? [type] : []))).toEqual(withPress)
})
