// Lists of small records inside a form: add, fill, remove; and single records such as an address.
import Add from '@mui/icons-material/AddOutlined'
import Delete from '@mui/icons-material/DeleteOutlineOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ComponentType } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Field } from '#domain/kernel/field.ts'
import { editable, initialDrafts } from './draft.ts'
import { FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId, isDemanded } from './input-id.ts'

/** `Item` draws one field; passed in, because fields may contain rows and rows contain fields. */
type NestedProps = EditorProps & { Item: ComponentType<{ name: string; field: Field }> }
const grid = { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(170px, 1fr))' }, gap: 1.5, flex: 1, minWidth: 0 } as const

export function RowsEditor({ field, name, error, Item }: NestedProps) {
  const { t } = useTranslation()
  const { fields: rows, append, remove } = useFieldArray({ name })
  const columns = editable(field.fields ?? {})
  const isFull = field.max !== undefined && rows.length >= field.max
  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error} group>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {rows.map((row, at) => (
          <Box
            key={row.id}
            role="group"
            aria-label={`${t(field.label)} ${at + 1}`}
            sx={{
              display: 'flex',
              // On a phone the fields have the whole width, and what removes them stands below.
              flexDirection: { xs: 'column', sm: 'row' },
              gap: 1,
              alignItems: { xs: 'stretch', sm: 'flex-start' },
              border: '1px solid',
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.default',
              p: 1.5,
            }}
          >
            <Box sx={grid}>
              {columns.map(([inner, column]) => (
                <Item key={inner} name={`${name}.${at}.${inner}`} field={column} />
              ))}
            </Box>
            <IconButton
              onClick={() => remove(at)}
              aria-label={t('Remove {{label}} {{number}}', { label: t(field.label), number: at + 1 })}
              sx={{ alignSelf: { xs: 'flex-end', sm: 'auto' } }}
            >
              <Delete />
            </IconButton>
          </Box>
        ))}
        {isFull ? (
          <Typography variant="caption" color="textSecondary">
            {t('At most {{value}}.', { value: field.max })}
          </Typography>
        ) : (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Add />}
            onClick={() => append(initialDrafts(field.fields ?? {}))}
            sx={{ justifySelf: 'start', borderStyle: 'dashed' }}
            // The label stands right above it; spoken, the button needs it.
            {...(rows.length === 0 ? { 'aria-label': t('Add {{label}}', { label: t(field.label) }) } : {})}
          >
            {rows.length === 0 ? t('Add') : t('Add another')}
          </Button>
        )}
      </Box>
    </FieldFrame>
  )
}

export function RecordEditor({ field, name, error, Item }: NestedProps) {
  const { t } = useTranslation()
  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error} group>
      <Box sx={grid}>
        {editable(field.fields ?? {}).map(([inner, column]) => (
          <Item key={inner} name={`${name}.${inner}`} field={column} />
        ))}
      </Box>
    </FieldFrame>
  )
}
