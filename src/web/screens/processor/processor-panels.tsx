// What stands above a company's fields: its certified goods, and the kilograms of the crops behind them from field to certificate.
import type { PanelProps } from '#web/engine/slots.ts'
import { ChainOnDay } from '../kilogram-chain.tsx'
import { Reconciliation } from '../reconciliation/reconciliation-panel.tsx'

export const ProcessorPanels = (props: PanelProps) => (
  <>
    <Reconciliation {...props} />
    <ChainOnDay {...props} />
  </>
)
