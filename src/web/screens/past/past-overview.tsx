// What the page of a past day states first of a record, in place of the overview of today: the fields that its overview has at its head, and panels that can show that day.
import type { ComponentType } from 'react'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { part } from '#web/engine/part.ts'
import type { PastRecordAnswer } from '#web/engine/past/past-day.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { type Property, PropertyList } from '#web/ui/property-list.tsx'
import { CropsOnDay } from '../crop/crops-on-day.tsx'
import { ChainOnDay } from '../kilogram-chain.tsx'
import { BoundaryOnDay } from '../landparcel/boundary-on-day.tsx'
import { TimelineOnDay } from '../landparcel/plot-timeline.tsx'
import { RunsOnDay } from '../processingsystem/runs-on-day.tsx'
import { StockOnDay } from '../processingsystem/stock-on-day.tsx'

const figures: Readonly<Record<string, readonly string[]>> = {
  crop: ['claimStatus', 'yieldCapKg', 'estimatedKg', 'harvestedKg', 'purchasedKg', 'remainingSellableKg', 'complianceScore', 'openNcCount'],
  landparcel: ['organicStatus', 'conversionCountsFrom', 'declaredAreaHa', 'mappedAreaHa', 'areaDifference'],
  processingsystem: ['capacityKgPerDay', 'lastRunAt', 'lastRunClaim', 'lastCleaningAt'],
  productbatch: ['claimStatus', 'gmoStatus', 'onHandKg', 'shippedKg', 'reservedKg', 'certifiedKg', 'certifiableKg', 'availableKg'],
  transactioncertificate: ['netKg', 'certifiedKg', 'firstShipment', 'lastShipment', 'submittedAt', 'issuedAt'],
}
const AnimalOverview = part(() => import('../husbandry/animal-overview.tsx'), 'AnimalOverview')
const FlockOverview = part(() => import('../husbandry/flock-overview.tsx'), 'FlockOverview')
const PondOverview = part(() => import('../husbandry/pond-overview.tsx'), 'PondOverview')
const SystemOverview = part(() => import('../husbandry/system-overview.tsx'), 'SystemOverview')
const panels: Readonly<Record<string, readonly (readonly [id: string, part: ComponentType<PanelProps>])[]>> = {
  aquacrop: [['pond', PondOverview]],
  cow: [['animal', AnimalOverview]],
  crop: [['chain', ChainOnDay]],
  croppingsystem: [
    ['crops', CropsOnDay],
    ['chain', ChainOnDay],
  ],
  farmer: [
    ['crops', CropsOnDay],
    ['chain', ChainOnDay],
  ],
  goat: [['animal', AnimalOverview]],
  landparcel: [
    ['boundary', BoundaryOnDay],
    ['claim', TimelineOnDay],
    ['crops', CropsOnDay],
    ['chain', ChainOnDay],
  ],
  poultrybatch: [['flock', FlockOverview]],
  processingsystem: [
    ['stock', StockOnDay],
    ['runs', RunsOnDay],
    ['chain', ChainOnDay],
  ],
  productbatch: [['chain', ChainOnDay]],
  productionsystem: [['system', SystemOverview]],
  transactioncertificate: [['chain', ChainOnDay]],
  sheep: [['animal', AnimalOverview]],
}

const isOfPast = (record: RecordAnswer): record is PastRecordAnswer => 'past' in record

/** Nothing for a record of today. Figures that cannot be worked out for the day, or that the reader may not see, are left out. */
export function PastOverview({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  if (!isOfPast(record)) return null
  const fields: Record<string, Field> = entity.fields
  const isOpen = (name: string) => record.past.notDerived.includes(name) && (record[name] ?? null) === null
  const properties = (figures[entity.name] ?? []).flatMap((name): Property[] => {
    const field = fields[name]
    if (!field || isOpen(name) || record.masked?.includes(name)) return []
    return [{ key: name, label: t(field.label), value: <ShowValue field={field} value={record[name]} refs={record.refs} /> }]
  })
  return (
    <>
      {properties.length > 0 ? (
        <Panel title={t('Summary')}>
          <PropertyList properties={properties} />
        </Panel>
      ) : null}
      {(panels[entity.name] ?? []).map(([id, Own]) => (
        <Own key={id} entity={entity} record={record} {...(past ? { past } : {})} />
      ))}
    </>
  )
}
