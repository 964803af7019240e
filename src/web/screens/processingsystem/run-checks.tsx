// The checks of a run: what stops it stands on top with its figures and the way out, what is well folds to one line each.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { claimRank, isCertified } from '#domain/chain/claim.ts'
import { claims } from '#domain/kernel/terms.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { Block } from '#domain/rules/verdict.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { CheckOutlined as CheckIcon } from '#web/icons/check-outlined.ts'
import { WarningAmberOutlined as WarnIcon } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { formatBlock, type WayOut, wayOutOf } from './format-block.ts'
import type { Line, RunDraft, RunReading } from './run-draft.ts'

type RunChecksProps = {
  system: RecordAnswer
  line: Line
  draft: RunDraft
  reading: RunReading
  invisibleKg: number
  tolerances: Tolerances /** kg that ran earlier on the same day. */
  earlierKg: number
}

export function RunChecks({ system, line, draft, reading, invisibleKg, tolerances, earlierKg }: RunChecksProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (reading.inKg === 0) return null
  const stops = reading.blocks.map((block) => ({ block, way: wayOutOf(block, draft, invisibleKg) }))
  const claimsIn = [...new Set(draft.inputs.map(({ claim }) => claim))]
  const isMixed = claimsIn.length > 1
  const claim = reading.claim ? t(claims[reading.claim][0]) : ''
  const isBlocked = (name: string) => reading.blocks.some(({ figures }) => name in figures)
  const capacityKg = Number(system.capacityKgPerDay)
  const load = capacityKg > 0 ? (earlierKg + reading.inKg) / capacityKg : 0
  const isOtherClaim =
    line.segregation === 'DEDICATED' && line.lastRunClaim !== null && reading.claim !== null && claimRank[line.lastRunClaim] !== claimRank[reading.claim]
  return (
    <Box component="section" aria-label={t('Checks')} sx={{ display: 'grid', gap: 1, p: 2, pt: 1.5 }}>
      {stops.map(({ block, way }, index) => (
        <Stop key={`${block.ruleId} ${formatBlock(block, t, format, tolerances)}`} block={block} words={formatBlock(block, t, format, tolerances)}>
          {way ? <WayOutButton way={way} system={system} draft={draft} isFirst={index === stops.findIndex((stop) => stop.way)} /> : null}
        </Stop>
      ))}
      {draft.downgradeConfirmed && isMixed && !isBlocked('claims') ? <Mixed claim={claim} /> : null}
      {isOtherClaim && line.lastRunClaim ? (
        <CheckLine tone="warn">
          {t('This line is dedicated to one claim, and its last run was {{claim}}.', { claim: t(claims[line.lastRunClaim][0]) })}
        </CheckLine>
      ) : null}
      {line.segregation === 'CLEANED_CHANGEOVER' && reading.claim && isCertified(reading.claim) && !isBlocked('lastCleaningAt') ? (
        <CheckLine tone="ok">
          {line.lastCleaningAt ? t('Line cleaned {{when}}', { when: format.time(line.lastCleaningAt) }) : t('No change to a higher claim: no cleaning needed')}
        </CheckLine>
      ) : null}
      {!isMixed && reading.claim ? (
        <CheckLine tone="ok">{t('All inputs {{claim}}, so is what comes out', { claim: claim.toLocaleLowerCase(format.language) })}</CheckLine>
      ) : null}
      {capacityKg > 0 ? (
        <CheckLine tone={load > tolerances.capacityWarn ? 'warn' : 'ok'}>
          {t('{{share}} of a day’s capacity', { share: format.share(Math.round(load * 100) / 100) })}
          {load > tolerances.capacityWarn ? `: ${t('more than this line can do, it will be asked about')}` : ''}
        </CheckLine>
      ) : null}
    </Box>
  )
}

function CheckLine({ tone, children }: { tone: 'ok' | 'warn'; children: ReactNode }) {
  const Icon = tone === 'ok' ? CheckIcon : WarnIcon
  return (
    <Box sx={{ display: 'flex', gap: 1, fontSize: 13.5, color: tone === 'warn' ? 'tone.pending.ink' : 'text.primary' }}>
      <Icon aria-hidden sx={{ fontSize: 18, mt: '1px', color: tone === 'ok' ? 'tone.success.ink' : 'tone.pending.ink' }} />
      <span>{children}</span>
    </Box>
  )
}

function Stop({ block, words, children }: { block: Block; words: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box role="alert" sx={{ p: 1.25, borderRadius: 1, bgcolor: 'tone.error.soft', border: '1px solid', borderColor: 'error.light' }}>
      <Box sx={{ display: 'flex', gap: 1, fontSize: 13.5, fontWeight: 500, color: 'tone.error.ink' }}>
        <WarnIcon aria-hidden sx={{ fontSize: 18, mt: '1px' }} />
        <span>{words}</span>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75, pl: 3.25, flexWrap: 'wrap' }}>
        {children}
        <Box component="span" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
          {t('Rule {{rule}}', { rule: block.ruleId })}
        </Box>
      </Box>
    </Box>
  )
}

function Mixed({ claim }: { claim: string }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  return (
    <CheckLine tone="warn">
      {t('Claims are mixed on purpose: what comes out is {{claim}}.', { claim })}{' '}
      <Button size="small" variant="text" onClick={() => setValue('downgradeConfirmed', null, { shouldDirty: true })}>
        {t('Undo')}
      </Button>
    </CheckLine>
  )
}

/** The orange button moves here while something is blocked, to the first way out. */
function WayOutButton({ way, system, draft, isFirst }: { way: WayOut; system: RecordAnswer; draft: RunDraft; isFirst: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { setValue, getValues, setFocus } = useFormContext()
  const set = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true })
  const look = isFirst ? ({ variant: 'contained' } as const) : ({ variant: 'outlined', color: 'inherit' } as const)
  const button = (words: string, run: () => void) => (
    <Button size="small" {...look} onClick={run}>
      {words}
    </Button>
  )
  const focus = (name: string) => {
    document.getElementById(inputId(name))?.scrollIntoView({ block: 'center' })
    setFocus(name)
  }
  switch (way.kind) {
    case 'take':
      return button(t('Take {{kg}}, all there is', { kg: format.kg(way.kg) }), () =>
        set(`inputs.${(getValues('inputs') as { batchId: string }[]).findIndex(({ batchId }) => batchId === way.batchId)}.kg`, String(way.kg)),
      )
    case 'invisible':
      return button(t('Record {{kg}} as invisible loss', { kg: format.kg(way.kg) }), () => set('invisibleKg', String(way.kg)))
    case 'look': {
      const index = draft.outputs.findIndex(({ material }) => material === way.material)
      return index < 0 ? null : button(t('Correct the weight'), () => focus(`outputs.${index}.kg`))
    }
    case 'reason':
      return button(t('Say why'), () => focus('reason'))
    case 'confirm':
      return button(t('Mix them, the lowest counts'), () => set('downgradeConfirmed', true))
    case 'remove':
      return button(t('Take the conventional lots out'), () =>
        set(
          'inputs',
          (getValues('inputs') as { batchId: string }[]).filter(({ batchId }) => draft.inputs.find((one) => one.batchId === batchId)?.claim !== way.claim),
        ),
      )
    case 'clean':
      return (
        <LinkButton
          size="small"
          {...look}
          to="/private/farmbook/$operator/$entity/$id/create-event"
          params={{ operator, entity: 'processingsystem', id: system.id }}
          search={{ type: 'CLEANING' }}
        >
          {t('Record the cleaning')}
        </LinkButton>
      )
  }
}
