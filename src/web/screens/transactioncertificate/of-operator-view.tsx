// …/collective/{id}/transactioncertificate/{tcId}: the certificate, under the operator that sells.
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { OwnAddressContext } from '#web/engine/here.ts'
import { ViewPage } from '#web/engine/view/view-page.tsx'

export function CertificateOfOperator() {
  const { tcId } = useParams({ strict: false }) as { tcId: string }
  const address = useMemo(() => ({ entity: 'transactioncertificate', id: tcId }), [tcId])
  return (
    <OwnAddressContext value={address}>
      <ViewPage />
    </OwnAddressContext>
  )
}
