// What stands in place of saving where certified facts of a record were changed by somebody who does not decide about it: why, what shows it, and
// the request that somebody else decides. Fetched when it is first needed.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { submission } from '#domain/work/submission.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useSave } from '#web/api/mutations.ts'
import { AttachmentsEditor } from '#web/fields/edit-attachments.tsx'
import { describedBy, FieldFrame } from '#web/fields/field-frame.tsx'
import type { FormValues } from '#web/fields/form-values.ts'
import { UploadsContext, useUploadsFirst } from '#web/fields/uploads-under-way.ts'
import { isPlace } from '#web/fields/use-uploads.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Refusal } from '../refusal.tsx'
import { answerOf } from './answer-of.ts'

type Props = {
  entity: AnyEntity
  record: RecordAnswer
  /** What was changed in the form. */
  values: Readonly<FormValues>
  onSent: (request: RecordAnswer) => void
  onCancel: () => void
}

export function RequestChange({ entity, record, values, onSent, onCancel }: Props) {
  const { t } = useTranslation()
  const [titleId, reasonId] = [useId(), useId()]
  const save = useSave('submission')
  const [reason, setReason] = useState('')
  const [files, setFiles] = useState<string[]>([])
  const [isMissing, setMissing] = useState(false)
  const missing = isMissing && !reason.trim() ? t('Please fill this in.') : undefined
  const fields = entity.fields as Fields
  const why: Field = submission.fields.reason
  const send = () => {
    // One that could not be sent is sent again, or taken out.
    if (files.some(isPlace)) return
    const body = {
      formCode: 'CHANGE_REQUEST',
      formVersion: 1,
      targetType: entity.name,
      targetId: record.id,
      targetVersion: record.version,
      answers: Object.entries(values).map(([name, value]) => answerOf(name, value)),
      reason: reason.trim(),
      files,
      deviceId: 'browser',
      capturedAt: new Date().toISOString(),
      ...(record.operatorId ? { operatorId: record.operatorId } : {}),
    }
    save.mutate({ values: body }, { onSuccess: onSent })
  }
  const { underWay, isWaiting, afterUploads } = useUploadsFirst(send)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!reason.trim()) return setMissing(true)
    afterUploads()
  }
  return (
    <Dialog open onClose={onCancel} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <form noValidate onSubmit={submit} aria-busy={save.isPending || isWaiting}>
        <DialogTitle id={titleId}>{t('Request a change')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {save.error ? <Refusal problem={save.error} /> : null}
          <Typography color="textSecondary">
            {t('Certified goods stand on these facts: {{fields}}. Somebody else decides; until then nothing changes.', {
              fields: Object.keys(values)
                .map((name) => t(fields[name]?.label ?? name))
                .join(', '),
            })}
          </Typography>
          <FieldFrame id={reasonId} label={t(why.label)} required error={missing}>
            <TextField
              id={reasonId}
              autoFocus
              required
              fullWidth
              multiline
              minRows={2}
              value={reason}
              error={missing !== undefined}
              onChange={(event) => setReason(event.target.value)}
              slotProps={{ htmlInput: { maxLength: why.max, 'aria-describedby': describedBy(reasonId, undefined, missing) } }}
            />
          </FieldFrame>
          <UploadsContext.Provider value={underWay}>
            <AttachmentsEditor
              field={{ ...submission.fields.files, label: 'Evidence' }}
              name="files"
              value={files}
              onChange={(next) => setFiles(next as string[])}
              onBlur={() => {}}
              error={undefined}
              record={null}
              form={{}}
              setOther={() => {}}
            />
          </UploadsContext.Provider>
          {isWaiting ? (
            <Typography variant="caption" color="textSecondary" role="status">
              {t('Saved as soon as the files are sent.')}
            </Typography>
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={save.isPending || isWaiting}>
            {t('Send the request')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
