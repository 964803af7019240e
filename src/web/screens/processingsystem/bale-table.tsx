// One row a bale: its number, counted on by itself, and its weight; Enter goes down, and at the end makes the next row.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type KeyboardEvent, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { inputId } from '#web/fields/input-id.ts'
import { AddOutlined as AddIcon } from '#web/icons/add-outlined.ts'
import { CloseOutlined as RemoveIcon } from '#web/icons/close-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { type BaleReading, type BaleRow, mostBales, nextNo, numbered } from './bale-rows.ts'
import { KgInput } from './kg-input.tsx'

export function BaleTable({ reading }: { reading: BaleReading }) {
  const { t } = useTranslation()
  const { register, getValues, setFocus } = useFormContext()
  const { fields, append, remove } = useFieldArray({ name: 'bales' })
  const [withQuality, setWithQuality] = useState(() => (getValues('bales') as BaleRow[]).some(({ moisture, stapleMm, mic }) => moisture || stapleMm || mic))
  const isFull = fields.length >= mostBales
  const add = () => {
    const rows = getValues('bales') as BaleRow[]
    append(numbered(nextNo(rows.at(-1)?.no ?? ''), 1), { shouldFocus: false })
    requestAnimationFrame(() => setFocus(`bales.${rows.length}.kg`))
  }
  const onEnter = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (index < fields.length - 1) setFocus(`bales.${index + 1}.kg`)
    else if (!isFull) add()
  }
  const columns = withQuality
    ? ([
        ['moisture', 'Moisture', '%'],
        ['stapleMm', 'Staple', 'mm'],
        ['mic', 'Micronaire', 'mic'],
      ] as const)
    : []
  const grid = {
    display: 'grid',
    gap: 1,
    alignItems: 'center',
    gridTemplateColumns: {
      xs: `28px minmax(0, 1.3fr) minmax(0, 1fr) ${columns.map(() => 'minmax(0, 1fr)').join(' ')} 36px`,
      sm: `34px minmax(0, 1.4fr) 130px ${columns.map(() => '92px').join(' ')} 36px`,
    },
  } as const
  return (
    <Box sx={{ p: 2, pt: 1.25 }}>
      <Box aria-hidden sx={{ ...grid, fontSize: 12.5, color: 'text.secondary', mb: 0.5 }}>
        <span />
        <span>{t('Bale no.')}</span>
        <span>{t('Weight')}</span>
        {columns.map(([key, label]) => (
          <span key={key}>{t(label)}</span>
        ))}
        <span />
      </Box>
      <Box component="ol" aria-label={t('Bales')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {fields.map((row, index) => {
          const bale = index + 1
          return (
            <Box component="li" key={row.id} sx={grid} onKeyDown={(event: KeyboardEvent) => onEnter(event, index)}>
              <Box component="span" sx={{ fontSize: 12.5, color: 'text.secondary', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
                {bale}
              </Box>
              <OutlinedInput
                size="small"
                {...register(`bales.${index}.no`)}
                error={Boolean(reading.troubles[index]?.no)}
                inputProps={{ 'aria-label': t('Number of bale {{bale}}', { bale }), maxLength: 20, autoComplete: 'off', id: inputId(`bales.${index}.no`) }}
                sx={{ height: { xs: 46, sm: 38 } }}
              />
              <KgInput name={`bales.${index}.kg`} label={t('Weight of bale {{bale}}', { bale })} hasTrouble={Boolean(reading.troubles[index]?.kg)} />
              {columns.map(([key, label]) => (
                <OutlinedInput
                  key={key}
                  size="small"
                  {...register(`bales.${index}.${key}`)}
                  inputProps={{ 'aria-label': t('{{what}} of bale {{bale}}', { what: t(label), bale }), inputMode: 'decimal', autoComplete: 'off' }}
                  sx={{ height: { xs: 46, sm: 38 } }}
                />
              ))}
              <IconButton size="small" disabled={fields.length === 1} onClick={() => remove(index)} aria-label={t('Remove bale {{bale}}', { bale })}>
                <RemoveIcon sx={{ fontSize: 18 }} />
              </IconButton>
            </Box>
          )
        })}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, mt: 1.25, flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" startIcon={<AddIcon />} onClick={add} disabled={isFull} sx={{ borderStyle: 'dashed' }}>
          {t('Another bale')}
        </Button>
        {withQuality ? null : (
          <Button variant="text" color="inherit" onClick={() => setWithQuality(true)}>
            {t('Moisture, staple and micronaire too')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
