// The causes of a plot's claim as lines of a timeline: each with its day, what it means, the claim from then on, and the event to read it in.
import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import type { PlotTimeline, TimelineCause } from '#domain/chain/plot-timeline-answer.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { claims } from '#domain/kernel/terms.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { CallSplitOutlined as Split } from '#web/icons/call-split-outlined.ts'
import { CheckOutlined as Check } from '#web/icons/check-outlined.ts'
import { DangerousOutlined as Dangerous } from '#web/icons/dangerous-outlined.ts'
import { PlayArrowOutlined as Play } from '#web/icons/play-arrow-outlined.ts'
import { RestartAltOutlined as Restart } from '#web/icons/restart-alt-outlined.ts'
import { ScheduleOutlined as Clock } from '#web/icons/schedule-outlined.ts'
import { UndoOutlined as Undo } from '#web/icons/undo-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { TimelineEntry } from '#web/ui/timeline.tsx'

type Kind = TimelineCause['kind']
const icons: Readonly<Record<Kind, ComponentType>> = {
  STARTED: Play,
  CONFIRMED: Check,
  RECOGNISED: Play,
  RECOGNITION_CONFIRMED: Check,
  RESET: Restart,
  RESET_LIFTED: Undo,
  PROHIBITED_INPUT: Dangerous,
  INPUT_UNDECIDED: Warning,
  ERROR_AGREED: Check,
  TAKEN_BACK: Undo,
  CORRECTED: Undo,
  MADE_FROM: Split,
  GROWN_CONVENTIONALLY: Warning,
  STEP: Clock,
}
const tones: Readonly<Partial<Record<Kind, Tone>>> = {
  STARTED: 'progress',
  CONFIRMED: 'success',
  RECOGNISED: 'progress',
  RECOGNITION_CONFIRMED: 'success',
  RESET: 'error',
  PROHIBITED_INPUT: 'error',
  INPUT_UNDECIDED: 'pending',
  GROWN_CONVENTIONALLY: 'pending',
}

/** Those of the past latest first, and the next steps in their order. */
export function useCauseEntries({ causes, day, refs }: PlotTimeline): { known: TimelineEntry[]; next: TimelineEntry[] } {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const on = (one: string | null): string => (one ? format.fullDate(one) : '')
  const item = ({ itemId }: TimelineCause): string => (itemId && refs[itemId]?.title) || t('an input')
  const titleOf = (one: TimelineCause): string => {
    switch (one.kind) {
      case 'STARTED':
        return t('Entered the scheme')
      case 'CONFIRMED':
        return t('The certification body confirmed the start on {{day}}', { day: on(one.day) })
      case 'RECOGNISED':
        return t('First day of the recognised months: {{months}} before {{day}}', { months: one.months ?? 0, day: on(one.day) })
      case 'RECOGNITION_CONFIRMED':
        return t('The certification body confirmed the recognised months: {{months}}', { months: one.months ?? 0 })
      case 'RESET':
        return t('Conversion starts again')
      case 'RESET_LIFTED':
        return t('The sanction was lifted: conversion counts as before')
      case 'PROHIBITED_INPUT':
        return one.itemId ? t('Prohibited input: {{item}}', { item: item(one) }) : t('Prohibited input')
      case 'INPUT_UNDECIDED':
        return t('Input to be decided on: {{item}}', { item: item(one) })
      case 'ERROR_AGREED':
        return t('The certification body agrees that the input of {{day}} was recorded in error: {{item}}', { day: on(one.day), item: item(one) })
      case 'TAKEN_BACK':
        return t('Taken back: {{item}}, recorded for {{day}}', { day: on(one.day), item: item(one) })
      case 'CORRECTED':
        return t('Corrected: {{item}}, recorded for {{day}}', { day: on(one.day), item: item(one) })
      case 'MADE_FROM':
        return t('Made from other plots')
      case 'GROWN_CONVENTIONALLY':
        return t('Grown conventionally: {{name}}', { name: (one.link && refs[one.link.id]?.title) ?? '' })
      case 'STEP':
        return one.claims.ANNUAL === one.claims.PERENNIAL || !one.claims.PERENNIAL
          ? t(one.claims.ANNUAL ? claims[one.claims.ANNUAL][0] : '')
          : t('Annual crops: {{annual}}, perennial crops: {{perennial}}', {
              annual: t(one.claims.ANNUAL ? claims[one.claims.ANNUAL][0] : ''),
              perennial: t(claims[one.claims.PERENNIAL][0]),
            })
    }
  }
  const noteOf = (one: TimelineCause): string[] => [
    format.fullDate(one.on),
    ...(one.kind === 'STARTED' && !one.counts ? [t('counts from {{day}}, until the certification body has confirmed the start', { day: on(one.day) })] : []),
    ...(one.kind === 'PROHIBITED_INPUT' && one.day ? [t('conversion counts from {{day}}', { day: on(one.day) })] : []),
    ...(one.kind === 'GROWN_CONVENTIONALLY' ? [t('what is grown like that claims nothing (BR-05)')] : []),
    ...((one.kind === 'RESET' || one.kind === 'RECOGNISED' || confirming.has(one.kind)) && !one.counts ? [t('without effect on the claim')] : []),
    ...(one.document ? [t('Document {{document}}', { document: one.document })] : []),
    ...(one.text ? [one.words ? t(sentenceIn({ message: one.text, words: one.words })) : one.text] : []),
  ]
  const entryOf = (one: TimelineCause, place: number): TimelineEntry => {
    const Icon = icons[one.kind]
    const { ANNUAL: annual, PERENNIAL: perennial } = one.claims
    const moves = one.counts && one.kind !== 'STEP' && moving.has(one.kind)
    return {
      key: `${place}`,
      icon: <Icon />,
      tone:
        one.kind === 'STEP' && annual
          ? claims[annual][1]
          : ((one.counts || !(moving.has(one.kind) || confirming.has(one.kind)) ? tones[one.kind] : undefined) ?? 'neutral'),
      struck: one.kind === 'RESET' && !one.counts,
      title: one.link ? (
        one.link.eventId ? (
          <TextLink
            to="/private/farmbook/$operator/$entity/$id/event/$eventId"
            params={{ operator, entity: one.link.entity, id: one.link.id, eventId: one.link.eventId }}
          >
            {titleOf(one)}
          </TextLink>
        ) : (
          <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: one.link.entity, id: one.link.id }}>
            {titleOf(one)}
          </TextLink>
        )
      ) : (
        titleOf(one)
      ),
      note: noteOf(one).join(' · '),
      body:
        moves && annual ? (
          <Box sx={{ mt: 0.5, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
            <StatusChip label={t(claims[annual][0])} tone={claims[annual][1]} />
            {perennial && perennial !== annual ? (
              <StatusChip label={t('perennial: {{claim}}', { claim: t(claims[perennial][0]) })} tone={claims[perennial][1]} />
            ) : null}
          </Box>
        ) : undefined,
    }
  }
  return {
    known: causes
      .filter((one) => one.on <= day)
      .reverse()
      .map(entryOf),
    next: causes.filter((one) => one.on > day && one.kind === 'STEP').map(entryOf),
  }
}
/** By the certification body; overtaken when the record is changed after it. */
const confirming: ReadonlySet<Kind> = new Set(['CONFIRMED', 'RECOGNITION_CONFIRMED'])
/** After which the claim is another one. */
const moving: ReadonlySet<Kind> = new Set(['STARTED', 'RECOGNISED', 'RESET', 'PROHIBITED_INPUT'])
