// By what a past state is asked for, as parameters of a route; `asOfQuery` of the store reads them where the programme's day is known.
import { z } from 'zod'
import type { asOfParameters } from '../store/as-of.ts'

const moment = z.string().optional().describe('A day, or a moment with its offset.')
export const asOf = { asOf: moment, knownAt: moment } satisfies Record<(typeof asOfParameters)[number], z.ZodType>
