// What stands above an operator's fields: what it lacks before it is active, its certified goods, and its kilograms from field to certificate.
import type { PanelProps } from '#web/engine/slots.ts'
import { OperatorChain } from '../kilogram-chain.tsx'
import { Reconciliation } from '../reconciliation/reconciliation-panel.tsx'
import { MissingForActive } from './missing-for-active.tsx'

export function OperatorPanels(props: PanelProps) {
  return (
    <>
      {/* What is missing is of today. */}
      {props.past ? null : <MissingForActive {...props} />}
      <Reconciliation {...props} />
      <OperatorChain {...props} />
    </>
  )
}
