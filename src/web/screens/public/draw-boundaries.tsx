// /public/draw-boundaries: anybody draws, walks or pastes the boundary of a field and reads its area, its perimeter and
// whether it could be stored. Nothing is sent or stored: it can be saved as a file on the device. Whoever has the link of a plot draws that one, and sends it in.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { perimeterM } from '#domain/geo/area.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryWorkspace } from '#web/map/boundary/boundary-workspace.tsx'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { saveAs } from '#web/ui/save-as.ts'

const DrawByLink = lazy(async () => ({ default: (await import('./draw-by-link.tsx')).DrawByLink }))
const noNeighbours: never[] = []

export function DrawBoundaries() {
  const { token } = useSearch({ strict: false }) as FlatSearch
  return token ? (
    <Suspense fallback={<PageLoader />}>
      <DrawByLink token={token} />
    </Suspense>
  ) : (
    <Sandbox />
  )
}

function Sandbox() {
  const { t } = useTranslation()
  const format = useFormat()
  const session = useBoundary({ polygon: null, neighbours: noNeighbours })
  const { polygon, areaHa, flaw } = session.checks
  // A tangled line encloses nothing that could be called its area.
  const measured = polygon && flaw?.at === undefined ? polygon : null
  const save = () => {
    if (!measured) return
    const feature = { type: 'Feature', properties: { areaHa, perimeterM: Math.round(perimeterM(measured)) }, geometry: measured }
    saveAs(new Blob([JSON.stringify(feature)], { type: 'application/geo+json' }), `boundary-${format.today()}.geojson`)
  }
  return (
    <>
      <PageHeader
        title={t('Draw boundaries')}
        note={t('Walk around a field, tap its corners on the map, or paste what you have. Nothing is stored.')}
        actions={
          <Button variant="outlined" color="inherit" startIcon={<Download />} disabled={!measured} onClick={save} sx={{ minHeight: { xs: 44, sm: 36 } }}>
            {t('Save as GeoJSON')}
          </Button>
        }
      />
      <Box component="dl" aria-live="polite" sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1.5, m: 0, mb: 1.5 }}>
        <Figure label={t('Area')} value={measured ? format.ha(areaHa) : '–'} />
        <Figure label={t('Perimeter')} value={measured ? format.quantity(perimeterM(measured), 'm', 0) : '–'} />
        <Figure label={t('Corners')} value={format.number(session.corners.length)} />
      </Box>
      <BoundaryWorkspace session={session} />
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Box sx={{ bgcolor: 'background.paper', border: '1px solid', borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1 }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="h4" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Typography>
    </Box>
  )
}
