// One question, answered with a thumb: large answers, and below a finding how severe it is, a word and photographs.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import type { InspectionAnswer, Lacking, Question, Sent } from '#domain/certification/inspection-projection.ts'
import { isMilder, verdictOf } from '#domain/certification/inspection-projection.ts'
import { addDays } from '#domain/kernel/day.ts'
import { severities } from '#domain/kernel/terms.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AddAPhotoOutlined as AddPhoto } from '#web/icons/add-a-photo-outlined.ts'
import { CheckOutlined as Check } from '#web/icons/check-outlined.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { PhotoRow } from './photo-row.tsx'
import type { Photos as PhotosUnderWay } from './use-photos.ts'

type CardProps = {
  no: number
  question: Question
  sent: Sent
  lacking: readonly Lacking[]
  readOnly: boolean
  photos: PhotosUnderWay
  onChange: (sent: Sent) => void
}

export function QuestionCard({ no, question, sent, lacking, readOnly, photos, onChange }: CardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ask, code } = question
  const answer = sent.answer ?? null
  const verdict = answer ? verdictOf(question, answer) : null
  const isFinding = verdict === 'FINDING'
  const set = (next: InspectionAnswer) => onChange({ ...sent, answer: next })
  const wantsPhoto = question.photo === 'ALWAYS' || (question.photo === 'ON_FINDING' && isFinding)
  const hasMore = isFinding || wantsPhoto || ask.kind === 'TEXT' || Boolean(sent.note) || (sent.files ?? []).length > 0 || photos.open.has(code)
  return (
    <Box
      component="section"
      id={`question-${code}`}
      aria-label={question.text}
      sx={{
        border: '1px solid',
        borderColor: lacking.length > 0 ? 'warning.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 1.5,
        scrollMarginTop: 150,
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, mb: 1 }}>
        <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', minWidth: 22 }}>{no}</Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 500, fontSize: 15.5, lineHeight: 1.35 }}>{question.text}</Box>
          {question.help ? (
            <Typography variant="caption" color="textSecondary">
              {question.help}
            </Typography>
          ) : null}
        </Box>
      </Box>
      <Options question={question} answer={answer} readOnly={readOnly} onAnswer={set} />
      {isFinding ? (
        <Box sx={{ mt: 1.5, pt: 1.25, borderTop: '1px solid', borderColor: 'divider' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <Warning sx={{ color: 'warning.main', fontSize: 20 }} />
            <Box sx={{ fontWeight: 600 }}>{t('Finding')}</Box>
            <Typography variant="caption" color="textSecondary" sx={{ ml: 'auto' }}>
              {t('put right by {{day}}', { day: format.recentDay(addDays(format.today(), question.correctiveDays)) })}
            </Typography>
          </Box>
          <Box role="group" aria-label={t('Severity')} sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 0.75 }}>
            {(['MINOR', 'MAJOR', 'CRITICAL'] as const)
              .filter((severity) => !isMilder(severity, question.severity))
              .map((severity) => (
                <Choice
                  key={severity}
                  isChosen={(sent.severity ?? question.severity) === severity}
                  tone="warning"
                  disabled={readOnly}
                  onClick={() => onChange({ ...sent, severity })}
                >
                  {t(severities[severity][0])}
                </Choice>
              ))}
          </Box>
        </Box>
      ) : null}
      {hasMore ? <Words sent={sent} label={isFinding ? t('What was found') : t('Note')} readOnly={readOnly} onChange={onChange} /> : null}
      {hasMore ? <Photos code={code} sent={sent} readOnly={readOnly} photos={photos} onChange={onChange} /> : null}
      {lacking.map(({ what }) => (
        <Typography key={what} variant="caption" role="status" sx={{ display: 'block', mt: 0.75, color: 'warning.dark' }}>
          {what === 'photo' ? t('A photo is asked for here.') : what === 'note' ? t('Say what was found.') : t('Not answered yet.')}
        </Typography>
      ))}
    </Box>
  )
}

type ChoiceProps = {
  isChosen: boolean
  tone: 'success' | 'error' | 'warning' | 'neutral'
  disabled: boolean
  onClick: () => void
  icon?: ReactNode
  children: ReactNode
}
/** At least 48 px high: for a thumb in the field. */
function Choice({ isChosen, tone, disabled, onClick, icon, children }: ChoiceProps) {
  const colour = tone === 'neutral' ? 'text.secondary' : `${tone}.main`
  return (
    <Button
      aria-pressed={isChosen}
      disabled={disabled && !isChosen}
      onClick={disabled ? undefined : onClick}
      startIcon={icon}
      variant="outlined"
      color="inherit"
      sx={{
        minHeight: 48,
        px: 1,
        borderColor: isChosen ? colour : 'edge',
        ...(isChosen
          ? {
              bgcolor: tone === 'neutral' ? 'brand.soft' : tone === 'warning' ? 'warning.light' : colour,
              color: tone === 'success' || tone === 'error' ? 'common.white' : 'text.primary',
            }
          : {}),
        '&:hover': isChosen && (tone === 'success' || tone === 'error') ? { bgcolor: colour } : {},
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Button>
  )
}

type OptionsProps = { question: Question; answer: InspectionAnswer | null; readOnly: boolean; onAnswer: (answer: InspectionAnswer) => void }
function Options({ question, answer, readOnly, onAnswer }: OptionsProps) {
  const { t } = useTranslation()
  const { ask } = question
  const toneOf = (one: InspectionAnswer): ChoiceProps['tone'] => {
    const verdict = verdictOf(question, one)
    return verdict === 'FINDING' ? 'error' : verdict === 'MET' ? 'success' : 'neutral'
  }
  const notApplicable = ask.mayNotApply ? (
    <Choice isChosen={answer?.kind === 'NOT_APPLICABLE'} tone="neutral" disabled={readOnly} onClick={() => onAnswer({ kind: 'NOT_APPLICABLE' })}>
      {t('Does not apply')}
    </Choice>
  ) : null
  const row = { display: 'grid', gap: 1, gridTemplateColumns: { xs: `repeat(${ask.mayNotApply ? 3 : 2}, minmax(0, 1fr))` } }
  if (ask.kind === 'YES_NO')
    return (
      <Box role="group" aria-label={question.text} sx={row}>
        {[true, false].map((yes) => {
          const one: InspectionAnswer = { kind: 'YES_NO', yes }
          return (
            <Choice
              key={String(yes)}
              isChosen={answer?.kind === 'YES_NO' && answer.yes === yes}
              tone={toneOf(one)}
              disabled={readOnly}
              onClick={() => onAnswer(one)}
              icon={yes ? <Check /> : <Close />}
            >
              {yes ? t('Yes') : t('No')}
            </Choice>
          )
        })}
        {notApplicable}
      </Box>
    )
  if (ask.kind === 'CHOICE')
    return (
      <Box role="group" aria-label={question.text} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
        {ask.options.map((option) => {
          const one: InspectionAnswer = { kind: 'CHOICE', option }
          return (
            <Choice
              key={option}
              isChosen={answer?.kind === 'CHOICE' && answer.option === option}
              tone={toneOf(one)}
              disabled={readOnly}
              onClick={() => onAnswer(one)}
            >
              {option}
            </Choice>
          )
        })}
        {notApplicable}
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: ask.mayNotApply ? 'minmax(0, 1fr) auto' : 'minmax(0, 1fr)' }}>
      <Typed question={question} answer={answer} readOnly={readOnly} onAnswer={onAnswer} />
      {notApplicable}
    </Box>
  )
}

/** A number or words: sent when the field is left. */
function Typed({ question: { ask, text }, answer, readOnly, onAnswer }: OptionsProps) {
  const { t } = useTranslation()
  const stored = answer?.kind === 'NUMBER' ? String(answer.number) : answer?.kind === 'TEXT' ? answer.text : ''
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? stored
  const leave = () => {
    const trimmed = value.trim()
    if (typed === null || trimmed === '' || trimmed === stored) return setTyped(null)
    const number = Number(trimmed.replace(',', '.'))
    if (ask.kind === 'NUMBER' && !Number.isFinite(number)) return
    onAnswer(ask.kind === 'NUMBER' ? { kind: 'NUMBER', number } : { kind: 'TEXT', text: trimmed })
    setTyped(null)
  }
  const unit = ask.kind === 'NUMBER' ? (ask.unit ?? '') : ''
  return (
    <TextField
      value={value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      disabled={readOnly}
      multiline={ask.kind === 'TEXT'}
      placeholder={ask.kind === 'TEXT' ? t('In your words') : ''}
      slotProps={{
        htmlInput: { 'aria-label': text, ...(ask.kind === 'NUMBER' ? { inputMode: 'decimal' } : { maxLength: 1000 }) },
        input: { endAdornment: unit ? <Box sx={{ color: 'text.secondary', pl: 1 }}>{unit}</Box> : null, sx: { minHeight: 48 } },
      }}
    />
  )
}

type MoreProps = { sent: Sent; readOnly: boolean; onChange: (sent: Sent) => void }
function Words({ sent, label, readOnly, onChange }: MoreProps & { label: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? sent.note ?? ''
  return (
    <TextField
      sx={{ mt: 1.25 }}
      fullWidth
      multiline
      label={label}
      value={value}
      disabled={readOnly}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed !== null && typed.trim() !== (sent.note ?? '') && sent.answer) onChange({ ...sent, note: typed.trim() || null })
        setTyped(null)
      }}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  )
}

function Photos({ code, sent, readOnly, photos, onChange }: MoreProps & { code: string; photos: PhotosUnderWay }) {
  const { t } = useTranslation()
  const camera = useRef<HTMLInputElement>(null)
  const files = sent.files ?? []
  const leave = (id: string) => {
    onChange({ ...sent, files: files.filter((one) => one !== id) })
    photos.leave(id)
  }
  return (
    <Box sx={{ mt: 1.25, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <PhotoRow files={files} onRemove={readOnly ? undefined : leave} />
      {photos.of(code).map(({ id, share, problem }) => (
        <Box
          key={id}
          sx={{
            minWidth: 72,
            height: 60,
            display: 'flex',
            placeContent: 'center',
            alignItems: 'center',
            border: '1px dashed',
            borderColor: 'edge',
            borderRadius: 1,
            fontSize: 12.5,
          }}
        >
          {problem ? (
            <>
              <Button size="small" onClick={() => photos.again(id)}>
                {t('Again')}
              </Button>
              <IconButton size="small" aria-label={t('Remove the photo')} onClick={() => photos.remove(id)}>
                <Close fontSize="small" />
              </IconButton>
            </>
          ) : (
            `${Math.round(share * 100)} %`
          )}
        </Box>
      ))}
      {readOnly || files.length >= 10 ? null : (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<AddPhoto />}
          onClick={() => camera.current?.click()}
          sx={{ minHeight: 48, borderStyle: 'dashed' }}
        >
          {t('Photo')}
        </Button>
      )}
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('Take a photo')}
        onChange={({ target }) => {
          photos.add(code, [...(target.files ?? [])])
          target.value = ''
        }}
      />
    </Box>
  )
}
