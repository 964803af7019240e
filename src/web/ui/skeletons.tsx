// Loading, drawn as the layout that will come; no spinner pages.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useTranslation } from '#web/locales/translation.ts'
import './skeletons.css'

/** 0, 1, … for drawing so many of something. */
const span = (count: number): number[] => [...Array(count).keys()]
const widths = ['62%', '44%', '55%', '70%', '38%']

/** A bar where words or a figure will be. `width` as in CSS; `height` in px, absent = that of a line's letters. */
export function Bone({ width, height, centred = false }: { width: number | string; height?: number; centred?: boolean }) {
  return <span className={centred ? 'bone centred' : 'bone'} style={{ width, height }} />
}

/** Rows of a table or cards of a list. */
export function ListSkeleton({ rows = 8, columns = 5, cards = false }: { rows?: number; columns?: number; cards?: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('Loading')}>
      {span(rows).map((row) =>
        cards ? (
          <div key={row} className="card-bones">
            <Bone width="55%" height={14} />
            <Bone width="80%" />
            <Bone width="40%" />
          </div>
        ) : (
          <div key={row} className="row-bones" style={{ gridTemplateColumns: `1.6fr repeat(${columns - 1}, 1fr)`, opacity: 1 - row / (rows + 3) }}>
            {span(columns).map((column) => (
              <Bone key={column} width={widths[(row + column) % widths.length] ?? '50%'} height={10} />
            ))}
          </div>
        ),
      )}
    </div>
  )
}

/** A page of one record: title, tabs, two panels. */
export function RecordSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('Loading')}>
      <Bone width={140} />
      <Bone width={280} height={20} />
      <Box sx={{ mb: 5 }}>
        <Bone width={220} />
      </Box>
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
        <Bone width={120} height={14} />
        {span(rows).map((row) => (
          <Box key={row} sx={{ my: 1.5 }}>
            <Bone width={widths[row % widths.length] ?? '50%'} />
          </Box>
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
      <Box sx={{ mb: 2 }}>
        <Bone width={240} height={20} />
      </Box>
      {[4, 3].map((rows) => (
        <Card key={rows} sx={{ p: 2, mb: 1.5, display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
          {span(rows).map((row) => (
            <Box key={row}>
              <Bone width={90} />
              <Bone width="100%" height={40} />
            </Box>
          ))}
        </Card>
      ))}
    </Box>
  )
}
