// Requests for a change of a record's certified facts that wait for a decision, above what the record says: whoever reads the facts knows that
// they may be about to change. Fetched with records that have such facts.
import Box from '@mui/material/Box'
import { submission } from '#domain/work/submission.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { InfoOutlined as Info } from '#web/icons/info-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'

const decided: readonly string[] = ['APPLIED', 'REJECTED', 'APPROVED', 'AUTO_APPROVED']
const openStates = Object.keys(submission.states).filter((state) => !decided.includes(state))

export function OpenRequests({ record }: { record: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const filters = { targetId: [record.id], formCode: ['CHANGE_REQUEST'], status: openStates }
  const { items } = useList('submission', { filters }, { limit: 5, fields: ['reason', 'capturedAt'] })
  if (items.length === 0) return null
  return (
    <Box component="ul" aria-label={t('Requested changes')} sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0, display: 'grid', gap: 1 }}>
      {items.map(({ id, reason, capturedAt }) => (
        <Box component="li" key={id} sx={{ display: 'flex', gap: 1.25, px: 2, py: 1.25, borderRadius: 1, bgcolor: 'tone.pending.soft' }}>
          <Info aria-hidden sx={{ color: 'tone.pending.ink', mt: '1px' }} />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'submission', id }}>
              {t('A change of certified facts waits for a decision.')}
            </TextLink>{' '}
            {[typeof reason === 'string' ? reason : '', typeof capturedAt === 'string' ? format.fullDate(format.dayOf(capturedAt)) : '']
              .filter(Boolean)
              .join(' · ')}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
