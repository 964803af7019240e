// What stands above the fields of a cropping system: its crops, and their kilograms from field to certificate.
import type { PanelProps } from '#web/engine/slots.ts'
import { ChainOnDay } from '../kilogram-chain.tsx'
import { SystemCrops } from './system-crops.tsx'

export const SystemPanels = (props: PanelProps) => (
  <>
    <SystemCrops {...props} />
    <ChainOnDay {...props} />
  </>
)
