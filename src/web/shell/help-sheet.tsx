// Every key that works on the screen at hand, on `?`.
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/locales/translation.ts'
import { useActiveHotkeys } from '#web/ui/hotkeys.ts'

export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const hotkeys = useActiveHotkeys()
  const names = [...new Set(hotkeys.map(({ group }) => group ?? t('Everywhere')))]
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="help-sheet">
      <DialogTitle id="help-sheet">{t('Keys')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 3, alignItems: 'start' }}>
        {names.map((name) => (
          <Box key={name}>
            <Typography variant="subtitle2" sx={{ mb: 0.5 }}>
              {name}
            </Typography>
            {hotkeys
              .filter(({ group }) => (group ?? t('Everywhere')) === name)
              .map(({ keys, label }) => (
                <Box key={keys} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 }}>
                  <span>{label}</span>
                  <Box component="span" sx={{ display: 'flex', gap: 0.5 }}>
                    {keys.split(' ').map((key) => (
                      <Box
                        component="kbd"
                        key={key}
                        sx={{
                          minWidth: 22,
                          px: 0.5,
                          height: 22,
                          textAlign: 'center',
                          border: '1px solid',
                          borderColor: 'edge',
                          borderRadius: '4px',
                          font: 'inherit',
                          fontSize: 12.5,
                          lineHeight: '20px',
                        }}
                      >
                        {key}
                      </Box>
                    ))}
                  </Box>
                </Box>
              ))}
          </Box>
        ))}
        <Box>
          <Typography variant="subtitle2" sx={{ mb: 0.5 }}>
            {t('In dialogs')}
          </Typography>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', py: 0.5 }}>
            <span>{t('Close')}</span>
            <Box component="kbd" sx={{ font: 'inherit', fontSize: 12.5 }}>
              Esc
            </Box>
          </Box>
        </Box>
      </DialogContent>
    </Dialog>
  )
}
