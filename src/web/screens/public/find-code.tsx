// Typing or scanning a code: a lot or crop leads to its own page, a certificate is shown here. What may be shown is the server's.

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { longestCode } from '#domain/chain/public-code.ts'
import type { CertificateValidity, PublicCertificate, PublicCode } from '#domain/chain/public-code-answer.ts'
import { type ApiProblem, asApiProblem, call } from '#web/api/client.ts'
import { useFormat } from '#web/format/use-format.ts'
import { QrCodeScannerOutlined as QrCode } from '#web/icons/qr-code-scanner-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { PropertyList } from '#web/ui/property-list.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { canScan } from './scanning.ts'

const ScanCode = lazy(async () => ({ default: (await import('./scan-code.tsx')).ScanCode }))

export function FindCode() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<PublicCode | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const find = async (code: string) => {
    setBusy(true)
    setProblem(null)
    setFound(null)
    try {
      const answer = await call<PublicCode>('/api/public/code', { query: new URLSearchParams({ code: code.trim() }) })
      const [page] = answer.pages
      // The page of a lot is the server's, without the app.
      if (page) return window.location.assign(page.address)
      setFound(answer)
    } catch (error) {
      setProblem(asApiProblem(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) void find(typed)
  }
  const scanned = (code: string) => {
    setScanning(false)
    setTyped(code)
    void find(code)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box component="form" role="search" onSubmit={submit} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <TextField
          label={t('Code or certificate number')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: longestCode, autoCapitalize: 'off', autoComplete: 'off', spellCheck: false } }}
          sx={{ flex: '1 1 240px' }}
          size="small"
        />
        <Button type="submit" variant="contained" loading={isBusy} disabled={typed.trim() === ''}>
          {t('Look up')}
        </Button>
        {canScan() ? (
          <Button variant="outlined" color="inherit" startIcon={<QrCode />} onClick={() => setScanning(!isScanning)} aria-pressed={isScanning}>
            {isScanning ? t('Stop scanning') : t('Scan the QR code')}
          </Button>
        ) : null}
      </Box>
      <Typography variant="caption" color="textSecondary">
        {canScan()
          ? t('The code stands under the QR symbol of a label, the number on the certificate.')
          : t('This browser cannot scan: open the phone’s own camera, or type the code under the QR symbol.')}
      </Typography>
      {isScanning ? (
        <Suspense fallback={null}>
          <ScanCode onCode={scanned} onClose={() => setScanning(false)} />
        </Suspense>
      ) : null}
      <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5 }}>
        {problem ? (
          <Alert severity={problem.code === 'NOT_FOUND' ? 'info' : 'error'}>
            {problem.code === 'NOT_FOUND' ? t('Nothing public has this code. Look for a mistyped letter; a code can also have been withdrawn.') : t(problem)}
          </Alert>
        ) : null}
        {found?.certificates.map((certificate) => (
          <Certificate key={`${certificate.body} ${certificate.validFrom}`} certificate={certificate} />
        ))}
      </Box>
    </Box>
  )
}

const validities: Readonly<Record<CertificateValidity, { label: string; tone: 'success' | 'pending' | 'error' | 'neutral' }>> = {
  valid: { label: 'Valid', tone: 'success' },
  expiring: { label: 'Valid', tone: 'pending' },
  'not yet': { label: 'Not valid yet', tone: 'pending' },
  expired: { label: 'Expired', tone: 'neutral' },
  suspended: { label: 'Suspended', tone: 'error' },
  withdrawn: { label: 'Withdrawn', tone: 'error' },
}

function Certificate({ certificate: { number, scheme, body, holder, validFrom, validTo, validity } }: { certificate: PublicCertificate }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { label, tone } = validities[validity]
  return (
    <Box component="section" aria-label={t('Certificate {{number}}', { number })} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h3" component="h3">
          {t('Certificate {{number}}', { number })}
        </Typography>
        <StatusChip tone={tone} label={t(label)} />
      </Box>
      <PropertyList
        properties={[
          { key: 'holder', label: t('Held by'), value: holder },
          { key: 'scheme', label: t('Scheme'), value: scheme },
          { key: 'body', label: t('Certification body'), value: body },
          { key: 'valid', label: t('Valid'), value: t('{{from}} to {{to}}', { from: format.date(validFrom), to: format.dateWithin(validTo) }) },
        ]}
      />
    </Box>
  )
}
