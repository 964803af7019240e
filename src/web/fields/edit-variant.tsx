// One of several small records: the case is chosen first, then its own fields are there to be filled in. What another case shares with
// it keeps its value; what belongs to the other alone waits in the form and is not sent. Fetched with the first form that has one.
import Box from '@mui/material/Box'
import { useFormContext, useWatch } from 'react-hook-form'
import { isDemanded } from '#domain/kernel/field.ts'
import { caseOf, discriminatorOf, fieldsOfCase } from '#domain/kernel/variants.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { NestedProps } from './edit-rows.tsx'
import { FieldFrame } from './field-frame.tsx'
import { layoutOf } from './field-layout.ts'
import { editable } from './form-values.ts'
import { inputId } from './input-id.ts'

const grid = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(170px, 1fr))' }, gap: 1.5, minWidth: 0 } as const

export function VariantEditor({ field, name, error, Item }: NestedProps) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const { on = '' } = field
  const chosen = useWatch({ control, name: `${name}.${on}` })
  const which = discriminatorOf(field)
  const own = editable(fieldsOfCase(field, caseOf(field, { [on]: chosen })))
  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error} group>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Box sx={{ maxWidth: { sm: 420 } }}>
          <Item name={`${name}.${on}`} field={isDemanded(field) ? which : { ...which, required: false }} />
        </Box>
        {own.length > 0 ? (
          <Box sx={grid}>
            {own.map(([inner, one]) => (
              <Box key={inner} sx={layoutOf(one).inRow === 'broad' ? { gridColumn: '1 / -1', minWidth: 0 } : { minWidth: 0 }}>
                <Item name={`${name}.${inner}`} field={one} />
              </Box>
            ))}
          </Box>
        ) : null}
      </Box>
    </FieldFrame>
  )
}
