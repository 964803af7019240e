// The colours that follow from a programme's two, and whether all of them can be read. Shared: the web paints with
// them, the server refuses two colours that would make a screen somebody cannot use (WCAG 2.2, AA).
import { contrast, inkOn, lighterOn, lightGround, mix, parseHex, readableOn } from './contrast.ts'

export type TenantColours = { primary: string; secondary: string }
/** The product's own colours, used until a tenant's configuration arrives. */
export const defaultColours: TenantColours = { primary: '#F79023', secondary: '#DCE8E1' }
/** Ink and ground of every page; a tenant does not choose them. */
const [ink, paper] = ['#1E2622', '#FFFFFF']

/** 4.5:1 for text (success criterion 1.4.3), 3:1 for the edge that makes a button a button (1.4.11). */
const [textLeast, edgeLeast] = [4.5, 3]

/** Colours that follow from the tenant's two; unreadable or malformed ones fall back to the product's. */
export function deriveColours(given: Partial<TenantColours>) {
  const primary = parseHex(given.primary ?? '') ? (given.primary as string) : defaultColours.primary
  const secondary = parseHex(given.secondary ?? '') ? (given.secondary as string) : defaultColours.secondary
  const onPrimary = inkOn(primary)
  const soft = lightGround(mix(secondary, '#FFFFFF', 0.5), 0.84)
  const deep = lightGround(secondary)
  const secondaryInk = readableOn(mix(secondary, '#0B3B22', 0.83), deep, 5)
  return {
    primary,
    onPrimary,
    // Lighter on hover when the ink is dark, darker when it is white: contrast only ever grows.
    primaryHover: onPrimary === '#FFFFFF' ? mix(primary, '#000000', 0.12) : mix(primary, '#FFFFFF', 0.14),
    primaryEdge: mix(primary, '#000000', 0.16),
    primaryText: readableOn(mix(primary, '#000000', 0.3), '#FFFFFF', 6),
    secondary,
    deep,
    soft,
    softer: lightGround(mix(secondary, '#FFFFFF', 0.6), 0.88),
    secondaryInk,
    // On the dark half of the login page: what the tenant's own colour marks, and what is there but not chosen.
    accentOnInk: lighterOn(primary, secondaryInk, edgeLeast),
    quietOnInk: lighterOn(mix(secondaryInk, '#FFFFFF', 0.5), secondaryInk, edgeLeast),
    missionOnInk: mix(secondaryInk, '#FFFFFF', 0.92),
  }
}

/** `of`: which of the two colours is to blame. `ratio` and `least` as 1..21. */
export type ContrastFigure = { of: keyof TenantColours; what: string; ratio: number; least: number }

/** Every pair of colours that must be distinguishable, with its figure, worst first. */
export function contrastFigures(given: TenantColours): ContrastFigure[] {
  const colours = deriveColours(given)
  const figure = (of: ContrastFigure['of'], what: string, one: string, other: string, least: number): ContrastFigure => ({
    of,
    what,
    // Rounded down: 4.496 must not be given as the 4.5 that it is not.
    ratio: Math.floor(contrast(one, other) * 100) / 100,
    least,
  })
  return [
    figure('primary', 'text on the main button', colours.onPrimary, colours.primary, textLeast),
    figure('primary', 'text on the main button under the pointer', colours.onPrimary, colours.primaryHover, textLeast),
    figure('primary', 'text in the main colour on the page', colours.primaryText, paper, textLeast),
    figure('primary', 'the edge of the main button on the page', colours.primaryEdge, paper, edgeLeast),
    figure('secondary', 'text on the menu', ink, colours.soft, textLeast),
    figure('primary', 'the mark of the shown mission on the login page', colours.accentOnInk, colours.secondaryInk, edgeLeast),
    figure('secondary', 'the marks of the other missions on the login page', colours.quietOnInk, colours.secondaryInk, edgeLeast),
    figure('secondary', 'the mission on the login page', colours.missionOnInk, colours.secondaryInk, textLeast),
    figure('secondary', 'the chosen entry of the menu', colours.secondaryInk, colours.deep, textLeast),
  ].sort((one, other) => one.ratio / one.least - other.ratio / other.least)
}
