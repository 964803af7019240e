// Host name → tenant. The tenant is the first label of the host; on a local host it is 'localhost'
// (specification section 1). The browser reads its own address loosely, the server checks a foreign header strictly.

/** The subdomain of the machine itself, where no tenant has a name of its own. */
export const localSubdomain = 'localhost'

/** One DNS label, 1 to 40 characters, not punycode: what a tenant may be called. */
const label = /^(?!xn--)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
const portNumber = /^[1-9]\d{0,4}$/
const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a tenant may be called this. Names that would read as a machine or a service are reserved; so are figures alone, which read as addresses. */
export const isTenantName = (name: string): boolean => label.test(name) && /[a-z]/.test(name) && name !== localSubdomain && !reserved.has(name)
const reserved = new Set([
  ...['www', 'api', 'auth', 'login', 'admin', 'static', 'assets', 'cdn', 'files', 'docs', 'help', 'support', 'status'],
  // First parts of our own addresses, and words that stand for the product or for nobody.
  ...['public', 'private', 'platform', 'farmbook', 'default', 'root', 'system'],
  // What mail and machines look for by name.
  ...['mail', 'smtp', 'imap', 'ftp', 'ns', 'autodiscover', 'autoconfig', 'wpad', 'isatap', 'broadcasthost', 'localdomain'],
])

/** The subdomain a browser should ask the tenant configuration for, from `location.hostname`. */
export function subdomainOf(hostname: string): string {
  const name = hostname.toLowerCase()
  if (localNames.has(name) || localNames.has(`[${name}]`)) return localSubdomain
  return name.split('.')[0] ?? localSubdomain
}

export type TenantHost = {
  subdomain: string
  /** Host with its port as it belongs in an origin: `cotton.localhost:4300`. Lower case. */
  host: string
}

/**
 * Reads a Host header. Only `{label}.{base}` of a known base, or the local machine when `localhost` is one of the bases,
 * is understood; everything else (user information, two labels, a suffix behind a base, bad ports) is null, which the server answers with 421.
 * `port`: the one we are reached at, '' for the scheme's own; what the header says becomes our origin, so another port is not ours.
 * Without it any port will do.
 */
export function parseTenantHost(header: string | null | undefined, bases: readonly string[], port?: string): TenantHost | null {
  if (!header || header.length > 255) return null
  const found = /^(\[::1\]|[a-z0-9.-]+)(?::(\d+))?$/.exec(header.toLowerCase())
  const name = found?.[1]
  const given = found?.[2]
  if (!name || (given !== undefined && (!portNumber.test(given) || Number(given) > 65_535))) return null
  if (port !== undefined && port !== (given ?? '')) return null
  const host = given === undefined ? name : `${name}:${given}`
  if (localNames.has(name)) return bases.includes(localSubdomain) ? { subdomain: localSubdomain, host } : null
  const dot = name.indexOf('.')
  const first = name.slice(0, dot)
  if (dot < 1 || !label.test(first) || !bases.includes(name.slice(dot + 1))) return null
  return { subdomain: first, host }
}
