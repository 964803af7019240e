// What a tenant shows of itself before anyone has signed in (specification section 3): its names,
// texts, logos and two colours. Plain types without Zod, because the login page loads this file.

/** `image`: `/files/{hash}` of a picture that stands with it. */
export type CarouselItem = { mission: string; missionDesc: string; image?: string | undefined }

export type TenantConfig = {
  name: string
  loginDesc: string
  carousel: CarouselItem[]
  /** Address of the picture on the login page; null = the product's own mark with the name beside it. */
  logo: string | null
  /** CSS pixels. */
  logoWidth: number
  headerLogo: string | null
  /** CSS pixels. */
  headerLogoWidth: number
  subdomain: string
  id: string
  organizationId: string
}

export type TenantTheme = {
  organizationId: string
  palette: { primary: { main: string }; secondary: { main: string } }
}

/** By what the programme counts: moments are shown in its time zone (IANA), money in its currency (ISO 4217), areas in its unit (`acre 0.404686`), wherever the reader is. */
export type TenantRegion = { timezone: string; currency: string; area: string }

/** The answer of GET /api/tenant/{subdomain}; `region` travels in its headers. */
export type TenantAnswer = { subdomain: string; config: TenantConfig; theme: TenantTheme; region: TenantRegion }

export const hexColour = /^#[0-9a-f]{6}$/i
/** Only addresses of our own server, as the policy for pictures has it; anything else (another site, javascript:, data:, //elsewhere) is dropped. */
const safeAddress = /^\/(?![/\\])[^\s"'<>\\]*$/
/** CSS pixels a logo may be wide: what the login page and the menu have room for, so that a width that is taken is a width that is shown. */
export const widthBounds = { logoWidth: { min: 16, max: 320 }, headerLogoWidth: { min: 16, max: 176 } } as const

/**
 * A whole tenant from whatever is known of it: stored settings on the server, an answer in the browser.
 * Each missing or unusable part falls back to `base` on its own, so that one bad colour does not cost the name.
 */
export function completeTenant(known: unknown, base: TenantAnswer): TenantAnswer {
  const given = asRecord(known)
  const config = asRecord(given.config)
  const palette = asRecord(asRecord(given.theme).palette)
  const region = asRecord(given.region)
  const organizationId = text(config.organizationId, base.config.organizationId)
  return {
    subdomain: text(given.subdomain, base.subdomain),
    config: {
      name: text(config.name, base.config.name),
      loginDesc: text(config.loginDesc, base.config.loginDesc),
      carousel: carousel(config.carousel, base.config.carousel),
      logo: address(config.logo, base.config.logo),
      logoWidth: width(config.logoWidth, widthBounds.logoWidth, base.config.logoWidth),
      headerLogo: address(config.headerLogo, base.config.headerLogo),
      headerLogoWidth: width(config.headerLogoWidth, widthBounds.headerLogoWidth, base.config.headerLogoWidth),
      subdomain: text(config.subdomain, base.config.subdomain),
      id: text(config.id, base.config.id),
      organizationId,
    },
    theme: {
      organizationId: text(asRecord(given.theme).organizationId, organizationId),
      palette: {
        primary: { main: colour(asRecord(palette.primary).main, base.theme.palette.primary.main) },
        secondary: { main: colour(asRecord(palette.secondary).main, base.theme.palette.secondary.main) },
      },
    },
    region: {
      timezone: text(region.timezone, base.region.timezone),
      currency: text(region.currency, base.region.currency),
      area: text(region.area, base.region.area),
    },
  }
}

const asRecord = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})
const text = (value: unknown, otherwise: string): string => (typeof value === 'string' && value.trim() !== '' ? value : otherwise)
const colour = (value: unknown, otherwise: string): string => (typeof value === 'string' && hexColour.test(value) ? value : otherwise)
const address = (value: unknown, otherwise: string | null): string | null => (typeof value === 'string' && safeAddress.test(value) ? value : otherwise)
/** The currency that stored settings name, where they name one. */
export const currencyOf = ({ currency }: Readonly<Record<string, unknown>>): string =>
  typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'INR'

const width = (value: unknown, { min, max }: { min: number; max: number }, otherwise: number): number =>
  typeof value === 'number' && value >= min && value <= max ? value : otherwise

function carousel(value: unknown, otherwise: CarouselItem[]): CarouselItem[] {
  if (!Array.isArray(value)) return otherwise
  const items = value.map(asRecord).flatMap(({ mission, missionDesc, image }) => {
    const shown = address(image, null)
    return text(mission, '') ? [{ mission: text(mission, ''), missionDesc: text(missionDesc, ''), ...(shown ? { image: shown } : {}) }] : []
  })
  return items.length > 0 ? items : otherwise
}
