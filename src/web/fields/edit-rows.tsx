// Lists of small records inside a form: add, fill, remove; and single records such as an address.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type ComponentType, useContext, useId, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { type Field, isDemanded, refersToOne } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { caseOf, discriminatorOf } from '#domain/kernel/variants.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { DeleteOutlineOutlined as Delete } from '#web/icons/delete-outline-outlined.ts'
import { ExpandMoreOutlined as ChevronDown } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { FieldFrame } from './field-frame.tsx'
import { layoutOf } from './field-layout.ts'
import { type EditorProps, FormContext } from './form-context.ts'
import { editable, type FormValues, fromFormValue, initialFormValues } from './form-values.ts'
import { formatValue } from './format-value.ts'
import { inputId } from './input-id.ts'
import { shownError } from './shown-error.ts'

/** `Item` draws one field; passed in, because fields may contain rows and rows contain fields. */
export type NestedProps = EditorProps & { Item: ComponentType<{ name: string; field: Field }> }
const grid = { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(170px, 1fr))' }, gap: 1.5, flex: 1, minWidth: 0 } as const

/** Beyond this many fields a row folds to one line: twenty steps of a package would else be a wall of boxes. */
const mostOpen = 6

export function RowsEditor({ field, name, error, Item }: NestedProps) {
  const { t } = useTranslation()
  const { fields: rows, append, remove } = useFieldArray({ name })
  const columns = editable(field.fields ?? {})
  const isFull = field.max !== undefined && rows.length >= field.max
  const folds = columns.length > mostOpen
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const add = () => {
    append(initialFormValues(field.fields ?? {}))
    // It is there to be filled in.
    setOpened(new Set([...opened, rows.length]))
  }
  const take = (at: number) => {
    remove(at)
    setOpened(new Set([...opened].flatMap((one) => (one === at ? [] : [one > at ? one - 1 : one]))))
  }
  const toggle = (at: number) => setOpened(new Set(opened.has(at) ? [...opened].filter((one) => one !== at) : [...opened, at]))
  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error} group>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {rows.map((row, at) => {
          const rest = { name: `${name}.${at}`, at, field, columns, Item, onRemove: () => take(at) }
          return folds ? <FoldingRow key={row.id} {...rest} isOpen={opened.has(at)} onToggle={() => toggle(at)} /> : <OpenRow key={row.id} {...rest} />
        })}
        {isFull ? (
          <Typography variant="caption" color="textSecondary">
            {t('At most {{value}}.', { value: field.max })}
          </Typography>
        ) : (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Add />}
            onClick={add}
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

type RowProps = { name: string; at: number; field: Field; columns: readonly [string, Field][]; Item: NestedProps['Item']; onRemove: () => void }
const frame = { border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' } as const

function OpenRow({ name, at, field, columns, Item, onRemove }: RowProps) {
  const { t } = useTranslation()
  return (
    <Box
      role="group"
      aria-label={`${t(field.label)} ${at + 1}`}
      // On a phone the fields have the whole width, and what removes them stands below.
      sx={{ ...frame, display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, alignItems: { xs: 'stretch', sm: 'flex-start' }, p: 1.5 }}
    >
      <RowFields name={name} columns={columns} Item={Item} />
      <RemoveRow field={field} at={at} onRemove={onRemove} />
    </Box>
  )
}

/** One line that says what the row holds; its fields below while it is open, or while something in it is wrong. */
function FoldingRow({ name, at, field, columns, Item, onRemove, isOpen, onToggle }: RowProps & { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { getFieldState, formState } = useFormContext()
  const words = useRowWords(name, columns)
  const isWrong = columns.some(([inner]) => shownError(getFieldState(`${name}.${inner}`, formState), formState.isSubmitted))
  const isShown = isOpen || isWrong
  return (
    <Box role="group" aria-label={`${t(field.label)} ${at + 1}`} sx={{ ...frame, ...(isWrong ? { borderColor: 'error.main' } : {}) }}>
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
        <ButtonBase
          aria-expanded={isShown}
          aria-controls={id}
          onClick={onToggle}
          sx={{
            flex: 1,
            minWidth: 0,
            minHeight: 44,
            justifyContent: 'flex-start',
            textAlign: 'left',
            gap: 1,
            px: 1.5,
            py: 0.75,
            borderRadius: 1,
            font: 'inherit',
          }}
        >
          <ChevronDown aria-hidden sx={{ color: 'ink3', transform: isShown ? 'none' : 'rotate(-90deg)' }} />
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', minWidth: 18 }}>
            {at + 1}
          </Box>
          <Box component="span" sx={{ minWidth: 0, fontWeight: 500 }}>
            {words || t('Not filled in yet')}
          </Box>
        </ButtonBase>
        <RemoveRow field={field} at={at} onRemove={onRemove} />
      </Box>
      <Box id={id}>
        {isShown ? (
          <Box sx={{ p: 1.5, pt: 0.5 }}>
            <RowFields name={name} columns={columns} Item={Item} />
          </Box>
        ) : null}
      </Box>
    </Box>
  )
}

const RowFields = ({ name, columns, Item }: Pick<RowProps, 'name' | 'columns' | 'Item'>) => (
  <Box sx={grid}>
    {columns.map(([inner, column]) => (
      <Box key={inner} sx={layoutOf(column).inRow === 'broad' ? { gridColumn: '1 / -1', minWidth: 0 } : { minWidth: 0 }}>
        <Item name={`${name}.${inner}`} field={column} />
      </Box>
    ))}
  </Box>
)

function RemoveRow({ field, at, onRemove }: Pick<RowProps, 'field' | 'at' | 'onRemove'>) {
  const { t } = useTranslation()
  return (
    <IconButton
      onClick={onRemove}
      aria-label={t('Remove {{label}} {{number}}', { label: t(field.label), number: at + 1 })}
      sx={{ alignSelf: { xs: 'flex-end', sm: 'auto' } }}
    >
      <Delete />
    </IconButton>
  )
}

/** What distinguishes one row from the others: its first words, days and figures. */
function useRowWords(name: string, columns: RowProps['columns']): string {
  const { t } = useTranslation()
  const format = useFormat()
  const { refs, editors } = useContext(FormContext)
  const formValue = (useWatch({ name }) ?? {}) as FormValues
  const words = columns.flatMap(([inner, column], place) => {
    // What has an editor of its own is shown by it: the id of a dispatch says nothing.
    if (!layoutOf(column).distinguishes || editors[`${name.replace(/\.\d+/g, '')}.${inner}`]) return []
    const value = fromFormValue(column, formValue[inner])
    // Of one of several records its case says enough in a line.
    if (column.on) return formatValue(discriminatorOf(column), caseOf(column, value), { t, format, refs }) || []
    // Half a figure is no figure yet, and the name of what was just chosen is not known here. One without unit says something where it leads the row: the day of a target.
    if (refersToOne(column) && !refs[String(value)]) return []
    const isBare = factsOf(column).isNumber && !hasUnit(column)
    if (factsOf(column).isNumber && (typeof value !== 'number' || (isBare && place > 0))) return []
    const shown = formatValue(column, value, { t, format, refs })
    if (!shown) return []
    return isBare ? `${t(column.label)} ${shown}` : shown
  })
  return [...new Set(words)].slice(0, 4).join(' · ')
}
const hasUnit = ({ kind, unit }: Field): boolean => kind === 'money' || unit !== undefined

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
