// The photo of the slip that the farmer has signed, offered where a signature is chosen: without it the ticket waits for review (BR-08).
import Box from '@mui/material/Box'
import { useFormContext, useWatch } from 'react-hook-form'
import { AttachmentsEditor } from '#web/fields/edit-attachments.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function PurchaseSlip(props: EditorProps) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const by = useWatch({ control, name: 'farmerConfirmation' }) as string | null
  if (by !== 'SIGNATURE') return null
  return (
    <Box>
      <AttachmentsEditor {...props} />
      <Box sx={{ mt: 0.5, fontSize: 13, color: 'text.secondary' }}>
        {t('The signature counts with a photo of the slip. Without one the ticket waits for review.')}
      </Box>
    </Box>
  )
}
