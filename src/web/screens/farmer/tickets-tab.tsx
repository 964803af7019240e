// What was bought from a farmer, and the farmer's word on each ticket.
import type { PanelProps } from '#web/engine/slots.ts'
import { TicketsList } from '../productbatch/tickets-list.tsx'

export const TicketsTab = ({ record, past }: PanelProps) => <TicketsList entity="farmer" id={record.id} version={record.version} mayAsk={false} past={past} />
