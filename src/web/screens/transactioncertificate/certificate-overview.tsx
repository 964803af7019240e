// A transaction certificate as the paper it is, its state and way beside it. What is shown is what was entered; below it, while it is decided on, what the checks stop or leave to
// be reviewed, and the books of a selling company. All that the checks looked at is on a tab of its own.
import Box from '@mui/material/Box'
import type { State } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { ReconciliationOfCompany } from '../reconciliation/reconciliation-panel.tsx'
import { CertificatePaper } from './certificate-paper.tsx'
import { OpenChecks } from './checks-tab.tsx'
import { PrintCertificate } from './print-certificate.tsx'

type Document = { kind: string; number: string }
type Input = { certificateId?: string | null; externalNo?: string | null; kgUsed: number }

/** While somebody still decides about it. */
const undecided: ReadonlySet<string> = new Set(['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'CORRECTION'])

export function CertificateOverview({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = entity.fields as Fields
  const state = (entity.states as Record<string, State>)[record.status]
  const documents = (record.documents as Document[] | null) ?? []
  const inputs = (record.inputCertificates as Input[] | null) ?? []
  const kinds = fields.documents?.fields?.kind as Field
  const figures: FigureRow[] = ['netKg', 'certifiedKg', 'firstShipment', 'lastShipment', 'submittedAt', 'issuedAt', 'fees'].flatMap((name) => {
    const words = formatValue(fields[name] as Field, record[name], { t, format, refs: record.refs })
    return words ? [{ key: name, label: t((fields[name] as Field).label), value: words, strong: name === 'netKg' || name === 'certifiedKg' }] : []
  })
  const declared: FigureRow = {
    key: 'declared',
    label: t('Declared true by the seller'),
    value: record.declared ? <StatusChip tone="success" label={t('Yes')} /> : <StatusChip tone="pending" label={t('not yet')} />,
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <CertificatePaper record={record} fields={fields} stamp={record.status === 'ISSUED' ? null : t(state?.label ?? record.status)} />
        {undecided.has(record.status) ? <OpenChecks record={record} /> : null}
        {typeof record.processorId === 'string' ? <ReconciliationOfCompany id={record.processorId} version={record.version} /> : null}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <PrintCertificate entity={entity} record={record} />
        <Panel title={t('Summary')}>
          <FigureRows rows={[...figures, declared]} />
        </Panel>
        <KilogramChain of={{ subject: 'transactioncertificate', id: record.id }} version={record.version} />
        {inputs.length > 0 ? (
          <Panel title={t('Certificates of what went in')}>
            <FigureRows
              rows={inputs.map(({ certificateId, externalNo, kgUsed }) => ({
                key: certificateId ?? externalNo ?? '',
                label: certificateId ? <RefLink id={certificateId} refs={record.refs} /> : (externalNo ?? '–'),
                value: format.kg(kgUsed),
              }))}
            />
          </Panel>
        ) : null}
        {documents.length > 0 ? (
          <Panel title={t('Documents')}>
            <FigureRows
              rows={documents.map(({ kind, number }) => ({
                key: `${kind}:${number}`,
                label: formatValue(kinds, kind, { t, format }),
                value: number,
                strong: false,
              }))}
            />
          </Panel>
        ) : null}
        <LatestEvents entity={entity} record={record} />
        <RecordFacts record={record} />
      </Box>
    </Box>
  )
}
