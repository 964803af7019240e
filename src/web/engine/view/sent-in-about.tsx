// What was sent in about a record and waits for approval, above what the record says: whoever reads it knows what is not in it yet. Of a record that
// submissions name beside the one they are about (a farmer of a crop), too. Each reader is shown what they list.
import Box from '@mui/material/Box'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Field, refersToOne } from '#domain/kernel/field.ts'
import { submission } from '#domain/work/submission.ts'
import { sendingForms, waitingStates } from '#domain/work/waiting.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { HourglassEmptyOutlined as Waits } from '#web/icons/hourglass-empty-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { titleOf, useSlots } from '../slots.ts'

/** As many are named; the rest are behind the link. */
const most = 5
const wanted = { limit: 20, fields: ['formCode', 'targetType', 'targetId', 'capturedAt'] }
const waiting = { status: [...waitingStates], formCode: sendingForms }
/** The field by which a submission names a record of this kind that it is not itself about. */
const namedBy = (kind: string): string | undefined =>
  Object.entries(submission.fields as Record<string, Field>).find(([, field]) => refersToOne(field) && field.by === 'person' && field.target === kind)?.[0]

export function SentInAbout({ entity, record }: { entity: AnyEntity; record: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const slots = useSlots('submission')
  const naming = namedBy(entity.name)
  const about = useList('submission', { sort: '-capturedAt', filters: { ...waiting, targetId: [record.id] } }, wanted)
  const named = useList(
    'submission',
    { sort: '-capturedAt', filters: { ...waiting, [naming ?? '']: [record.id] } },
    { ...wanted, enabled: naming !== undefined },
  )
  const rows = [...new Map([...about.items, ...(naming ? named.items : [])].map((row) => [row.id, row])).values()]
  if (rows.length === 0) return null
  const shown = rows.toSorted((one, other) => String(other.capturedAt).localeCompare(String(one.capturedAt))).slice(0, most)
  const refs = { ...about.refs, ...named.refs }
  const count = Math.max(rows.length, about.total ?? 0, (naming && named.total) || 0)
  const search = { 'filter[status]': waiting.status.join(), [`filter[${naming && named.items.length > 0 ? naming : 'targetId'}]`]: record.id }
  const words = t('{{count}} sent in, waiting for approval', { count })
  return (
    <Box
      component="section"
      aria-label={words}
      sx={{ display: 'flex', gap: 1.25, mb: 1.5, px: 2, py: 1.25, borderRadius: 1, bgcolor: 'tone.pending.soft', fontSize: 14 }}
    >
      <Waits aria-hidden sx={{ color: 'tone.pending.ink', mt: '1px', fontSize: 20 }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {words}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((row) => (
            <Box component="li" key={row.id} sx={{ py: '2px' }}>
              <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'submission', id: row.id }}>
                {titleOf(row, slots, { t, format, refs })}
              </TextLink>
              {typeof row.capturedAt === 'string' ? ` · ${format.fullDate(format.dayOf(row.capturedAt))}` : null}
            </Box>
          ))}
        </Box>
        {count > shown.length ? (
          <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: 'submission' }} search={search as never}>
            {t('All that wait')}
          </TextLink>
        ) : null}
      </Box>
    </Box>
  )
}
