// The MUI theme, derived from the tenant's primary and secondary colour. Everything else is fixed,
// so that every programme is calm, and readable whatever colours it chose.
import { type CssVarsTheme, createTheme, type Theme } from '@mui/material/styles'
import { deriveColours, type TenantColours } from '#domain/tenancy/brand-colours.ts'
import { inkOn, mix } from '#domain/tenancy/contrast.ts'
import { componentStyles } from './components.ts'
import { fontStack } from './fonts.ts'
import { measures, neutral, toneColours } from './tokens.ts'

/** The page's CSS variables in these colours, for a part of a page that wears others: whatever names one directly gets the right one. */
export function themeVariables(given: Partial<TenantColours>): Record<`--${string}`, string> {
  const sheets = (createProductTheme(given) as unknown as CssVarsTheme).generateStyleSheets() as Record<string, Record<string, string>>[]
  return Object.assign({}, ...sheets.flatMap((sheet) => Object.values(sheet)))
}

/** `isInside`: for a part of a page that already wears another one; it leaves the page's own CSS variables alone. */
export function createProductTheme(given: Partial<TenantColours> = {}, { isInside = false } = {}): Theme {
  const colours = deriveColours(given)
  return createTheme({
    cssVariables: !isInside,
    shape: { borderRadius: measures.radius },
    spacing: 8,
    palette: {
      primary: { main: colours.primary, dark: colours.primaryHover, light: mix(colours.primary, '#FFFFFF', 0.4), contrastText: colours.onPrimary },
      // The tenant's own colour. It is a ground; what must stand out on white takes brand.ink, which follows from it.
      secondary: { main: colours.secondary, dark: mix(colours.secondary, '#000000', 0.12), light: colours.soft, contrastText: inkOn(colours.secondary) },
      success: { main: toneColours.success.ink, contrastText: '#FFFFFF' },
      error: { main: toneColours.error.ink, contrastText: '#FFFFFF' },
      info: { main: toneColours.progress.ink, contrastText: '#FFFFFF' },
      warning: { main: toneColours.pending.ink, contrastText: '#FFFFFF' },
      text: { primary: neutral.ink, secondary: neutral.ink2, disabled: neutral.ink3 },
      divider: neutral.line,
      background: { default: neutral.canvas, paper: neutral.paper },
      ink3: neutral.ink3,
      edge: neutral.edge,
      brand: {
        text: colours.primaryText,
        soft: colours.soft,
        softer: colours.softer,
        ink: colours.secondaryInk,
        deep: colours.deep,
        onInk: colours.missionOnInk,
        accent: colours.accentOnInk,
        quiet: colours.quietOnInk,
      },
      tone: toneColours,
    },
    typography: {
      fontFamily: fontStack,
      fontSize: 14,
      fontWeightMedium: 500,
      fontWeightBold: 600,
      h1: { fontSize: 22, lineHeight: '28px', fontWeight: 600 },
      h2: { fontSize: 16, lineHeight: '22px', fontWeight: 600 },
      h3: { fontSize: 14.5, lineHeight: '20px', fontWeight: 600 },
      h4: { fontSize: 20, lineHeight: '26px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
      subtitle1: { fontSize: 14, lineHeight: 1.45, fontWeight: 500 },
      subtitle2: { fontSize: 13, lineHeight: 1.45, fontWeight: 600 },
      body1: { fontSize: 14, lineHeight: 1.45 },
      body2: { fontSize: 13.5, lineHeight: 1.45 },
      caption: { fontSize: 12.5, lineHeight: 1.4 },
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none', lineHeight: '20px' },
    },
    components: componentStyles(colours.primaryEdge),
  })
}
