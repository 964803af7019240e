// Who has goods of a recall: how much, in which state, and what they answered. Whoever may answer for a holder does it from here; the page’s one
// primary action is in its head, on phones at the foot.
import Box from '@mui/material/Box'
import type { RecallReach, RecallReachHolder } from '#domain/chain/recall-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'

/** `recall`: the case; without one nobody was asked yet. */
export function HoldersPanel({ reach, recall }: { reach: RecallReach; recall?: RecordAnswer }) {
  const { t } = useTranslation()
  const { holders, otherHolders, certificates } = reach
  const operator = useOperator()
  const columns = { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) 110px minmax(150px, 1fr) minmax(0, 1.6fr) auto' }
  return (
    <Panel title={t('Who holds it')} note={recall ? t('what each has by the books, and what they answered') : t('by the books')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {holders.map((holder) => (
          <HolderRow key={holder.processorId ?? ''} holder={holder} columns={columns} {...(recall ? { recall } : {})} />
        ))}
      </Box>
      {otherHolders > 0 ? (
        <Box sx={{ px: 2, py: 1.25, color: 'text.secondary', fontSize: 13 }}>{t('Others are asked, too: {{others}}.', { others: otherHolders })}</Box>
      ) : null}
      {certificates.length > 0 ? (
        <Box sx={{ px: 2, py: 1.25, fontSize: 13, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {t('Transaction certificates with these goods')}:
          {certificates.map(({ id, title }) => (
            <TextLink key={id} to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'transactioncertificate', id }}>
              {title}
            </TextLink>
          ))}
        </Box>
      ) : null}
    </Panel>
  )
}

function HolderRow({ holder, recall, columns }: { holder: RecallReachHolder; recall?: RecordAnswer; columns: Record<string, string> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { name, kg, travellingKg, restrictedKg, processorId, mayAnswer, answeredAt, acknowledgedAt } = holder
  const state =
    kg <= 0
      ? { tone: 'neutral' as const, label: t('nothing left') }
      : travellingKg >= kg
        ? { tone: 'progress' as const, label: t('On the road') }
        : restrictedKg >= kg
          ? { tone: 'error' as const, label: t('Restricted') }
          : restrictedKg > 0
            ? { tone: 'pending' as const, label: t('Restricted in part') }
            : { tone: 'neutral' as const, label: t('Not restricted') }
  const within = (moment: string) => `${format.dateWithin(format.dayOf(moment))}, ${format.clock(moment)}`
  const answer = answeredAt
    ? { tone: 'success' as const, label: t('Answered {{at}}', { at: within(answeredAt) }) }
    : acknowledgedAt
      ? { tone: 'pending' as const, label: t('Read {{at}}, no answer', { at: within(acknowledgedAt) }) }
      : { tone: 'error' as const, label: t('No answer yet') }
  const search = (type: string) =>
    ({ type, ...(processorId ? { processorId } : {}), ...(type === 'ANSWERED' ? { locatedKg: String(kg), returnedKg: '0' } : {}) }) as never
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: columns,
        gap: 1.5,
        rowGap: 0.5,
        alignItems: 'center',
        px: 2,
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: recall && !answeredAt && kg > 0 ? 'tone.pending.soft' : 'transparent',
      }}
    >
      <Box sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{name || t('The operator')}</Box>
      <Box sx={{ textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.kg(kg)}</Box>
      <Box>
        <StatusChip tone={state.tone} label={state.label} />
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, minWidth: 0 }}>
        {recall ? (
          <>
            <ToneText tone={answer.tone} label={answer.label} />
            {answeredAt ? (
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                {t('{{located}} located, {{returned}} returned', { located: format.kg(holder.locatedKg), returned: format.kg(holder.returnedKg) })}
              </Box>
            ) : null}
            {holder.note ? <Box sx={{ fontSize: 12.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{holder.note}</Box> : null}
          </>
        ) : travellingKg > 0 && travellingKg < kg ? (
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{t('{{kg}} on the road', { kg: format.kg(travellingKg) })}</Box>
        ) : null}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        {recall && mayAnswer && !acknowledgedAt ? (
          <LinkButton
            size="small"
            variant="outlined"
            color="inherit"
            to="/private/farmbook/$operator/$entity/$id/create-event"
            params={{ operator, entity: 'recallcase', id: recall.id }}
            search={search('ACKNOWLEDGED')}
          >
            {t('Acknowledge')}
          </LinkButton>
        ) : null}
        {recall && mayAnswer ? (
          <LinkButton
            size="small"
            variant="outlined"
            color="inherit"
            to="/private/farmbook/$operator/$entity/$id/create-event"
            params={{ operator, entity: 'recallcase', id: recall.id }}
            search={search('ANSWERED')}
          >
            {answeredAt ? t('Correct') : t('Answer')}
          </LinkButton>
        ) : null}
      </Box>
    </Box>
  )
}
