// The certificate as a PDF in the reader's language, to be printed or sent on.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { isLanguage } from '#domain/messages/languages.ts'
import { asApiProblem, send } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { searchOf } from '#web/engine/past/past-day.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { PrintOutlined as PrintIcon } from '#web/icons/print-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'

export function PrintCertificate({ entity, record, past }: PanelProps) {
  const { t, i18n } = useTranslation()
  const operator = useOperator()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const language = isLanguage(i18n.language) ? i18n.language : 'en'
    try {
      const response = await send(entityPath(operator, entity.name, record.id, 'print.pdf'), {
        query: new URLSearchParams({ language, ...(past && searchOf(past)) }),
      })
      const number = typeof record.tcNo === 'string' ? record.tcNo : String(record.code)
      saveAs(await response.blob(), `${number.replaceAll(/[^\w.-]+/g, '-')}${past ? `-${past.day}` : ''}.pdf`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="outlined" color="inherit" startIcon={<PrintIcon />} loading={isBusy} loadingPosition="start" onClick={() => void save()}>
      {t('Print')}
    </Button>
  )
}
