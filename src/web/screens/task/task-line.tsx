// A task as a line that opens it, in the views beside the list.
import type { ReactNode } from 'react'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { LinkCard } from '#web/ui/links.tsx'
import { TaskCard } from './task-card.tsx'

export function TaskLine({ row, refs, isByState = false, children }: { row: RecordAnswer; refs: Refs; isByState?: boolean; children?: ReactNode }) {
  const operator = useOperator()
  return (
    <LinkCard
      to="/private/farmbook/$operator/$entity/$id"
      params={{ operator, entity: 'task', id: row.id }}
      sx={{ display: 'block', px: 2, py: 1.25, minHeight: 44 }}
    >
      <TaskCard row={row} refs={refs} isByState={isByState} />
      {children}
    </LinkCard>
  )
}
