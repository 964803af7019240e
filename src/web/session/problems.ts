// The error names that sign-in puts into an address (`error=…`), as sentences a person can act on. Names that are not
// here, which anybody can write into an address, say no more than that the sign-in was not completed.

import { notAllowed } from '#domain/tenancy/not-allowed.ts'

const problems: Readonly<Record<string, string>> = {
  AccessDenied: notAllowed,
  Callback: /* said */ 'The sign-in was not completed. Please try again.',
  Configuration: /* said */ 'Signing in is not possible at the moment. Please try again later, or tell your administrator.',
  CredentialsSignin: /* said */ 'These sign-in details were not accepted.',
  InvalidCallbackUrl: /* said */ 'The link that brought you here is not valid. You can sign in from here.',
  MissingCSRF: /* said */ 'The page was open for too long. Please try again.',
  OAuthAccountNotLinked: /* said */ 'This address belongs to somebody who signs in another way. Use the way you used first, or ask your administrator.',
  OAuthCallback: /* said */ 'The sign-in was not completed. Please try again.',
  OAuthCallbackError: /* said */ 'The sign-in was not completed. Please try again.',
  RateLimited: /* said */ 'Too many attempts from here. Please wait a minute and try again.',
  RefreshTokenError: /* said */ 'Your sign-in has ended. Please sign in again.',
  SessionRequired: /* said */ 'Your sign-in has ended. Please sign in again.',
}

/** Null: no such name. */
export const problemNamed = (error: string): string | null => (Object.hasOwn(problems, error) ? (problems[error] as string) : null)
export const problemOf = (error: string | null | undefined): string => problemNamed(error ?? '') ?? (problems.Callback as string)
