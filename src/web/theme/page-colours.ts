// The colours of a programme as CSS variables of the page, without the component library: the login page and everything else that is
// drawn before it. The names are those that the library's theme gives them, so that a part looks the same in both.
import { deriveColours, type TenantColours } from '#domain/tenancy/brand-colours.ts'

/** What follows from a programme's two colours; what is the same in every programme stands in page.css. */
export function pageColours(given: Partial<TenantColours>): Record<`--${string}`, string> {
  const colours = deriveColours(given)
  return {
    '--mui-palette-primary-main': colours.primary,
    '--mui-palette-primary-dark': colours.primaryHover,
    '--mui-palette-primary-contrastText': colours.onPrimary,
    '--mui-palette-brand-text': colours.primaryText,
    '--mui-palette-brand-soft': colours.soft,
    '--mui-palette-brand-softer': colours.softer,
    '--mui-palette-brand-ink': colours.secondaryInk,
    '--mui-palette-brand-deep': colours.deep,
    '--mui-palette-brand-onInk': colours.missionOnInk,
    '--mui-palette-brand-accent': colours.accentOnInk,
    '--mui-palette-brand-quiet': colours.quietOnInk,
    '--primary-edge': colours.primaryEdge,
  }
}

/** Sets them for the whole page. */
export function paintPage(given: Partial<TenantColours>): void {
  for (const [name, value] of Object.entries(pageColours(given))) document.documentElement.style.setProperty(name, value)
}
