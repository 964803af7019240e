// The end of an inspection: what the findings suggest, the result, both signatures, and sending it.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AnswerLine } from '#domain/certification/inspection-projection.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, asApiProblem } from '#web/api/client.ts'
import { uploadFile } from '#web/api/files.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { DrawOutlined as Draw } from '#web/icons/draw-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { SignaturePad } from './signature-pad.tsx'
import { termsOf } from './visit-terms.ts'

type SignPanelProps = { entity: string; record: RecordAnswer; lines: readonly AnswerLine[]; isReady: boolean; unsentNo: number }

/** `unsentNo`: number of the first question with a photo that is not stored yet, 0 where there is none. */
export function SignPanel({ entity, record, lines, isReady, unsentNo }: SignPanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const terms = termsOf(entity)
  const [theirSignature, theirLabel] = terms.theirs
  const send = useRecordEvent(entity, record.id)
  const [chosen, setResult] = useState<string | null>(null)
  const result = chosen ?? terms.propose(lines)
  const [conditions, setConditions] = useState('')
  const [summary, setSummary] = useState('')
  const [nextDueOn, setNextDueOn] = useState('')
  const [signedBy, setSignedBy] = useState(Object.keys(terms.signers)[0] ?? 'REFUSED')
  const [theirs, setTheirs] = useState<File | null>(null)
  const [own, setOwn] = useState<File | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const findings = lines.filter(({ isFinding }) => isFinding).length
  const isSigned = own !== null && (signedBy === 'REFUSED' || theirs !== null)
  const submit = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      const stored = async (file: File | null) =>
        file ? [(await uploadFile(operator, file, { id: crypto.randomUUID(), onProgress: () => {}, signal: new AbortController().signal })).id] : []
      const [theirFiles, inspectorSignature] = [await stored(signedBy === 'REFUSED' ? null : theirs), await stored(own)]
      const data = {
        ...{ result, signedBy, [theirSignature]: theirFiles, inspectorSignature },
        ...(nextDueOn ? { nextDueOn } : {}),
        ...(conditions.trim() ? { conditions: conditions.trim() } : {}),
        ...(summary.trim() ? { summary: summary.trim() } : {}),
      }
      const { findings: found } = await send.mutateAsync({ eventType: 'SUBMITTED', occurredAt: new Date().toISOString(), data })
      const [first] = found
      showToast(first ? { severity: 'warning', message: t(first) } : { severity: 'success', message: t(terms.done) })
    } catch (error) {
      setProblem(asApiProblem(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Panel title={t('Result and signatures')} note={findings > 0 ? t('{{count}} findings', { count: findings }) : t('No findings')} id="sign">
      <Box sx={{ display: 'grid', gap: 2 }}>
        {problem ? <Refusal problem={problem} /> : null}
        <TextField select label={t('Result')} value={result} onChange={({ target }) => setResult(target.value)}>
          {Object.entries(terms.results).map(([value, [label]]) => (
            <MenuItem key={value} value={value}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
        {result === 'CONDITIONAL' ? (
          <TextField
            required
            multiline
            label={t('Conditions')}
            value={conditions}
            onChange={({ target }) => setConditions(target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        ) : null}
        <TextField
          multiline
          label={t('Summary')}
          value={summary}
          onChange={({ target }) => setSummary(target.value)}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
        {terms.hasNext ? (
          <TextField
            type="date"
            label={t('Next audit by')}
            value={nextDueOn}
            onChange={({ target }) => setNextDueOn(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ) : null}
        <TextField select label={t('Signed by')} value={signedBy} onChange={({ target }) => setSignedBy(target.value)}>
          {Object.entries(terms.signers).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
        {signedBy === 'REFUSED' ? null : (
          <SignaturePad label={t(theirLabel)} name={theirSignature === 'farmerSignature' ? 'signature-farmer' : 'signature-company'} onDrawn={setTheirs} />
        )}
        <SignaturePad label={t(terms.own)} name="signature-inspector" onDrawn={setOwn} />
        <Button
          variant="contained"
          size="large"
          startIcon={<Draw />}
          disabled={!isReady || unsentNo > 0 || !isSigned || isBusy}
          onClick={() => void submit()}
          sx={{ minHeight: 48 }}
        >
          {t('Sign and submit')}
        </Button>
        {isReady && unsentNo === 0 ? null : (
          <Box role="status" sx={{ color: 'text.secondary', fontSize: 14 }}>
            {isReady || unsentNo > 0 ? t('A photo of question {{no}} is not sent yet.', { no: unsentNo }) : t('First every question is answered.')}
          </Box>
        )}
      </Box>
    </Panel>
  )
}
