// The lot's public page and its label: the QR symbol with what stands beside it, printed as it lies here.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { claims } from '#domain/kernel/terms.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { OpenInNewOutlined as OpenIcon } from '#web/icons/open-in-new-outlined.ts'
import { PrintOutlined as PrintIcon } from '#web/icons/print-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

/** Printing shows the label alone, at its real size. */
const printed = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    '[data-label], [data-label] *': { visibility: 'visible' },
    '[data-label]': { position: 'fixed', inset: 0, margin: '0 !important', border: '0 !important' },
  },
}

export function LabelTab({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const kind = entity.name === 'crop' ? 'crop' : 'batch'
  const { data: group } = useOne('collective', operator === '-' ? undefined : (record.operatorId ?? undefined))
  const token = record.qrToken as string | null
  const claim = record.claimStatus as keyof typeof claims | null
  const isFilled = kind === 'crop' || Number(record.closedQtyKg ?? 0) > 0
  if (!token || record.qrRevokedAt || !isFilled) {
    return (
      <Panel>
        <EmptyState
          title={record.qrRevokedAt ? t('The public page was withdrawn') : t('There is no public page yet')}
          reason={record.qrRevokedAt ? t('Whoever scans the code sees the same as for a code that never was.') : t('It appears with the first kilogram.')}
        />
      </Panel>
    )
  }
  const address = `${location.origin}/public/${kind}/${token}`
  const under = [record.refs?.[String(record.productId ?? '')]?.title ?? record.cropName, record.refs?.[String(record.seasonId ?? '')]?.title]
    .filter(Boolean)
    .join(', ')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' }, gap: 2, alignItems: 'start' }}>
      <style>
        {Object.entries(printed)
          .map(
            ([query, rules]) =>
              `${query}{${Object.entries(rules)
                .map(
                  ([selector, style]) =>
                    `${selector}{${Object.entries(style)
                      .map(([name, value]) => `${name}:${value}`)
                      .join(';')}}`,
                )
                .join('')}}`,
          )
          .join('')}
      </style>
      <Box
        data-label
        sx={{
          width: '100mm',
          maxWidth: '100%',
          minHeight: '50mm',
          p: '5mm',
          bgcolor: '#fff',
          border: '1px solid',
          borderColor: 'edge',
          borderRadius: 1,
          display: 'grid',
          gridTemplateColumns: '40mm 1fr',
          gap: '5mm',
          alignItems: 'center',
          color: '#000',
        }}
      >
        <Box
          component="img"
          src={`/api/public/qr/${kind}/${token}.svg`}
          alt={t('QR code of the public page')}
          sx={{ width: '40mm', height: '40mm', display: 'block' }}
        />
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ fontSize: 18, fontWeight: 600, lineHeight: 1.2, overflowWrap: 'anywhere' }}>{record.title}</Box>
          <Box sx={{ fontSize: 13, mt: 0.5 }}>{under}</Box>
          {claim ? <Box sx={{ fontSize: 13, fontWeight: 600 }}>{t(claims[claim][0])}</Box> : null}
          <Box sx={{ fontSize: 12.5, mt: 0.5 }}>{group?.title ?? ''}</Box>
          <Box sx={{ fontSize: 12, mt: 1 }}>{t('Scan to see where it came from')}</Box>
        </Box>
      </Box>
      <Panel title={t('Public page')} note={t('for everybody who scans the code')}>
        <Box sx={{ mb: 1.5, overflowWrap: 'anywhere', fontSize: 13.5 }}>{address}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
          <Button variant="contained" startIcon={<PrintIcon />} onClick={() => window.print()}>
            {t('Print label')}
          </Button>
          <Button variant="outlined" color="inherit" startIcon={<OpenIcon />} href={`/public/${kind}/${token}`} target="_blank" rel="noopener">
            {t('Open page')}
          </Button>
        </Box>
        <Box sx={{ fontSize: 13.5, color: 'text.secondary' }}>
          {t(
            'It shows the group, the district, a square of 10 km, what was checked and the journey: no person, no plot, no price. It can be withdrawn at any time.',
          )}
        </Box>
        {record.status === 'QUARANTINED' || record.status === 'RECALLED' ? (
          <Box sx={{ mt: 1.5 }}>
            <StatusChip tone="error" label={t('Shown in red while the lot is held back')} />
          </Box>
        ) : null}
        {kind === 'batch' && record.producedOn ? (
          <Box sx={{ mt: 1, fontSize: 12.5, color: 'text.secondary' }}>{t('Made {{date}}', { date: format.fullDate(String(record.producedOn)) })}</Box>
        ) : null}
      </Panel>
    </Box>
  )
}
