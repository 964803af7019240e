// A version of the approved farmer list: who signed it, what differs from the version before, and its rows.
import Box from '@mui/material/Box'
import { areaUnitText, hectare } from '#domain/kernel/area-unit.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RefLink } from '#web/fields/show.tsx'
import { InAreaUnit } from '#web/format/in-area-unit.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { DifferencePanel } from './difference-panel.tsx'
import { EntriesPanel } from './entries-panel.tsx'

export function ListOverview({ entity, record: list }: PanelProps) {
  return (
    // As it was signed.
    <InAreaUnit unit={areaUnitText(hectare)}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
          <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <DifferencePanel list={list} />
            <LatestEvents entity={entity} record={list} />
          </Box>
          <Signatures list={list} />
        </Box>
        <EntriesPanel list={list} />
      </Box>
    </InAreaUnit>
  )
}

function Signatures({ list }: { list: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const day = (value: unknown) => (typeof value === 'string' ? format.fullDate(value) : null)
  const person = (id: unknown, on: unknown) => (typeof id === 'string' ? [<RefLink key="who" id={id} refs={list.refs} />, day(on)] : null)
  const signedBy = person(list.signedBy, list.signedOn)
  const countersignedBy = person(list.countersignedBy, list.inForceFrom)
  const rows: FigureRow[] = [
    { key: 'asOf', label: t('As of'), value: day(list.asOf) ?? '–' },
    { key: 'farmers', label: t('Farmers'), value: format.number(Number(list.farmersCount ?? 0)) },
    { key: 'area', label: t('Area'), value: format.ha(Number(list.areaHa ?? 0)) },
    { key: 'estimate', label: t('Estimate'), value: format.kg(Number(list.estimatedKg ?? 0)) },
    { key: 'signed', label: t('Signed by'), value: signedBy ? signedBy[0] : t('Not signed yet'), ...(signedBy?.[1] ? { note: String(signedBy[1]) } : {}) },
    {
      key: 'countersigned',
      label: t('Countersigned by'),
      value: countersignedBy ? countersignedBy[0] : t('Not signed yet'),
      ...(countersignedBy?.[1] ? { note: String(countersignedBy[1]) } : {}),
    },
    ...(list.inForceTo ? [{ key: 'until', label: t('In force until'), value: day(list.inForceTo) }] : []),
  ]
  return (
    <Panel title={t('Signatures')}>
      <FigureRows rows={rows} />
      <Box sx={{ mt: 1.5, fontSize: 12.5, color: 'text.secondary' }}>{t('Fingerprint of the list')}</Box>
      <Box sx={{ fontFamily: 'monospace', fontSize: 12.5, overflowWrap: 'anywhere' }}>{String(list.hash ?? '')}</Box>
      <Box sx={{ mt: 1.5 }}>
        <TextLink to="/private/farmbook/$operator/reports/$report" params={{ operator, report: 'approved-farmer-list' }} search={{ listId: list.id } as never}>
          {t('Take it along as PDF or CSV')}
        </TextLink>
      </Box>
    </Panel>
  )
}
