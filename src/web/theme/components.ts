// How MUI's parts look in this product: flat, quiet, 36 px controls (48 px on phones), one visible focus ring.
import type { Components, Theme } from '@mui/material/styles'
import { measures, neutral } from './tokens.ts'

/** What is chosen stands out on white whatever the tenant's two colours are. */
const chosenInk = { '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: 'var(--mui-palette-brand-ink)' } } as const

export function componentStyles(primaryEdge: string): Components<Theme> {
  return {
    // A small bold line is not a heading of the page's outline by itself.
    MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'div', subtitle2: 'div', h4: 'div' } } },
    MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: 'var(--mui-palette-brand-ink)' } } } },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: measures.button,
          padding: '6px 14px',
          whiteSpace: 'nowrap',
          '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-brand-ink)', outlineOffset: 2 },
          [theme.breakpoints.down('sm')]: { minHeight: measures.target },
        }),
        sizeSmall: { minHeight: 30, padding: '3px 10px', fontSize: 13.5 },
        outlined: { backgroundColor: neutral.paper, borderColor: neutral.edge, '&:hover': { backgroundColor: neutral.canvas, borderColor: neutral.ink3 } },
        text: { padding: '6px 8px', minWidth: 0 },
      },
      variants: [
        { props: { variant: 'contained', color: 'primary' }, style: { boxShadow: `inset 0 0 0 1px ${primaryEdge}`, '&.Mui-disabled': { boxShadow: 'none' } } },
        { props: { variant: 'text', color: 'primary' }, style: { color: 'var(--mui-palette-brand-text)' } },
        // Orange words on white are too faint.
        { props: { variant: 'outlined', color: 'inherit' }, style: { color: neutral.ink } },
        { props: { variant: 'outlined', color: 'primary' }, style: { color: neutral.ink } },
      ],
    },
    // MUI's own grey of an unchosen toggle is too faint on our canvas.
    MuiToggleButton: {
      styleOverrides: { root: { color: 'var(--mui-palette-text-secondary)', '&.Mui-selected': { color: 'var(--mui-palette-text-primary)' } } },
    },
    MuiIconButton: {
      styleOverrides: {
        root: ({ theme }) => ({
          borderRadius: measures.radius,
          color: neutral.ink2,
          '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-brand-ink)' },
          [theme.breakpoints.down('sm')]: { minWidth: measures.target, minHeight: measures.target },
        }),
      },
    },
    MuiSvgIcon: { defaultProps: { fontSize: 'small' }, styleOverrides: { fontSizeSmall: { fontSize: 18 } } },
    MuiLink: { defaultProps: { underline: 'hover' }, styleOverrides: { root: { color: 'var(--mui-palette-brand-text)', fontWeight: 500 } } },
    MuiPaper: { styleOverrides: { outlined: { borderColor: neutral.line } } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { size: 'small', fullWidth: true } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme }) => ({
          backgroundColor: neutral.paper,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: neutral.edge },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: neutral.ink3 },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-brand-ink)', borderWidth: 2 },
          [theme.breakpoints.down('sm')]: { minHeight: 50, fontSize: 16 },
        }),
        // 16 px on phones, or Safari zooms into the field.
        input: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { fontSize: 16 } }),
      },
    },
    MuiInputAdornment: { styleOverrides: { root: { color: neutral.ink2 } } },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, marginRight: 0, fontSize: 12.5, lineHeight: 1.4 } } },
    MuiCheckbox: { defaultProps: { color: 'default', size: 'small' }, styleOverrides: { root: chosenInk } },
    MuiRadio: { defaultProps: { color: 'default', size: 'small' }, styleOverrides: { root: chosenInk } },
    MuiSwitch: {
      defaultProps: { color: 'default' },
      styleOverrides: { switchBase: { ...chosenInk, '&.Mui-checked + .MuiSwitch-track': { backgroundColor: 'var(--mui-palette-brand-ink)' } } },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 40, borderBottom: `1px solid ${neutral.line}` }, indicator: { height: 2 } } },
    MuiTab: {
      styleOverrides: {
        root: { minHeight: 40, minWidth: 0, padding: '8px 12px', color: neutral.ink2, '&.Mui-selected': { color: neutral.ink, fontWeight: 600 } },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { padding: '5px 12px', borderColor: neutral.line, fontSize: 14, lineHeight: 1.35 },
        head: { fontSize: 13, fontWeight: 500, color: neutral.ink2, backgroundColor: '#FBFCFB', height: 37, whiteSpace: 'nowrap' },
      },
    },
    // The arrow stands in the gap between two columns: an unsorted column gives up no width for it.
    MuiTableSortLabel: {
      styleOverrides: {
        root: { '&.Mui-active': { color: neutral.ink, fontWeight: 600 } },
        icon: { marginInline: '2px -20px', '.MuiTableCell-alignRight &': { marginInline: '-20px 2px' } },
      },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: 6, fontWeight: 500 } } },
    MuiTooltip: { defaultProps: { enterDelay: 400 }, styleOverrides: { tooltip: { backgroundColor: neutral.ink, fontSize: 12.5, padding: '6px 10px' } } },
    MuiDialog: { styleOverrides: { paper: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { margin: 16, width: 'calc(100% - 32px)' } }) } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: 18, fontWeight: 600, padding: '20px 24px 8px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
    MuiMenuItem: {
      styleOverrides: {
        root: ({ theme }) => ({
          fontSize: 14,
          minHeight: 36,
          '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--mui-palette-brand-soft)' },
          [theme.breakpoints.down('sm')]: { minHeight: measures.target },
        }),
      },
    },
    // The close button takes the alert's own ink: the quiet grey of other icon buttons vanishes on red and green.
    MuiAlert: { styleOverrides: { root: { borderRadius: measures.radius }, action: { '& .MuiIconButton-root': { color: 'inherit' } } } },
    MuiSkeleton: { defaultProps: { animation: 'wave' }, styleOverrides: { root: { backgroundColor: '#E9EEEB' } } },
  }
}
