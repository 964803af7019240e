// The tickets of a lot, on a tab of their own.
import type { PanelProps } from '#web/engine/slots.ts'
import { TicketsList } from './tickets-list.tsx'

export const TicketsTab = ({ record, past }: PanelProps) => (
  <TicketsList
    entity="productbatch"
    id={record.id}
    version={record.version}
    mayAsk={record.may.includes('PURCHASE') || record.may.includes('LOSS')}
    past={past}
  />
)
