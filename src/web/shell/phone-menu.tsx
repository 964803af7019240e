// The rail as a drawer, on phones; fetched when first opened.
import Drawer from '@mui/material/Drawer'
import { useTranslation } from '#web/locales/translation.ts'
import { Rail } from './rail.tsx'

export function PhoneMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { border: 0 }, 'aria-label': t('Menu') } }}>
      <Rail onGo={onClose} />
    </Drawer>
  )
}
