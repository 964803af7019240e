// The fields of a form in the declaration's sections, two columns where there is room.
import Box from '@mui/material/Box'
import { type Field, type Fields, isDemanded } from '#domain/kernel/field.ts'
import { layoutOf } from '#web/fields/field-layout.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { onlyHeard } from '#web/ui/only-heard.ts'
import { Panel } from '#web/ui/panel.tsx'

export function FormSections({
  sections,
  fields,
  isShown,
}: {
  sections: Readonly<Record<string, readonly string[]>>
  fields: Fields
  isShown: (name: string, field: Field) => boolean
}) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {Object.entries(sections).map(([title, names]) => {
        const shown = names.flatMap((name) => {
          const field = fields[name]
          return field && isShown(name, field) ? [[name, field] as const] : []
        })
        if (shown.length === 0) return null
        const [[, only], ...others] = shown as [readonly [string, Field], ...(readonly [string, Field])[]]
        // A group that begins with a field of the same name: the title stands for both, the field's own is for those who listen.
        const isTitled =
          t(only.label) === t(title) &&
          (others.length === 0 || (layoutOf(only).inForm === 'wide' && others.every(([, field]) => !isDemanded(field) || isDemanded(only))))
        return (
          <Panel key={title} title={t(title)} note={isTitled && !isDemanded(only) ? t('(optional)') : undefined}>
            <Box sx={isTitled ? { position: 'relative', '& > div > div:first-of-type > [data-field] > [id$="-label"]': onlyHeard } : null}>
              <FieldGrid fields={shown} />
            </Box>
          </Panel>
        )
      })}
    </Box>
  )
}

export function FieldGrid({ fields }: { fields: readonly (readonly [string, Field])[] }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, columnGap: 2, rowGap: 2, pt: 1 }}>
      {fields.map(([name, field]) => (
        <Box key={name} sx={layoutOf(field).inForm === 'wide' ? { gridColumn: '1 / -1', minWidth: 0 } : { minWidth: 0 }}>
          <FormField name={name} field={field} />
        </Box>
      ))}
    </Box>
  )
}
