// Tabs of a group (domain dictionary 5.4, 5.5): members, scope certificates, stock with its ledger, and the transaction certificates of its sales. Each is the
// list of its kind, narrowed to the group.

import { useOperator } from '#web/api/operator.ts'
import { everySeason } from '#web/engine/list/list-state.ts'
import { listAddress } from '#web/engine/list-address.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { stockUnits } from '../productbatch/stock-units.ts'
import { Records } from '../record-list.tsx'

/** The whole list, where it can be searched, sorted and exported. */
function AsList({ entity, search }: { entity: string; search: Record<string, string> }) {
  const { t } = useTranslation()
  const operator = useOperator()
  return (
    <LinkButton variant="outlined" color="inherit" size="small" to={listAddress(operator, entity)} search={search as never}>
      {t('Open the list')}
    </LinkButton>
  )
}
const titleOf = (refs: PanelProps['record']['refs'], id: unknown): string | undefined => refs?.[String(id)]?.title

export function MembersTab({ record: group }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Records
      entity="farmer"
      title={t('Members')}
      filters={{ operatorId: [group.id] }}
      sort="memberNo"
      state="status"
      empty={t('No members yet.')}
      action={<AsList entity="farmer" search={{ 'filter[operatorId]': group.id }} />}
      words={({ memberNo, village, totalHoldingHa }) => [
        memberNo as string | null,
        village as string | null,
        typeof totalHoldingHa === 'number' ? format.hectares(totalHoldingHa) : null,
      ]}
    />
  )
}

export function CertificatesTab({ record: group }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Records
      entity="scopecertificate"
      filters={{ collectiveId: [group.id] }}
      sort="-validTo"
      state="validity"
      empty={t('No scope certificate yet.')}
      action={<AsList entity="scopecertificate" search={{ 'filter[collectiveId]': group.id }} />}
      words={({ certificationBodyId, schemeId, validFrom, validTo }, refs) => [
        titleOf(refs, schemeId),
        titleOf(refs, certificationBodyId),
        t('{{from}} to {{to}}', { from: format.fullDate(String(validFrom)), to: format.fullDate(String(validTo)) }),
      ]}
    />
  )
}

/** Lots that the group has bought or made and of which goods are left, the most first; each leads to its ledger. */
export function StockTab({ record: group }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Records
      entity="productbatch"
      title={t('Stock of the group')}
      filters={{ operatorId: [group.id], 'processorId.is': ['empty'], unitType: [stockUnits], 'onHandKg.gte': ['0.001'] }}
      sort="-onHandKg"
      state="status"
      tab="ledger"
      empty={t('Nothing is in stock.')}
      action={
        <AsList
          entity="productbatch"
          search={{
            ...{ 'filter[operatorId]': group.id, 'filter[processorId][is]': 'empty', 'filter[unitType]': stockUnits, 'filter[onHandKg][gte]': '0.001' },
            ...{ 'filter[seasonId]': everySeason, sort: '-onHandKg' },
          }}
        />
      }
      words={({ productId, seasonId, onHandKg, certifiableKg, lyingSince }, refs) => [
        titleOf(refs, productId),
        titleOf(refs, seasonId),
        t('{{kg}} in stock', { kg: format.kg(Number(onHandKg ?? 0)) }),
        t('{{kg}} free to certify', { kg: format.kg(Number(certifiableKg ?? 0)) }),
        typeof lyingSince === 'string' ? t('since {{date}}', { date: format.fullDate(lyingSince) }) : null,
      ]}
    />
  )
}

/** Of its sales, the newest first. */
export function SalesTab({ record: group }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Records
      entity="transactioncertificate"
      filters={{ collectiveId: [group.id] }}
      sort="-createdAt"
      state="status"
      empty={t('No transaction certificate yet.')}
      action={<AsList entity="transactioncertificate" search={{ 'filter[collectiveId]': group.id }} />}
      words={({ buyerId, schemeId, certifiedKg, lastShipment, status, submittedAt }, refs) => [
        titleOf(refs, buyerId),
        titleOf(refs, schemeId),
        typeof certifiedKg === 'number' ? format.kg(certifiedKg) : null,
        typeof lastShipment === 'string' ? t('sent until {{date}}', { date: format.fullDate(lastShipment) }) : null,
        typeof submittedAt === 'string' && ['SUBMITTED', 'UNDER_REVIEW'].includes(status)
          ? t('{{count}} days waiting', { count: Math.max(0, -format.daysFromToday(format.dayOf(submittedAt))) })
          : null,
      ]}
    />
  )
}
