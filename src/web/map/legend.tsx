// What the colours of a map mean, in words, at its foot.
import Box from '@mui/material/Box'

export type LegendEntry = { label: string; colour: string /** Drawn as a line. */; line?: boolean; hatched?: boolean }

export function Legend({ label, entries }: { label: string; entries: readonly LegendEntry[] }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        position: 'absolute',
        left: 12,
        bottom: 34,
        m: 0,
        px: 1.25,
        py: 0.75,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.75,
        rowGap: 0.25,
        maxWidth: 'calc(100% - 170px)',
        bgcolor: 'background.paper',
        borderRadius: 1,
        boxShadow: '0 1px 4px rgb(0 0 0 / 16%)',
        fontSize: 12.5,
      }}
    >
      {entries.map(({ label: words, colour, line, hatched }) => (
        <Box component="li" key={words} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box
            aria-hidden
            sx={
              line
                ? { width: 18, borderTop: '2px dashed', borderColor: colour }
                : {
                    width: 12,
                    height: 12,
                    borderRadius: '3px',
                    border: '1px solid',
                    borderColor: colour,
                    background: hatched
                      ? `repeating-linear-gradient(135deg, ${colour} 0 2px, transparent 2px 5px)`
                      : `color-mix(in srgb, ${colour} 55%, transparent)`,
                  }
            }
          />
          {words}
        </Box>
      ))}
    </Box>
  )
}
