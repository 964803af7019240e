// …/collective/{id}/transactioncertificate/create: the certificate form, with the operator of the address as seller.
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CreatePage } from '#web/engine/form/form-pages.tsx'
import { OwnAddressContext } from '#web/engine/here.ts'

export function CertificateOfOperatorForm() {
  const { id } = useParams({ strict: false }) as { id: string }
  const address = useMemo(() => ({ entity: 'transactioncertificate', fixed: { collectiveId: id } }), [id])
  return (
    <OwnAddressContext value={address}>
      <CreatePage />
    </OwnAddressContext>
  )
}
