// How somebody is reached, and in which country: phone numbers as E.164, addresses of mail in small letters, countries by ISO 3166-1.
import { z } from 'zod'
import { isCountry } from '../countries.ts'

export const phoneCheck = (): z.ZodType =>
  z
    .string()
    .max(30)
    .transform(normalisePhone)
    .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, { message: 'A phone number with country code, like +91 98260 12345.' }))

/** Ten digits without a country are an Indian mobile number. */
function normalisePhone(value: string): string {
  const digits = value.replace(/[\s().-]/g, '')
  if (/^[6-9]\d{9}$/.test(digits)) return `+91${digits}`
  if (/^0[6-9]\d{9}$/.test(digits)) return `+91${digits.slice(1)}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}

export const emailCheck = (): z.ZodType =>
  z
    .string()
    .max(254)
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.email())

export const countryCheck = (): z.ZodType =>
  z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, { message: 'Two-letter country code.' })
    .refine(isCountry, { message: 'There is no such country.', params: { code: 'format' } })
