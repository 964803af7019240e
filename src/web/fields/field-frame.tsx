// A label above, help and trouble below: the frame of every field. What is optional says so.
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/locales/translation.ts'

export type FrameProps = {
  id: string
  label: string
  required: boolean
  help?: string | undefined
  error?: string | undefined
  /** The control is a group (ticks, map), not one input: it is named by the label instead of labelled. */
  group?: boolean
  children: ReactNode
}

/** Ids of what describes a control, for aria-describedby. */
export const describedBy = (id: string, help: string | undefined, error: string | undefined): string | undefined => (help || error ? `${id}-says` : undefined)

export function FieldFrame({ id, label, required, help, error, group = false, children }: FrameProps) {
  const { t } = useTranslation()
  const words = (
    <>
      {label}
      {required ? null : (
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {' '}
          {t('(optional)')}
        </Box>
      )}
    </>
  )
  const style = { display: 'block', mb: 0.5, fontSize: { xs: 15, sm: 13.5 }, fontWeight: 500 } as const
  return (
    <Box {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})} sx={{ minWidth: 0 }} data-field={id}>
      {group ? (
        <Box id={`${id}-label`} sx={style}>
          {words}
        </Box>
      ) : (
        <Box component="label" id={`${id}-label`} htmlFor={id} sx={style}>
          {words}
        </Box>
      )}
      {children}
      {error || help ? (
        <FormHelperText id={`${id}-says`} error={Boolean(error)} sx={{ mt: 0.5 }}>
          {error ?? help}
        </FormHelperText>
      ) : null}
    </Box>
  )
}
