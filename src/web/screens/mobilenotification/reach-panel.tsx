// What became of a message: a bar, the figures, and why some did not get it.
import Box from '@mui/material/Box'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { ReachBar } from './reach-bar.tsx'

type Recipient = { state: string; failure: string | null }
/** Of what was sent alone, nobody has reported yet. */
const got: readonly string[] = ['DELIVERED', 'READ', 'HEARD']

export function ReachPanel({ record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const recipients = Array.isArray(record.recipients) ? (record.recipients as Recipient[]) : []
  if (recipients.length === 0) return null
  const count = (states: readonly string[]) => recipients.filter(({ state }) => states.includes(state)).length
  const [sent, queued] = [count(['SENT']), count(['QUEUED'])]
  const reach = { delivered: count(got), waiting: sent + queued, failed: count(['FAILED']) }
  const [read, optedOut, noConsent, noPhone] = [count(['READ', 'HEARD']), count(['OPTED_OUT']), count(['NO_CONSENT']), count(['NO_PHONE'])]
  const reasons = [
    ...Map.groupBy(
      recipients.filter(({ failure }) => failure),
      ({ failure }) => failure ?? '',
    ),
  ].sort(([, one], [, other]) => other.length - one.length)
  return (
    <Panel title={t('Who got it')}>
      <ReachBar reach={reach} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, mt: 1.25 }}>
        <ToneText tone="success" label={t('Delivered: {{number}}', { number: format.number(reach.delivered) })} />
        {read > 0 ? <ToneText tone="progress" label={t('Read or heard: {{number}}', { number: format.number(read) })} /> : null}
        {sent > 0 ? <ToneText tone="neutral" label={t('Sent, without a report: {{number}}', { number: format.number(sent) })} /> : null}
        {queued > 0 ? <ToneText tone="pending" label={t('Waiting: {{number}}', { number: format.number(queued) })} /> : null}
        {reach.failed > 0 ? <ToneText tone="error" label={t('Failed: {{number}}', { number: format.number(reach.failed) })} /> : null}
        {optedOut > 0 ? <ToneText tone="neutral" label={t('Want no messages: {{number}}', { number: format.number(optedOut) })} /> : null}
        {noConsent > 0 ? <ToneText tone="neutral" label={t('Have given no consent: {{number}}', { number: format.number(noConsent) })} /> : null}
        {noPhone > 0 ? <ToneText tone="neutral" label={t('Have no telephone: {{number}}', { number: format.number(noPhone) })} /> : null}
      </Box>
      {reasons.length > 0 ? (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, color: 'text.secondary', fontSize: 13.5 }}>
          {reasons.slice(0, 5).map(([why, of]) => (
            <li key={why}>{`${t(why)}: ${format.number(of.length)}`}</li>
          ))}
        </Box>
      ) : null}
    </Panel>
  )
}
