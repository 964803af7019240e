// What the list of packages of practices counts of each: how many crops follow it.
import type { ReactNode } from 'react'
import type { PackageFigures } from '#domain/cropping/package-figures-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { RowFigure, RowFigures } from '../row-figures.tsx'

export const PackagesFrame = ({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) => (
  <RowFigures entity="pop" path="package-figures" rows={rows}>
    {children}
  </RowFigures>
)

export function CropsCell({ row }: RowProps) {
  const format = useFormat()
  return <RowFigure<PackageFigures['items'][number]> id={row.id} draw={({ crops }) => (crops === null ? null : format.number(crops))} />
}
