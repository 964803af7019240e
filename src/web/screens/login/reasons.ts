// Why somebody stands at the login page, in a sentence they can act on: the page they wanted, or what went
// wrong, by the error names that sign-in puts into the address.
import { safeRedirect } from '#domain/tenancy/redirect.ts'
import { problemOf } from '#web/session/problems.ts'
import type { Ended } from '#web/session/use-access.ts'

/** `note`: nothing is wrong and nothing was asked for. */
export type Reason = { kind: 'wanted' | 'note' | 'problem'; text: string /** Title of the page that was asked for. */; page?: string }

/** Menu titles (specification section 2) by the part of the address that stands for them. */
const pages: Readonly<Record<string, string>> = {
  dashboard: 'Dashboard',
  farmer: 'Farmers',
  landowner: 'Landowners',
  landparcel: 'Land Parcels',
  croppingsystem: 'Cropping Systems',
  crop: 'Crops',
  processingsystem: 'Processing Systems',
  processor: 'Processors',
  product: 'Products',
  productbatch: 'Product Batches',
  user: 'Users',
  collective: 'Operators',
  task: 'Tasks',
  reports: 'Reports',
  notifications: 'Notifications',
}

export type LoginSearch = {
  redirect?: string | undefined
  callbackUrl?: string | undefined
  error?: string | undefined /** Token of an invitation's link. */
  invitation?: string | undefined
}

/** Where to go after sign-in: `redirect`, or what the session service calls it. Null when that is no page of ours. */
export const wantedPage = ({ redirect, callbackUrl }: LoginSearch, origin: string): string | null =>
  safeRedirect(redirect, origin) ?? safeRedirect(callbackUrl, origin)

/** `ended`: how a session ended that this page itself has seen; an address cannot say it. */
export function reasonOf(search: LoginSearch, origin: string, ended: Ended | null = null): Reason | null {
  const { error } = search
  if (error === 'SessionRequired' && ended === 'elsewhere') return { kind: 'note', text: 'You were signed out in another tab. Sign in to go on here.' }
  if (error) return { kind: 'problem', text: problemOf(error) }
  const wanted = wantedPage(search, origin)
  if (!wanted || wanted === '/') return null
  const part = /^\/private\/farmbook\/[^/]+\/([a-z]+)/.exec(wanted)?.[1] ?? ''
  const page = Object.hasOwn(pages, part) ? pages[part] : undefined
  return {
    kind: 'wanted',
    text: page ? 'Please sign in to open {{page}}. You will land right there.' : 'Please sign in to open the page you asked for. You will land right there.',
    ...(page ? { page } : {}),
  }
}
