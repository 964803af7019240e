// What is answered to whoever pays a farmer.
import { z } from 'zod'

export const accountAnswer = z.strictObject({ holder: z.string(), ifsc: z.string(), accountNo: z.string() })
export type AccountAnswer = z.infer<typeof accountAnswer>
