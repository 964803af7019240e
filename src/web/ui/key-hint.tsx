// A key drawn as a key. Decoration: the action itself says it in words, and phones do not show it.
import Box from '@mui/material/Box'

export function KeyHint({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'inline-grid' },
        placeItems: 'center',
        minWidth: 20,
        height: 20,
        px: 0.5,
        ml: 1,
        border: '1px solid',
        borderColor: 'currentColor',
        borderRadius: '4px',
        font: 'inherit',
        fontSize: 12,
        lineHeight: 1,
        opacity: 0.65,
      }}
    >
      {children}
    </Box>
  )
}
