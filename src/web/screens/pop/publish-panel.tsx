// Before a package is published: which versions it overtakes, and how many stay on them until they are moved.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { PackagePreview } from '#domain/kernel/package-answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'

/** What following or publishing this package would change, page by page. `q`: only those with these words. */
export function usePackagePreview(entity: string, id: string, q = '') {
  const operator = useOperator()
  const result = useInfiniteQuery<PackagePreview, ApiProblem, { pages: PackagePreview[] }, readonly unknown[], string | null>({
    queryKey: [...keys.one(operator, entity, id), 'preview', q],
    queryFn: ({ pageParam, signal }) =>
      call<PackagePreview>(entityPath(operator, entity, id, 'preview'), {
        method: 'POST',
        body: { ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const { pages = [] } = result.data ?? {}
  const [first] = pages
  const data: PackagePreview | undefined = first && { ...first, followers: pages.flatMap(({ followers }) => followers), isMore: result.hasNextPage }
  return { ...result, data }
}

export function PublishPanel({ entity, record: pop }: PanelProps) {
  const { t } = useTranslation()
  const preview = usePackagePreview(entity.name, pop.id)
  if (preview.error) return <LoadError problem={preview.error} title={t('What publishing changes')} />
  return (
    <Box sx={{ mb: 1.5 }} aria-live="polite">
      <Panel title={t('What publishing changes')}>{preview.data ? <VersionsNote entity={entity} record={pop} preview={preview.data} /> : null}</Panel>
    </Box>
  )
}

export function VersionsNote({ entity, record: pop, preview: { followers, isMore, versions } }: PanelProps & { preview: PackagePreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { later, supersedes } = versions
  if (later)
    return (
      <ToneText
        tone="pending"
        label={t('A later version is published already: {{package}}. Make a new version of that one instead.', { package: later.title })}
      />
    )
  if (supersedes.length === 0) return <Typography color="textSecondary">{t('No earlier version is published: nothing is overtaken.')}</Typography>
  const validFrom = typeof pop.validFrom === 'string' && pop.validFrom > format.today() ? pop.validFrom : null
  const remaining = followers.filter(({ popId }) => supersedes.some(({ id }) => id === popId)).length
  return (
    <>
      <Typography>
        {validFrom
          ? t('From {{day}} on nobody begins with these versions any more:', { day: format.dateWithin(validFrom) })
          : t('From then on nobody begins with these versions any more:')}{' '}
        {supersedes.map(({ id, title }, index) => (
          <span key={id}>
            {index > 0 ? ', ' : ''}
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id }}>
              {title}
            </TextLink>
          </span>
        ))}
      </Typography>
      <Typography color="textSecondary">
        {t('Those who follow one of them stay on it until they are moved. They are now: {{number}}', {
          number: `${format.number(remaining)}${isMore ? '+' : ''}`,
        })}
      </Typography>
    </>
  )
}
