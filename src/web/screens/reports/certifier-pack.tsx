// The certifier pack (R28) of the season in the top bar: one button on the list of reports, for whoever may take its reports away.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { isLanguage } from '#domain/messages/languages.ts'
import { approvedFarmerList } from '#domain/reports/approved-farmer-list.ts'
import { isOffered } from '#domain/reports/report.ts'
import { asApiProblem } from '#web/api/client.ts'
import { useOperator } from '#web/api/operator.ts'
import { fetchCertifierPack } from '#web/api/reports.ts'
import { useSeason } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { Panel } from '#web/ui/panel.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'

export function CertifierPack() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const season = useSeason()
  const [isBusy, setBusy] = useState(false)
  if (operator === '-' || season.id === null || !isOffered(approvedFarmerList, user.grants)) return null
  const seasonId = season.id
  const save = async () => {
    setBusy(true)
    try {
      saveAs(await fetchCertifierPack(operator, seasonId, isLanguage(i18n.language) ? i18n.language : 'en'), `certifier-pack-${format.today()}.zip`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={t('Certifier pack')} note={season.title ?? ''}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}>
        <Typography color="textSecondary" sx={{ flex: '1 1 280px' }}>
          {t('What a certification body audits the group by: the reports of the season, the signed lists, the papers and an index, in one ZIP.')}
        </Typography>
        <Button
          variant="contained"
          loading={isBusy}
          loadingPosition="start"
          startIcon={<Download />}
          onClick={() => void save()}
          sx={{ minHeight: { xs: 48, sm: 36 } }}
        >
          {t('Download')}
        </Button>
      </Box>
    </Panel>
  )
}
