// The few facts that head a page, side by side: each under its name. One of them has a line of its own on a phone.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** `columns`: of the grid from tablets on. `leading`: place of the fact that comes first on a phone. */
export function HeadFacts({ facts, columns, leading }: { facts: readonly [label: string, value: React.ReactNode][]; columns: string; leading: number }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: columns }, columnGap: 2, rowGap: 1.5 }}>
      {facts.map(([label, value], at) => (
        <Box key={label} sx={{ minWidth: 0, ...(at === leading ? { gridColumn: { xs: '1 / -1', sm: 'auto' }, order: { xs: -1, sm: 0 } } : {}) }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0, fontWeight: 500 }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
