// The trace as a list: every plot with its kilograms and share, summing to the lot; and what came of it. Its file has no names.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { Trace } from '#domain/chain/chain-reports.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as DownloadIcon } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { csv } from './csv.ts'

const wideOnly = { display: { xs: 'none', sm: 'table-cell' } } as const

type Props = { back: Trace; forward: Trace | null; picked: string | null; onPick: (id: string | null) => void }

export function TraceList({ back, forward, picked, onPick }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const total = back.parcels.reduce((sum, plot) => sum + plot.kg, 0)
  const writeKg = format.massColumn([...back.parcels.map(({ kg }) => kg), total])
  const after = (forward?.nodes ?? []).filter((node) => node.kind === 'productbatch' && node.id !== forward?.root.id)
  const writeAfter = format.massColumn(after.map(({ kg }) => kg))
  // Made here, so the server notes no purpose of it (BR-35): it names nobody. The report of the lot's trace has the names.
  const download = () => {
    const rows = [
      ['plot', 'name', 'village', 'area_ha', 'kg', 'share'],
      ...back.parcels.map((plot) => [plot.code, plot.name ?? '', plot.village ?? '', plot.areaHa ?? '', plot.kg, plot.share]),
    ]
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }))
    link.download = `trace-${back.root.code}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const name = (id: string, words: string, entity: string, isOpen: boolean) =>
    isOpen ? (
      <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id }}>
        {words}
      </TextLink>
    ) : (
      words
    )
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1 }}>
        <Typography variant="subtitle2" component="h3" sx={{ flex: 1 }}>
          {t('From {{count}} plots', { count: back.parcels.length })}
        </Typography>
        <Button size="small" variant="outlined" color="inherit" startIcon={<DownloadIcon />} onClick={download} disabled={back.parcels.length === 0}>
          {t('CSV')}
        </Button>
      </Box>
      <Table size="small" aria-label={t('Plots of origin')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('Plot')}</TableCell>
            <TableCell>{t('Farmer')}</TableCell>
            <TableCell sx={wideOnly}>{t('Village')}</TableCell>
            <TableCell align="right" sx={wideOnly}>
              {t('Area')}
            </TableCell>
            <TableCell align="right">{format.massUnit}</TableCell>
            <TableCell align="right">{t('Share')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {back.parcels.map((plot) => (
            <TableRow
              key={plot.parcelId}
              hover
              selected={plot.parcelId === picked}
              onClick={() => onPick(plot.parcelId === picked ? null : plot.parcelId)}
              sx={{ cursor: 'pointer', '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'tone.progress.soft' } }}
            >
              <TableCell>
                {name(plot.parcelId, plot.name ?? plot.code, 'landparcel', plot.isOpen)}{' '}
                <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5, whiteSpace: 'nowrap', display: { xs: 'block', sm: 'inline' } }}>
                  {plot.name ? plot.code : ''}
                </Box>
              </TableCell>
              <TableCell>
                {plot.farmer && plot.farmerId ? (
                  name(plot.farmerId, plot.farmer, 'farmer', true)
                ) : (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {t('not for your role')}
                  </Box>
                )}
              </TableCell>
              <TableCell sx={wideOnly}>{plot.village ?? ''}</TableCell>
              <TableCell align="right" sx={wideOnly}>
                {plot.areaHa === null ? '' : format.ha(plot.areaHa)}
              </TableCell>
              <TableCell align="right" sx={{ fontWeight: 600 }}>
                {writeKg(plot.kg)}
              </TableCell>
              <TableCell align="right">{format.share(plot.share)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell sx={{ color: 'text.primary' }}>{t('Together')}</TableCell>
            <TableCell />
            <TableCell sx={wideOnly} />
            <TableCell sx={wideOnly} />
            <TableCell align="right" sx={{ color: 'text.primary', fontWeight: 600, fontSize: 14 }}>
              {writeKg(total)}
            </TableCell>
            <TableCell align="right" sx={{ color: 'text.primary' }}>
              {back.parcels.length ? format.share(1) : ''}
            </TableCell>
          </TableRow>
        </TableFooter>
      </Table>
      {after.length > 0 ? (
        <>
          <Typography variant="subtitle2" component="h3" sx={{ px: 2, pt: 2.5, pb: 1 }}>
            {t('What came of it')}
          </Typography>
          <Table size="small" aria-label={t('Lots that hold some of it')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('Lot')}</TableCell>
                <TableCell>{t('Product')}</TableCell>
                <TableCell sx={wideOnly}>{t('Where')}</TableCell>
                <TableCell align="right">{t('kg of this lot')}</TableCell>
                <TableCell align="right">{t('Share of it')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {after.map((node) => (
                <TableRow key={node.id}>
                  <TableCell>{name(node.id, node.title, 'productbatch', node.isOpen)}</TableCell>
                  <TableCell>{node.product ?? ''}</TableCell>
                  <TableCell sx={wideOnly}>{node.place ?? ''}</TableCell>
                  <TableCell align="right" sx={{ fontWeight: 600 }}>
                    {writeAfter(node.kg)}
                  </TableCell>
                  <TableCell align="right">{format.share(node.share)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      ) : null}
    </Box>
  )
}
