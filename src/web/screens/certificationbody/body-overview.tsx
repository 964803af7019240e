// A certification body: whom to call there, its accreditation and address, and what waits with it.

import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { can } from '#domain/access.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { useCount } from '#web/api/queries.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkListItem } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { line } from '../record-line.ts'

type Contact = { name: string; role?: string | null; phone?: string | null; email?: string | null }

export function BodyOverview({ entity, record: body }: PanelProps) {
  const { t } = useTranslation()
  const fields = entity.fields as Fields
  const contacts = (body.contacts as Contact[] | null) ?? []
  const facts: FigureRow[] = ['accreditationNo', 'accreditedBy', 'website', 'apiEndpoint'].flatMap((name) => {
    const [field, value] = [fields[name] as Field, body[name]]
    if (typeof value !== 'string' || !value) return []
    const isAddress = /^https?:\/\//.test(value)
    return [
      {
        key: name,
        label: t(field.label),
        value: isAddress ? (
          <Link href={value} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
            {value.replace(/^https?:\/\//, '')}
          </Link>
        ) : (
          value
        ),
        strong: false,
      },
    ]
  })
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t('Contacts')} flush>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {contacts.map((one) => (
              <Box component="li" key={`${one.name}:${one.phone}`} sx={line}>
                <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
                  <Box sx={{ fontWeight: 500 }}>{one.name}</Box>
                  <Typography variant="caption" component="div" color="textSecondary">
                    {one.role}
                  </Typography>
                </Box>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
                  {one.phone ? <ShowValue field={(fields.contacts?.fields?.phone ?? fields.website) as Field} value={one.phone} /> : null}
                  {one.email ? <Link href={`mailto:${one.email}`}>{one.email}</Link> : null}
                </Box>
              </Box>
            ))}
          </Box>
        </Panel>
        <Panel title={t('Organisation')}>
          <Box component="address" sx={{ fontStyle: 'normal', mb: 1.5, pb: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
            {body.name as string}
            <Box sx={{ color: 'text.secondary' }}>
              {[body.address, [body.district, body.pin].filter(Boolean).join(' '), body.state].filter(Boolean).join(', ')}
            </Box>
          </Box>
          <FigureRows rows={facts} />
          {typeof body.publicKey === 'string' && body.publicKey ? (
            <Box component="details" sx={{ mt: 1.5 }}>
              <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
                {t('Public key')}
              </Box>
              <Box
                component="pre"
                sx={{
                  m: 0,
                  mt: 0.5,
                  p: 1.5,
                  bgcolor: 'background.default',
                  borderRadius: 1,
                  fontSize: 12.5,
                  overflowX: 'auto',
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                }}
              >
                {body.publicKey}
              </Box>
            </Box>
          ) : null}
        </Panel>
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <WaitingThere id={body.id} />
        <Related entity={entity} id={body.id} />
        <LatestEvents entity={entity} record={body} />
        <RecordFacts record={body} />
      </Box>
    </Box>
  )
}

/** Transaction certificates that lie with the body now, each count leading to its list. */
function WaitingThere({ id }: { id: string }) {
  const { t } = useTranslation()
  const user = useUser()
  if (!can(user, 'transactioncertificate', 'L')) return null
  return (
    <Panel title={t('Waits there')} flush>
      <WaitingRow id={id} status="SUBMITTED" label={t('Certificates submitted')} />
      <WaitingRow id={id} status="UNDER_REVIEW" label={t('Certificates under review')} />
    </Panel>
  )
}

function WaitingRow({ id, status, label }: { id: string; status: string; label: string }) {
  const format = useFormat()
  const operator = useOperator()
  const { data } = useCount('transactioncertificate', { filters: { certificationBodyId: [id], status: [status] } })
  return (
    <LinkListItem
      to="/private/farmbook/$operator/$entity/list"
      params={{ operator, entity: 'transactioncertificate' }}
      search={{ 'filter[certificationBodyId]': id, 'filter[status]': status }}
      sx={{ px: 2, minHeight: 44, gap: 1, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
    >
      {label}
      <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
        {data === undefined ? '' : format.number(data)}
      </Box>
      <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
    </LinkListItem>
  )
}
