// Loading, drawn as the layout that will come; no spinner pages.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '#web/locales/translation.ts'
import { measures } from '#web/theme/tokens.ts'

/** 0, 1, … for drawing so many of something. */
const span = (count: number): number[] => [...Array(count).keys()]
const widths = ['62%', '44%', '55%', '70%', '38%']

/** Rows of a table or cards of a list. */
export function ListSkeleton({ rows = 8, columns = 5, cards = false }: { rows?: number; columns?: number; cards?: boolean }) {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('Loading')}>
      {span(rows).map((row) =>
        cards ? (
          <Card key={row} sx={{ p: 2, mb: 1.5 }}>
            <Skeleton width="55%" height={22} />
            <Skeleton width="80%" />
            <Skeleton width="40%" />
          </Card>
        ) : (
          <Box
            key={row}
            sx={{
              display: 'grid',
              gridTemplateColumns: `1.6fr repeat(${columns - 1}, 1fr)`,
              gap: 3,
              alignItems: 'center',
              height: measures.row,
              px: 2,
              borderBottom: '1px solid',
              borderColor: 'divider',
              opacity: 1 - row / (rows + 3),
            }}
          >
            {span(columns).map((column) => (
              <Skeleton key={column} width={widths[(row + column) % widths.length] ?? '50%'} height={16} />
            ))}
          </Box>
        ),
      )}
    </Box>
  )
}

/** A page of one record: title, tabs, two panels. */
export function RecordSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('Loading')}>
      <Skeleton width={140} />
      <Skeleton width={280} height={34} />
      <Skeleton width={220} sx={{ mb: 5 }} />
      <Panels />
    </Box>
  )
}

/** What is below the heading of a record, which is there already. */
export function OverviewSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('Loading')}>
      <Panels />
    </Box>
  )
}

const Panels = () => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { md: '2fr 1fr' }, gap: 1.5 }}>
    {[6, 4].map((rows) => (
      <Card key={rows} sx={{ p: 2 }}>
        <Skeleton width={120} height={22} />
        {span(rows).map((row) => (
          <Skeleton key={row} width={widths[row % widths.length] ?? '50%'} sx={{ my: 1 }} />
        ))}
      </Card>
    ))}
  </Box>
)

/** A form: labelled fields in sections. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('Loading')} sx={{ maxWidth: 760 }}>
      <Skeleton width={240} height={34} sx={{ mb: 2 }} />
      {[4, 3].map((rows) => (
        <Card key={rows} sx={{ p: 2, mb: 1.5, display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
          {span(rows).map((row) => (
            <Box key={row}>
              <Skeleton width={90} />
              <Skeleton variant="rounded" height={40} />
            </Box>
          ))}
        </Card>
      ))}
    </Box>
  )
}
