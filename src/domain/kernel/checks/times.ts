// Days as YYYY-MM-DD and moments with their offset, both between 1900 and 2100.
import { z } from 'zod'

const between1900And2100 = { message: 'Between 1900 and 2100.', params: { code: 'max' } }

export const dateCheck = (): z.ZodType => z.iso.date().refine((value) => value >= '1900-01-01' && value <= '2100-12-31', between1900And2100)
export const timeCheck = (): z.ZodType => z.iso.datetime({ offset: true }).refine((value) => value >= '1900' && value < '2101', between1900And2100)
