// Records of one kind on the page of another: a line for each with what is known of it, its state, and the way to it.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { entityOf } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { line } from './record-line.ts'

type Words = (row: RecordAnswer, refs: RecordAnswer['refs']) => (string | null | undefined)[]
type RecordsProps = {
  entity: string
  filters: Record<string, string[]>
  sort: string
  /** What is shown where there is none. */
  empty: string
  words: Words
  /** The field whose value stands at the end of a line. */
  state: string
  title?: string
  action?: ReactNode
  /** Which part of its page a record opens at. */
  tab?: string
}
/** Records of one kind that a list answers, page by page: each with what is known of it and its state, and the way to it. */
export function Records({ entity: name, filters, sort, empty, words, state, title, action, tab }: RecordsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { items, refs, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch, total } = useList(name, { filters, sort })
  const entity = entityOf(name)
  if (error) return <LoadError problem={error} title={t('The list could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={title ?? t(entity.plural)} note={total === undefined ? '' : format.number(total)} action={action} flush>
      {isPending ? <ListSkeleton rows={4} columns={3} /> : null}
      {!isPending && items.length === 0 ? (
        <Typography sx={{ p: 2 }} color="textSecondary">
          {empty}
        </Typography>
      ) : null}
      <Lines label={title ?? t(entity.plural)}>
        {items.map((one) => (
          <Line key={one.id} entity={name} one={one} words={words(one, refs)} tab={tab}>
            <ShowValue field={fieldOf(entity, state) as Field} value={one[state]} />
          </Line>
        ))}
      </Lines>
      {hasNextPage ? (
        <Box sx={{ p: 1.5, textAlign: 'center' }}>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </Box>
      ) : null}
    </Panel>
  )
}
export const Lines = ({ label, children }: { label: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? null : (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  )
export function Line(props: {
  entity: string
  one: { id: string; title: string }
  words: readonly (string | null | undefined)[]
  tab?: string | undefined
  children: ReactNode
}) {
  const { entity, one, words, tab, children } = props
  const operator = useOperator()
  return (
    <Box component="li" sx={line}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id: one.id }} {...(tab ? { search: { tab } as never } : {})}>
          {one.title}
        </TextLink>
        <Typography variant="caption" component="div" color="textSecondary">
          {words.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {children}
    </Box>
  )
}
