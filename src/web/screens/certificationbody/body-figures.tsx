// What the list of certification bodies counts of each: schemes, operators, scope certificates, transaction certificates that wait, and how long one takes.
import type { ReactNode } from 'react'
import type { BodyFigures } from '#domain/certification/figures-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { RowFigure, RowFigures } from '../row-figures.tsx'

type Figures = BodyFigures['items'][number]

export const BodiesFrame = ({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) => (
  <RowFigures entity="certificationbody" path="certification-body-figures" rows={rows}>
    {children}
  </RowFigures>
)

const cell = (name: Exclude<keyof Figures, 'id'>, decimals = 0) =>
  function FigureCell({ row }: RowProps) {
    const format = useFormat()
    return <RowFigure<Figures> id={row.id} draw={({ [name]: figure }) => (figure === null ? null : format.number(figure, decimals))} />
  }
export const SchemesCell = cell('schemes')
export const OperatorsCell = cell('operators')
export const CertificatesCell = cell('certificates')
export const PendingCell = cell('pending')
export const MedianCell = cell('medianDays', 1)
