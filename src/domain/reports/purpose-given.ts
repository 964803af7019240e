// What the personal data of a report are for, as it is sent with a request for its file (BR-35). What it must be, the rule says.
import { z } from 'zod'

export const purposeGiven = {
  purpose: z.string().max(60).nullable().default(null).describe('What its personal data are for; needed where the caller sees some (BR-35).'),
  purposeNote: z.string().max(1000).nullable().default(null).describe('More about it; needed with OTHER.'),
}
