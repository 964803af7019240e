// The rules of a scheme: each version by crop and package, with how many points it needs, and the way to its page.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { createLink } from '#web/engine/list-address.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { line } from '../record-line.ts'

const schemepop = entityOf('schemepop')

export function RulesTab({ record: scheme }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const { items, refs, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch, total } = useList('schemepop', {
    filters: { schemeId: [scheme.id] },
    sort: 'name',
  })
  const add = can(user, 'schemepop', 'C') ? (
    <LinkButton {...createLink(operator, 'schemepop', { name: 'schemeId', id: scheme.id })} variant="outlined" color="inherit" startIcon={<Add />}>
      {t('New {{thing}}', { thing: t(schemepop.label) })}
    </LinkButton>
  ) : null
  if (error) return <LoadError problem={error} title={t('The rules could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={t(schemepop.plural)} note={total === undefined ? '' : format.number(total)} action={items.length > 0 ? add : null} flush>
      {isPending ? <ListSkeleton rows={4} columns={3} /> : null}
      {!isPending && items.length === 0 ? <EmptyState title={t('No rules yet')} reason={t('Without rules a scheme judges no crop.')} actions={add} /> : null}
      {items.length > 0 ? (
        <Box component="ul" aria-label={t(schemepop.plural)} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((one) => (
            <Box component="li" key={one.id} sx={line}>
              <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'schemepop', id: one.id }}>
                  {one.title}
                </TextLink>
                <Typography variant="caption" component="div" color="textSecondary">
                  {[
                    one.code,
                    one.cropTypeId ? refs[String(one.cropTypeId)]?.title : t('every crop'),
                    one.popId ? refs[String(one.popId)]?.title : null,
                    t('Points needed: {{points}}', { points: format.number(Number(one.passScore)) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Box>
              <ShowValue field={fieldOf(schemepop, 'status') as Field} value={one.status} />
            </Box>
          ))}
        </Box>
      ) : null}
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
