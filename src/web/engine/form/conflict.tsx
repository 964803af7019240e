// Somebody saved in between: what they changed beside what you changed, and two ways on. Nothing is overwritten unseen.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Field, type Fields, refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFresh } from '#web/api/queries.ts'
import { ReferenceTitle } from '#web/fields/filter-words.tsx'
import { type FormValues, fromFormValue } from '#web/fields/form-values.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

type ConflictProps = {
  entity: AnyEntity
  began: RecordAnswer
  mine: Readonly<FormValues>
  zone: string | undefined
  onOverwrite: (fresh: RecordAnswer) => void
  onTake: (fresh: RecordAnswer) => void
}

export function Conflict({ entity, began, mine, zone, onOverwrite, onTake }: ConflictProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: fresh } = useFresh(entity.name, began.id)
  if (!fresh)
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        {t('Somebody changed this in the meantime. Looking at what changed…')}
      </Alert>
    )
  const speech = { t, format, refs: { ...began.refs, ...fresh.refs } }
  const fields = Object.entries(entity.fields as Fields).filter(([name]) => JSON.stringify(began[name] ?? null) !== JSON.stringify(fresh[name] ?? null))
  // What I left alone is not sent, so theirs stays.
  const showMine = (name: string, field: Field): ReactNode => {
    const value = fromFormValue(field, mine[name], zone)
    if (field.by !== 'person' || JSON.stringify(value ?? null) === JSON.stringify(began[name] ?? null)) return t('left as it was')
    // What was just chosen is in neither answer.
    if (refersToOne(field) && typeof value === 'string') return <ReferenceTitle target={field.target ?? ''} id={value} refs={speech.refs} />
    return formatValue(field, value, speech) || t('empty')
  }
  const by = fresh.updatedBy ? speech.refs[fresh.updatedBy]?.title : undefined
  return (
    <Box role="alert" sx={{ mb: 2, border: '1px solid', borderColor: 'tone.pending.ink', bgcolor: 'tone.pending.soft', borderRadius: 1, p: 2 }}>
      <Typography sx={{ fontWeight: 600, color: 'tone.pending.ink' }}>
        {by
          ? t('{{name}} changed this {{when}}, while you were editing', { name: by, when: format.ago(fresh.updatedAt) })
          : t('This was changed {{when}}, while you were editing', { when: format.ago(fresh.updatedAt) })}
      </Typography>
      {fields.length > 0 ? (
        <Table size="small" sx={{ my: 1, bgcolor: 'background.paper', borderRadius: 1 }} aria-label={t('What changed')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('Field')}</TableCell>
              <TableCell>{t('When you began')}</TableCell>
              <TableCell>{t('Now')}</TableCell>
              <TableCell>{t('Yours')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map(([name, field]) => (
              <TableRow key={name}>
                <TableCell>{t(field.label)}</TableCell>
                <TableCell>{formatValue(field, began[name], speech) || '–'}</TableCell>
                <TableCell sx={{ fontWeight: 600 }}>{formatValue(field, fresh[name], speech) || '–'}</TableCell>
                <TableCell>{showMine(name, field)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <Typography sx={{ my: 1 }}>{t('No field differs; only its status or an event is new.')}</Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={() => onOverwrite(fresh)}>
          {t('Save mine on top')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => onTake(fresh)}>
          {t('Start again from theirs')}
        </Button>
      </Box>
    </Box>
  )
}
