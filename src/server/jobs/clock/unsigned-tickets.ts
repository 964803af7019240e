// Tickets whose farmer has not confirmed them in time, and of which no finding says so (BR-08): their announced slip has not come, or they are from before
// signatures asked for it. Those that a slip signs by now are settled.
import { judgeSlip, ticketsAwaited, ticketsOfOpenSeasons } from '../../behaviours/processing/slip-findings.ts'
import type { ClockHandler } from './handler.ts'

const carryOut: ClockHandler['carryOut'] = (scope, id) => judgeSlip(scope, id, { isOver: true })

export const unsignedTickets: readonly ClockHandler[] = [
  { name: 'slips that have not come', stage: 'judgement', due: (moment, after, limit) => ticketsAwaited(moment, { after, limit }), carryOut },
  // Reads every ticket of the open seasons.
  {
    name: 'tickets without a word',
    stage: 'judgement',
    isDaily: true,
    due: (moment, after, limit) => ticketsOfOpenSeasons(moment, { after, limit }),
    carryOut,
  },
]
