// The error names that sign-in puts into an address (`error=…`), as sentences a person can act on. Names that are not
// here, which anybody can write into an address, say no more than that the sign-in was not completed.

import { notAllowed } from '#domain/tenancy/not-allowed.ts'

const problems: Readonly<Record<string, string>> = {
  AccessDenied: notAllowed,
  Callback: /* i18n */ 'The sign-in was not completed. Please try again.',
  Configuration: /* i18n */ 'Signing in is not possible at the moment. Please try again later, or tell your administrator.',
  CredentialsSignin: /* i18n */ 'These sign-in details were not accepted.',
  InvalidCallbackUrl: /* i18n */ 'The link that brought you here is not valid. You can sign in from here.',
  MissingCSRF: /* i18n */ 'The page was open for too long. Please try again.',
  SecondFactorNeeded: /* i18n */ 'Your programme asks for a second factor. Set it up where you sign in, and sign in with it.',
  OAuthAccountNotLinked: /* i18n */ 'This address belongs to somebody who signs in another way. Use the way you used first, or ask your administrator.',
  OAuthCallback: /* i18n */ 'The sign-in was not completed. Please try again.',
  OAuthCallbackError: /* i18n */ 'The sign-in was not completed. Please try again.',
  RateLimited: /* i18n */ 'Too many attempts from here. Please wait a minute and try again.',
  RefreshTokenError: /* i18n */ 'Your sign-in has ended. Please sign in again.',
  SessionRequired: /* i18n */ 'Your sign-in has ended. Please sign in again.',
}

/** Null: no such name. */
export const problemNamed = (error: string): string | null => (Object.hasOwn(problems, error) ? (problems[error] as string) : null)
export const problemOf = (error: string | null | undefined): string => problemNamed(error ?? '') ?? (problems.Callback as string)
