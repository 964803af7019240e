// What the list of people counts of each: on how many devices they are known.
import type { ReactNode } from 'react'
import type { PersonFigures } from '#domain/tenancy/person-answers.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { RowFigure, RowFigures } from '../row-figures.tsx'

export const PeopleFrame = ({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) => (
  <RowFigures entity="user" path="user-figures" rows={rows}>
    {children}
  </RowFigures>
)

export function DevicesCell({ row }: RowProps) {
  const format = useFormat()
  return <RowFigure<PersonFigures['items'][number]> id={row.id} draw={({ devices }) => format.number(devices)} />
}
