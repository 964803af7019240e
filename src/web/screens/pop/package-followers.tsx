// Crops, flocks or ponds and the package they follow: what following this one would move on each, and letting many follow it at once. Of a
// draft: what its publication would mean for those on an earlier version.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entityOf } from '#domain/entities.ts'
import type { Follower } from '#domain/kernel/package-answers.ts'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { usePackagePreview, VersionsNote } from './publish-panel.tsx'

/** What follows a package of each kind, and what is said where there is none. */
const kinds = {
  pop: { follower: 'crop', none: 'No crop of this type grows or is planned in an open season.' },
  poultrypop: { follower: 'poultrybatch', none: 'No flock of these birds lives or is planned.' },
  aquapop: { follower: 'aquacrop', none: 'No pond with these species is stocked or planned.' },
} as const
type PackageName = keyof typeof kinds
const isPackage = (name: string): name is PackageName => name in kinds

/** Up to this many are found by looking. */
const few = 12
export function PackageFollowers({ entity, record: pop }: PanelProps) {
  const { name } = entity
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { follower, none } = kinds[isPackage(name) ? name : 'pop']
  const client = useQueryClient()
  const [q, setQ] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const preview = usePackagePreview(name, pop.id, q.trim())
  const assign = useMutation<{ count: number }, ApiProblem, string[]>({
    // In as many calls as it takes. Of what is refused, those before have been carried out, and are chosen no more.
    mutationFn: async (ids) => {
      let count = 0
      for (let from = 0; from < ids.length; from += mostFollowersAtOnce) {
        const some = ids.slice(from, from + mostFollowersAtOnce)
        const done = await call<{ count: number }>(entityPath(operator, name, pop.id, 'assign'), {
          method: 'POST',
          body: { ids: some },
          idempotencyKey: crypto.randomUUID(),
        })
        count += done.count
        setPicked((before) => new Set([...before].filter((id) => !some.includes(id))))
      }
      return { count }
    },
    onSettled: () => client.invalidateQueries({ queryKey: [operator] }),
    onSuccess: ({ count }) => {
      showToast({ severity: 'success', message: t('Follow this package from now on: {{number}}', { number: format.number(count) }) })
    },
  })
  // Those that might follow it come first.
  const rank = ({ why, popId }: Follower): number => (popId === pop.id ? 2 : why === null ? 0 : 1)
  const followers = [...(preview.data?.followers ?? [])].sort((one, other) => rank(one) - rank(other))
  const isPublished = pop.status === 'PUBLISHED'
  const mightFollow = (one: Follower) => one.why === null && one.popId !== pop.id
  const able = followers.filter(mightFollow)
  const earlier = able.filter((one) => one.isEarlierVersion)
  const following = (preview.data?.followers ?? []).filter(({ popId }) => popId === pop.id).length
  const figures = { following: format.number(following), able: format.number(able.length) }
  const toggle = (id: string) => setPicked(new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]))
  const pickAll = (some: readonly Follower[]) => setPicked(new Set(some.map(({ id }) => id)))
  return (
    <Panel
      title={t(entityOf(follower).plural)}
      note={
        !preview.isSuccess
          ? ''
          : preview.hasNextPage || q.trim()
            ? t('Of those shown {{following}} follow it, {{able}} might', figures)
            : t('{{following}} follow it, {{able}} might', figures)
      }
      flush
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 260px' }}>
          {isPublished
            ? t('Choose who follows this package. Steps that are done stay as they are; open ones are planned anew.')
            : t('A draft: this is what would move once it is published and followed.')}
        </Typography>
        {isPublished ? (
          <>
            {earlier.length > 0 ? (
              <Button size="small" variant="outlined" onClick={() => pickAll(earlier)}>
                {t('Choose those on an earlier version ({{number}})', { number: format.number(earlier.length) })}
              </Button>
            ) : null}
            <Button size="small" variant="outlined" disabled={able.length === 0} onClick={() => pickAll(picked.size === able.length ? [] : able)}>
              {picked.size === able.length && able.length > 0 ? t('Choose none') : t('Choose all')}
            </Button>
            <Button variant="contained" disabled={picked.size === 0} loading={assign.isPending} onClick={() => assign.mutate([...picked])}>
              {t('Follow it with the chosen ({{number}})', { number: format.number(picked.size) })}
            </Button>
          </>
        ) : null}
      </Box>
      {pop.status === 'DRAFT' && preview.data ? (
        <Box sx={{ p: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
          <VersionsNote entity={entity} record={pop} preview={preview.data} />
        </Box>
      ) : null}
      {assign.error ? (
        <Box sx={{ p: 2 }}>
          <Refusal problem={assign.error} />
        </Box>
      ) : null}
      {preview.isPending ? <ListSkeleton rows={4} columns={2} /> : null}
      {preview.error ? <LoadError problem={preview.error} title={t('What would move could not be worked out')} retry={() => void preview.refetch()} /> : null}
      {q || (preview.data?.followers.length ?? 0) > few ? (
        <Box sx={{ px: 2, pt: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
          <FilterBar q={q} onSearch={setQ} placeholder={t('Name, village or code')} filters={[]} onClear={() => setQ('')} />
        </Box>
      ) : null}
      {q && followers.length === 0 ? <EmptyState title={t('Nothing found')} reason={t('Nothing found. Type a name, code or number.')} /> : null}
      {preview.isSuccess && !q && followers.length === 0 ? <Box sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>{t(none)}</Box> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {followers.map((one) => (
          <FollowerRow
            key={one.id}
            follower={one}
            entity={follower}
            isOwn={one.popId === pop.id}
            isPicked={picked.has(one.id)}
            onToggle={isPublished && mightFollow(one) ? () => toggle(one.id) : null}
          />
        ))}
      </Box>
      {preview.hasNextPage ? (
        <Box sx={{ p: 1.5, textAlign: 'center' }}>
          <Button variant="outlined" color="inherit" loading={preview.isFetchingNextPage} onClick={() => void preview.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </Box>
      ) : null}
    </Panel>
  )
}

type FollowerProps = { follower: Follower; entity: string; isOwn: boolean; isPicked: boolean; onToggle: (() => void) | null }
function FollowerRow({ follower, entity, isOwn, isPicked, onToggle }: FollowerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const figures = (
    [
      [t('new'), follower.added],
      [t('new and missed at once'), follower.overdue],
      [t('moved'), follower.moved],
      [t('no longer asked for'), follower.dropped],
      [t('done, stay'), follower.done],
      [t('missed, stay missed'), follower.missed],
    ] as const
  ).filter(([, number]) => number > 0)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '42px minmax(0, 1fr)', sm: '42px minmax(0, 1.2fr) minmax(0, 1fr)' },
        columnGap: 1,
        alignItems: 'center',
        px: 1,
        py: 0.75,
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: isPicked ? 'action.selected' : 'transparent',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box>
        {onToggle ? (
          <Checkbox size="small" checked={isPicked} onChange={onToggle} slotProps={{ input: { 'aria-label': `${follower.title}, ${follower.code}` } }} />
        ) : null}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id: follower.id }}>
          {follower.title}
        </TextLink>
        <Typography variant="body2" color="textSecondary">
          {[follower.farmer, follower.village, follower.code].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0, gridColumn: { xs: 2, sm: 'auto' }, fontSize: 13.5 }}>
        {isOwn ? (
          <StatusChip tone="success" label={t('follows it')} />
        ) : follower.why ? (
          <ToneText tone="pending" label={t(follower.why)} />
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {figures.map(([label, number]) => `${label}: ${format.number(number)}`).join(' · ')}
          </Box>
        )}
        {follower.follows && !isOwn ? (
          <Typography variant="body2" color="textSecondary">
            {t('now: {{package}}', { package: follower.follows })}
          </Typography>
        ) : null}
      </Box>
    </Box>
  )
}
