// A lot in summary: where its kilograms went, where they came from on a small map, and the whole trace.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { claims } from '#domain/kernel/terms.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { CertificateHeadroom } from './certificate-headroom.tsx'
import { HoldsPanel } from './holds-panel.tsx'
import { LotMap } from './lot-map.tsx'
import { useLedger, useTrace } from './queries.ts'
import { TracePanel } from './trace-panel.tsx'
import { waterfall } from './waterfall.ts'
import { WaterfallChart } from './waterfall-chart.tsx'

export function LotOverview({ record: lot }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [picked, setPicked] = useState<string | null>(null)
  const ledger = useLedger(lot.id)
  const back = useTrace(lot.id, 'back')
  const toLedger = () => void navigate({ to: '.', search: { tab: 'ledger' } as never })
  const claim = lot.claimStatus as keyof typeof claims | null
  const schemes = ((lot.schemeIds ?? []) as string[]).flatMap((id) => lot.refs?.[id]?.title ?? [])
  const gmo = lot.gmoStatus as string | null
  const link = (entity: string, id: unknown) =>
    typeof id === 'string' && lot.refs?.[id] ? (
      <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id }}>
        {lot.refs[id].title}
      </TextLink>
    ) : null
  const rows = (
    [
      { key: 'claim', label: t('Claim'), value: claim ? <StatusChip tone={claims[claim][1]} label={t(claims[claim][0])} /> : '–' },
      { key: 'schemes', label: t('Schemes'), value: schemes.length > 0 ? schemes.join(', ') : null },
      {
        key: 'gmo',
        label: t('GMO test'),
        value: (
          <StatusChip
            tone={gmo === 'NEGATIVE' ? 'success' : gmo === 'POSITIVE' ? 'error' : gmo === 'PENDING' ? 'pending' : 'neutral'}
            label={t(
              { NEGATIVE: /* i18n */ 'Negative', POSITIVE: /* i18n */ 'Positive', PENDING: /* i18n */ 'Result awaited' }[gmo ?? ''] ?? /* i18n */ 'Not tested',
            )}
          />
        ),
      },
      { key: 'product', label: t('Product'), value: link('product', lot.productId) },
      { key: 'at', label: t('At'), note: String(lot.storageBin ?? ''), value: link('processingsystem', lot.processingSystemId) },
      { key: 'crop', label: t('From crop'), value: link('crop', lot.cropId) },
      { key: 'made', label: t('Made on'), value: lot.producedOn ? format.date(String(lot.producedOn)) : null },
      { key: 'units', label: t('Units'), value: Array.isArray(lot.units) && lot.units.length > 0 ? format.number(lot.units.length) : null },
    ] satisfies FigureRow[]
  ).filter((row) => row.value !== null)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <HoldsPanel lot={lot} />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(230px, 0.9fr) minmax(250px, 1fr)' } }}>
        <Panel title={t('Where the kilograms went')} note={t('kg, each bar opens its entries')}>
          {ledger.data ? <WaterfallChart steps={waterfall(ledger.data)} onOpen={toLedger} /> : <Box sx={{ height: 150 }} />}
        </Panel>
        <Panel title={t('This lot')}>
          <FigureRows rows={rows} />
        </Panel>
        <Card sx={{ minHeight: 190, overflow: 'hidden', display: { xs: 'none', sm: 'block' } }}>
          {back.data?.parcels.some((plot) => plot.point) ? (
            <LotMap back={back.data} forward={null} picked={picked} small />
          ) : (
            <Box sx={{ p: 2, color: 'text.secondary' }}>{back.data ? t('No plot of this lot is on the map for your role.') : ''}</Box>
          )}
        </Card>
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))', alignItems: 'start' }}>
        <CertificateHeadroom lot={lot} />
        <KilogramChain of={{ subject: 'productbatch', id: lot.id }} version={lot.version} />
      </Box>
      <TracePanel lotId={lot.id} picked={picked} onPick={setPicked} />
    </Box>
  )
}
