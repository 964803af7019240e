// What restricts a lot, and who has to act before it goes on: above everything else on its page.
import Box from '@mui/material/Box'
import type { HoldsOfLot } from '#domain/chain/holds-of-lot.ts'
import { entityOf } from '#domain/entities.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'

const { states, events } = entityOf('productbatch')

export function HoldsPanel({ lot }: { lot: RecordAnswer }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { holds = [] } = (lot.extra ?? {}) as Partial<HoldsOfLot>
  if (holds.length === 0) return null
  return (
    <Panel title={<ToneText tone="error" label={t(states.QUARANTINED.label)} />}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
        {holds.map(({ eventId, reason, words, isOfBody, isWaiting }) => (
          <li key={eventId}>
            <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: 'productbatch', id: lot.id, eventId }}>
              {reason === null ? t(events.LAB_RESULT.label) : t(sentenceIn({ message: reason, words }))}
            </TextLink>
            {isOfBody ? (
              <Box sx={{ color: 'text.secondary' }}>
                {isWaiting
                  ? t('The certification body holds this lot back: it agrees to the release first.')
                  : t('The certification body has agreed: the manager releases it, or disposes of it.')}
              </Box>
            ) : null}
          </li>
        ))}
      </Box>
    </Panel>
  )
}
