// The certificate as a sheet with numbered boxes: bodies and parties, origin, goods, shipments. A stamp across it as long
// as it is not in force, so that a picture of the screen cannot pass for a certificate.
import Box from '@mui/material/Box'
import { type ReactNode, useId } from 'react'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { WeightTable } from './weight-table.tsx'

type PaperProps = { record: RecordAnswer; fields: Fields /** Across the sheet; null: it is in force. */; stamp: string | null }
type Line = {
  batchId: string
  productId: string
  claimStatus: string
  hsCode?: string | null
  units?: number | null
  packing?: string | null
  grossKg: number
  netKg: number
  certifiedKg: number
}
type Shipment = {
  date: string
  invoiceNo: string
  invoiceDate: string
  transportDocument?: string | null
  mode: string
  vehicleNo?: string | null
  grossKg: number
  netKg: number
}

export function CertificatePaper({ record, fields, stamp }: PaperProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const refs = record.refs ?? {}
  const ref = (name: string): ReactNode => (typeof record[name] === 'string' ? <RefLink id={record[name]} refs={refs} /> : null)
  const text = (name: string): ReactNode => (typeof record[name] === 'string' ? record[name] : null)
  const lines = (record.lines as Line[] | null) ?? []
  const shipments = (record.shipments as Shipment[] | null) ?? []
  const claimOf = (claim: string) => formatValue(fields.lines?.fields?.claimStatus as Field, claim, { t, format })
  const modeOf = (mode: string) => formatValue(fields.shipments?.fields?.mode as Field, mode, { t, format })
  const kg = (of: readonly { netKg: number }[]) => of.reduce((sum, { netKg }) => sum + netKg, 0)
  return (
    <Box
      component="article"
      aria-labelledby={titleId}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
        boxShadow: '0 1px 6px rgb(30 38 34 / 8%)',
        px: { xs: 2, sm: 4 },
        py: { xs: 2.5, sm: 4 },
        minWidth: 0,
      }}
    >
      {stamp ? (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            placeItems: 'center',
            pointerEvents: 'none',
            fontSize: { xs: 44, sm: 76 },
            fontWeight: 600,
            color: 'text.primary',
            opacity: 0.06,
            textTransform: 'uppercase',
            letterSpacing: 4,
            textAlign: 'center',
            transform: 'rotate(-24deg)',
            // A mark across the paper, faint on purpose; the state stands beside the title, too.
            '&::before': { content: JSON.stringify(stamp) },
          }}
        />
      ) : null}
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('Transaction certificate')}</Box>
      <Box component="h2" id={titleId} sx={{ m: 0, mt: 0.25, fontSize: 20, lineHeight: '26px', fontWeight: 600, maxWidth: 460 }}>
        {refs[String(record.schemeId)]?.title ?? t('Scheme')}
      </Box>
      <Boxes>
        <Entry no={1} label={t('Certification body')} value={ref('certificationBodyId')} />
        <Entry no={2} label={t('Certificate no.')} value={text('tcNo') ?? <Quiet>{t('given when it is issued')}</Quiet>} />
        <Entry no={3} label={t('Seller')} value={ref('collectiveId') ?? ref('processorId')} />
        <Entry no={4} label={t('Seller’s scope certificate')} value={ref('sellerScopeId')} />
        <Entry no={5} label={t('Buyer')} value={ref('buyerId')} />
        <Entry no={6} label={t('Buyer’s scope certificate')} value={ref('buyerScopeId') ?? <Quiet>{t('not given')}</Quiet>} />
        <Entry
          no={7}
          label={t('Consignee')}
          value={
            <>
              {text('consignee')}
              <Box sx={{ color: 'text.secondary' }}>{text('shipTo')}</Box>
            </>
          }
        />
        <Entry
          no={8}
          label={t('Origin')}
          value={[record.originDistrict, record.originState, format.country(String(record.originCountry ?? ''))].filter(Boolean).join(', ')}
        />
      </Boxes>
      <Part no={9} title={t('Goods')}>
        <WeightTable
          label={t('Goods')}
          columns={[t('Lot'), t('Product'), t('Claim')]}
          rows={lines.map((line, at) => ({
            key: `${line.batchId}:${at}`,
            cells: [
              <RefLink key="lot" id={line.batchId} refs={refs} />,
              <Stacked
                key="product"
                first={refs[line.productId]?.title ?? '–'}
                then={[line.hsCode ? t('HS code {{code}}', { code: line.hsCode }) : '', line.units ? format.number(line.units) : '', line.packing]}
              />,
              claimOf(line.claimStatus),
            ],
            kgs: [line.grossKg, line.netKg, line.certifiedKg],
          }))}
          weights={[t('Gross'), t('Net'), t('Certified')]}
        />
      </Part>
      <Part no={10} title={t('Shipments')}>
        <WeightTable
          label={t('Shipments')}
          columns={[t('Date'), t('Invoice'), t('Transport')]}
          rows={shipments.map((one, at) => ({
            key: `${one.invoiceNo}:${at}`,
            cells: [
              <Box key="date" component="span" sx={{ whiteSpace: 'nowrap' }}>
                {format.fullDate(one.date)}
              </Box>,
              <Stacked key="invoice" first={one.invoiceNo} then={[one.invoiceDate === one.date ? '' : format.fullDate(one.invoiceDate)]} />,
              <Stacked key="way" first={[modeOf(one.mode), one.vehicleNo].filter(Boolean).join(', ')} then={[one.transportDocument]} />,
            ],
            kgs: [one.grossKg, one.netKg],
          }))}
          weights={[t('Gross'), t('Net')]}
        />
      </Part>
      {lines.length > 0 && shipments.length > 0 ? (
        <Box sx={{ mt: 2, fontSize: 13.5, color: 'text.secondary' }}>
          {t('Goods {{goods}}, shipped {{shipped}}.', { goods: format.kg(kg(lines)), shipped: format.kg(kg(shipments)) })}
        </Box>
      ) : null}
    </Box>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
)
const Boxes = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      mt: 2,
      py: 2,
      borderTop: '1.5px solid',
      borderBottom: '1.5px solid',
      borderColor: 'text.primary',
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      columnGap: 3,
      rowGap: 1.75,
    }}
  >
    {children}
  </Box>
)
function Entry({ no, label, value }: { no: number; label: string; value: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
        {no}. {label}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value || '–'}
      </Box>
    </Box>
  )
}
function Part({ no, title, children }: { no: number; title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 2 }}>
      <Box component="h3" sx={{ m: 0, fontSize: 12.5, fontWeight: 400, color: 'text.secondary' }}>
        {no}. {title}
      </Box>
      {children}
    </Box>
  )
}
function Stacked({ first, then }: { first: string; then: readonly (string | null | undefined)[] }) {
  const rest = then.filter(Boolean).join(' · ')
  return (
    <>
      {first}
      {rest ? <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{rest}</Box> : null}
    </>
  )
}
