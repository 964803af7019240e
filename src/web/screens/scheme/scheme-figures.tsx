// What the list of schemes counts of each: who works by it, on how much land, and which scope certificates end soon.
import type { ReactNode } from 'react'
import type { SchemeFigures } from '#domain/certification/figures-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { RowFigure, RowFigures } from '../row-figures.tsx'

type Figures = SchemeFigures['items'][number]

export const SchemesFrame = ({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) => (
  <RowFigures entity="scheme" path="scheme-figures" rows={rows}>
    {children}
  </RowFigures>
)

export function OperatorsCell({ row }: RowProps) {
  const format = useFormat()
  return <RowFigure<Figures> id={row.id} draw={({ operators }) => (operators === null ? null : format.number(operators))} />
}
export function FarmersCell({ row }: RowProps) {
  const format = useFormat()
  return <RowFigure<Figures> id={row.id} draw={({ farmers }) => (farmers === null ? null : format.number(farmers))} />
}
export function AreaCell({ row }: RowProps) {
  const format = useFormat()
  return <RowFigure<Figures> id={row.id} draw={({ areaHa }) => (areaHa === null ? null : format.ha(areaHa))} />
}
export function ExpiringCell({ row }: RowProps) {
  const format = useFormat()
  return (
    <RowFigure<Figures>
      id={row.id}
      draw={({ expiring }) => (expiring ? <ToneText tone="pending" label={format.number(expiring)} /> : expiring === null ? null : format.number(expiring))}
    />
  )
}
