// One column for what belongs to one of several kinds: a certificate by an operator or a processor, a planned event by a
// crop, a flock or a pond. Two columns of which one is always empty would cost the width of a phone.
import type { RowProps } from '#web/engine/slots.ts'
import { Nothing, RefLink } from '#web/fields/show.tsx'

export function EitherCell({ row, refs, fields }: RowProps & { fields: readonly string[] }) {
  const id = fields.map((name) => row[name]).find((value) => typeof value === 'string')
  return typeof id === 'string' ? <RefLink id={id} refs={refs} quiet /> : <Nothing />
}

export const HolderCell = (props: RowProps) => <EitherCell {...props} fields={['collectiveId', 'processorId']} />
export const PlannedForCell = (props: RowProps) => <EitherCell {...props} fields={['cropId', 'croppingSystemId', 'poultryBatchId', 'aquaCropId']} />
