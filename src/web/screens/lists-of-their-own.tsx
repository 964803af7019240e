// Lists that the specification gives an address of their own: the generic list of an entity, or of a part of it.

import { worksAcross } from '#domain/access.ts'
import { useOperator } from '#web/api/operator.ts'
import { type OwnAddress, OwnAddressContext } from '#web/engine/here.ts'
import { ListPage } from '#web/engine/list/list-page.tsx'
import { useAccess } from '#web/session/use-access.ts'
import { Replace } from '#web/ui/replace.tsx'

const notifications: OwnAddress = { entity: 'notification' }
const mobileNotifications: OwnAddress = { entity: 'mobilenotification' }
const dairies: OwnAddress = {
  entity: 'productionsystem',
  heading: /* i18n */ 'Dairy Production Systems',
  fixed: { systemType: 'DAIRY' },
  columns: ['farmerId', 'village', 'milkSpecies', 'milkingsPerDay', 'collectionRole', 'tankTempMaxC', 'claimStatus', 'status'],
}
const toDecide: OwnAddress = {
  entity: 'transactioncertificate',
  heading: /* i18n */ 'Certificates to decide',
  fixed: { status: 'SUBMITTED,UNDER_REVIEW' },
  columns: ['seller', 'buyerId', 'certifiedKg', 'waiting', 'checks', 'status'],
  sort: 'submittedAt',
}

const listAt = (address: OwnAddress) => () => (
  <OwnAddressContext value={address}>
    <ListPage />
  </OwnAddressContext>
)
export const NotificationList = listAt(notifications)
export const MobileNotificationList = listAt(mobileNotifications)
export const DairyList = listAt(dairies)
const ToDecide = listAt(toDecide)

/** What waits for a certification body, of whichever seller: at the address of one operator it would be that operator's alone. */
export function CertificatesToDecide() {
  const operator = useOperator()
  const access = useAccess()
  if (operator !== '-' && worksAcross(access?.roles ?? [])) return <Replace href="/private/farmbook/-/certificates-to-decide" />
  return <ToDecide />
}
