// What stands above an operator's fields: what it lacks before it is active, its certified goods, and its kilograms from field to certificate.
import type { PanelProps } from '#web/engine/slots.ts'
import { OperatorChain } from '../kilogram-chain.tsx'
import { Reconciliation } from '../reconciliation/reconciliation-panel.tsx'
import { MissingForActive } from './missing-for-active.tsx'

export function OperatorPanels(props: PanelProps) {
  // Of a past day the books alone: what is missing, and the chain of a season, are of today.
  if (props.past) return <Reconciliation {...props} />
  return (
    <>
      <MissingForActive {...props} />
      <Reconciliation {...props} />
      <OperatorChain {...props} />
    </>
  )
}
