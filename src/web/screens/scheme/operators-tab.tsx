// Who works by a scheme: groups and processors that are certified to it or registered under it, with members, hectares and until when the certificate holds.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { can } from '#domain/access.ts'
import type { SchemeOperators } from '#domain/certification/scheme-operators-answer.ts'
import { entityOf } from '#domain/entities.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { line } from '../record-line.ts'

type Operator = SchemeOperators['items'][number]
const validity = (entityOf('scopecertificate').fields as Fields).validity as Field

export function OperatorsTab({ record: scheme }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data, error, refetch } = useQuery<SchemeOperators, ApiProblem>({
    queryKey: [...keys.one(operator, 'scheme', scheme.id), 'operators'],
    queryFn: ({ signal }) => call(entityPath(operator, 'scheme', scheme.id, 'operators'), { signal }),
  })
  if (error) return <LoadError problem={error} title={t('The operators could not be loaded')} retry={() => void refetch()} />
  const items = data?.items ?? []
  return (
    <Panel title={t('Operators')} note={data?.isMore ? t('Only the first {{number}} are shown.', { number: format.number(items.length) }) : ''} flush>
      {data ? null : <ListSkeleton rows={4} columns={4} />}
      {data && items.length === 0 ? (
        <EmptyState
          title={t('Nobody works by it yet')}
          reason={t('Groups and processors stand here once they are registered under it or have a scope certificate of it.')}
        />
      ) : null}
      {items.length > 0 ? (
        <Box component="ul" aria-label={t('Operators')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((one) => (
            <OperatorLine key={one.id} one={one} />
          ))}
        </Box>
      ) : null}
    </Panel>
  )
}

function OperatorLine({ one }: { one: Operator }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const { certificate, registeredSince, farmers, areaHa } = one
  const to = '/private/farmbook/$operator/$entity/$id' as const
  const figures = [
    farmers === null ? null : t('Farmers: {{number}}', { number: format.number(farmers) }),
    areaHa === null ? null : format.ha(areaHa),
    registeredSince ? t('registered since {{date}}', { date: format.fullDate(registeredSince) }) : null,
  ]
  return (
    <Box component="li" sx={line}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {can(user, one.kind, 'V') ? (
          <TextLink to={to} params={{ operator, entity: one.kind, id: one.id }}>
            {one.title}
          </TextLink>
        ) : (
          one.title
        )}
        <Typography variant="caption" component="div" color="textSecondary">
          {[one.code, ...figures].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {certificate ? (
        <Box sx={{ flex: '0 1 300px', minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
          <Box sx={{ flex: '1 1 150px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <TextLink to={to} params={{ operator, entity: 'scopecertificate', id: certificate.id }}>
              {certificate.scNo}
            </TextLink>
            <Typography variant="caption" component="div" color="textSecondary">
              {t('{{from}} to {{to}}', { from: format.fullDate(certificate.validFrom), to: format.fullDate(certificate.validTo) })}
            </Typography>
          </Box>
          <ShowValue field={validity} value={certificate.state} />
        </Box>
      ) : can(user, 'scopecertificate', 'L') ? (
        <Typography color="textSecondary" sx={{ flex: '0 1 300px' }}>
          {t('No scope certificate')}
        </Typography>
      ) : null}
    </Box>
  )
}
