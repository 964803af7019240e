// What a person can do in a case: propose the dividing line or a boundary drawn here, accept, withdraw, request a walk, decide. What is sent with
// words opens a field for them first.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { OverlapCase } from '#domain/land/overlap-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { authorization } from '#web/api/client.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryWorkspace } from '#web/map/boundary/boundary-workspace.tsx'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useNeighbours } from './drawing-ground.ts'
import { type OverlapWord, useOverlapWord } from './queries.ts'

type Open = 'halves' | 'draw' | 'accept' | 'withdraw' | 'walk' | 'decide'

export function OverlapActions({ parcel, one }: { parcel: RecordAnswer; one: OverlapCase }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const { mutate, error, isPending, reset } = useOverlapWord(parcel.id, one.code, ({ items }) => {
    setOpen(null)
    showToast({
      severity: 'success',
      message: items.some(({ code }) => code === one.code) ? t('The other side can see it now.') : t('The overlap is settled.'),
    })
  })
  const may = (action: OverlapCase['may'][number]): boolean => one.may.includes(action)
  const close = () => {
    reset()
    setOpen(null)
  }
  const offers: [Open, string, boolean][] = [
    ['accept', one.own.proposal || one.other.proposal ? t('Accept these boundaries') : t('Accept the boundaries as they lie'), may('accept')],
    ['halves', t('Propose the line in the middle'), may('propose') && one.halves !== null],
    ['draw', t('Draw a proposal'), may('propose')],
    ['walk', t('Walk the line together'), may('walk')],
    ['withdraw', t('Withdraw'), may('withdraw')],
    ['decide', t('Decide for these boundaries'), may('decide')],
  ]
  const offered = offers.filter(([, , isOffered]) => isOffered)
  if (offered.length === 0) return null
  return (
    <Box sx={{ px: 2, py: 1.5, borderTop: '1px solid', borderColor: 'divider', display: 'grid', gap: 1.5 }}>
      {one.isEnough ? null : (
        <Box sx={{ fontSize: 13.5, color: 'text.secondary' }}>
          {t('What is proposed would still overlap too much. One of the sides proposes another boundary.')}
        </Box>
      )}
      {open === null ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {offered.map(([key, label], at) => (
            <Button key={key} variant={at === 0 ? 'contained' : 'outlined'} color={at === 0 ? 'primary' : 'inherit'} onClick={() => setOpen(key)}>
              {label}
            </Button>
          ))}
        </Box>
      ) : (
        <>
          {error ? <Refusal problem={error} /> : null}
          {open === 'draw' ? (
            <Drawing parcel={parcel} one={one} isBusy={isPending} onSend={mutate} onClose={close} />
          ) : (
            <Words
              key={open}
              kind={open}
              one={one}
              label={offers.find(([key]) => key === open)?.[1] ?? ''}
              isBusy={isPending}
              onSend={mutate}
              onClose={close}
            />
          )}
        </>
      )}
    </Box>
  )
}

type FormProps = { one: OverlapCase; isBusy: boolean; onSend: (word: OverlapWord) => void; onClose: () => void }

function Words({ kind, one, label, isBusy, onSend, onClose }: FormProps & { kind: Exclude<Open, 'draw'>; label: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [message, setMessage] = useState('')
  const [on, setOn] = useState('')
  const written = message.trim() || null
  const words: Record<typeof kind, OverlapWord> = {
    halves: { what: 'proposal', body: { boundary: one.halves?.own, message: written } },
    accept: { what: 'acceptance', body: { terms: one.terms, message: written } },
    withdraw: { what: 'withdrawal', body: { message: written } },
    walk: { what: 'walk', body: { on, message: written } },
    decide: { what: 'decision', body: { terms: one.terms, reason: written } },
  }
  const isReady = (kind !== 'walk' || on !== '') && (kind !== 'decide' || written !== null)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 560 }}>
      {kind === 'walk' ? (
        <TextField
          type="date"
          label={t('On')}
          value={on}
          onChange={({ target }) => setOn(target.value)}
          size="small"
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: format.today() } }}
        />
      ) : null}
      <Message label={kind === 'decide' ? t('Reason') : t('Message to the other side')} value={message} onChange={setMessage} />
      <Foot label={label} isBusy={isBusy} isReady={isReady} onSend={() => onSend(words[kind])} onClose={onClose} />
    </Box>
  )
}

function Drawing({ parcel, one, isBusy, onSend, onClose }: FormProps & { parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const { neighbours: around, onView } = useNeighbours(parcel.id)
  const [message, setMessage] = useState('')
  // The line that the other side has on the table is what this one is drawn against; a plot that is not one's own is on no outline.
  const theirs = one.other.proposal?.boundary ?? one.other.boundary
  const neighbours = useMemo(
    () => [...around.filter(({ id }) => id !== one.id), { id: one.id ?? one.code, title: one.title ?? one.code, note: one.code, polygon: theirs }],
    [around, one.id, one.code, one.title, theirs],
  )
  const declaredHa = Number(parcel.declaredAreaHa)
  const session = useBoundary({ polygon: (one.own.proposal?.boundary ?? one.own.boundary) as Polygon, neighbours, declaredHa })
  const drawn = session.checks.polygon
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <BoundaryWorkspace session={session} declaredHa={declaredHa} around={null} onView={onView} headers={authorization} />
      <Message label={t('Message to the other side')} value={message} onChange={setMessage} />
      <Foot
        label={t('Propose this boundary')}
        isBusy={isBusy}
        isReady={Boolean(drawn) && session.isDirty}
        onSend={() => onSend({ what: 'proposal', body: { boundary: drawn, message: message.trim() || null } })}
        onClose={onClose}
      />
    </Box>
  )
}

function Message({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      size="small"
      multiline
      minRows={2}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  )
}

function Foot({ label, isBusy, isReady, onSend, onClose }: { label: string; isBusy: boolean; isReady: boolean; onSend: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="contained" loading={isBusy} disabled={!isReady} onClick={onSend}>
        {label}
      </Button>
      <Button variant="outlined" color="inherit" onClick={onClose}>
        {t('Back')}
      </Button>
    </Box>
  )
}
