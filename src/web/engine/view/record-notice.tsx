// What a declaration says of the entity itself that whoever enters one must know: that it is a proposal, or that a step is still to come.

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { InfoOutlined as Info } from '#web/icons/info-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

/** `status`: of the record; absent on the form. Once it has left its first state the notice has done its work. */
export function RecordNotice({ entity, status }: { entity: AnyEntity; status?: string }) {
  const { t } = useTranslation()
  if (!entity.notice || (status !== undefined && status !== entity.startState)) return null
  return (
    <Box role="note" sx={{ display: 'flex', gap: 1.25, px: 2, py: 1.25, mb: 1.5, borderRadius: 1, bgcolor: 'tone.progress.soft' }}>
      <Info aria-hidden sx={{ color: 'tone.progress.ink', mt: '1px' }} />
      <Typography>{t(entity.notice)}</Typography>
    </Box>
  )
}
