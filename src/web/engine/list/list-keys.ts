// The keys of a list: j and k walk, Enter opens, x selects, c creates.

import type { RecordAnswer } from '#web/api/answers.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'

type ListKeys = {
  rows: readonly RecordAnswer[]
  cursor: number
  setCursor: (at: number) => void
  /** Absent: rows lead nowhere for this person. */
  open: ((row: RecordAnswer) => void) | undefined
  selected: ReadonlySet<string>
  setSelected: (ids: ReadonlySet<string>) => void
  create: (() => void) | undefined
}
export function useListKeys({ rows, cursor, setCursor, open, selected, setSelected, create }: ListKeys): void {
  const { t } = useTranslation()
  const group = t('In lists')
  const row = rows[cursor]
  useHotkeys([
    { keys: 'j', label: t('Next row'), group, run: () => setCursor(Math.min(rows.length - 1, cursor + 1)) },
    { keys: 'k', label: t('Previous row'), group, run: () => setCursor(Math.max(0, cursor - 1)) },
    {
      keys: 'Enter',
      label: t('Open row'),
      group,
      run: () => {
        if (row) open?.(row)
      },
    },
    {
      keys: 'x',
      label: t('Select row'),
      group,
      run: () => {
        if (row) {
          const next = new Set(selected)
          if (!next.delete(row.id)) next.add(row.id)
          setSelected(next)
        }
      },
    },
    ...(create ? [{ keys: 'c', label: t('Create'), group, run: create }] : []),
  ])
}
