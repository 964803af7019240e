// How much of a lot certificates have, and how much is left to certify: one bar, with its figures beside it.
import Box from '@mui/material/Box'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { LotCertificates, useLotCertificates } from './lot-certificates.tsx'

export function CertificateHeadroom({ lot }: { lot: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const certificates = useLotCertificates(lot.id, lot.version)
  const parts = [
    { key: 'certifiedKg', label: t('Certified'), kg: Number(lot.certifiedKg ?? 0), color: 'brand.ink' },
    { key: 'reservedKg', label: t('Reserved'), kg: Number(lot.reservedKg ?? 0), color: 'warning.main' },
    { key: 'certifiableKg', label: t('Free to certify'), kg: Number(lot.certifiableKg ?? 0), color: 'divider' },
  ]
  // What was bought of a farm lot is certified from the lot that it was bought into, and counts there.
  const all = lot.unitType === 'FARM_LOT' ? 0 : parts.reduce((sum, { kg }) => sum + kg, 0)
  if (all <= 0 && certificates.length === 0) return null
  return (
    <Panel title={t('Transaction certificates')}>
      {all > 0 ? (
        <>
          <Box sx={{ display: 'flex', height: 14, borderRadius: 1, overflow: 'hidden', mb: 1, border: '1px solid', borderColor: 'divider' }} aria-hidden>
            {parts.map(({ key, kg, color }) => (kg > 0 ? <Box key={key} sx={{ width: `${(kg / all) * 100}%`, bgcolor: color }} /> : null))}
          </Box>
          <FigureRows rows={parts.map(({ key, label, kg }) => ({ key, label, value: format.kg(kg) }))} />
        </>
      ) : null}
      {certificates.length > 0 ? (
        <Box sx={all > 0 ? { mt: 1.25, pt: 1.25, borderTop: '1px solid', borderColor: 'divider' } : {}}>
          <LotCertificates items={certificates} />
        </Box>
      ) : null}
    </Panel>
  )
}
