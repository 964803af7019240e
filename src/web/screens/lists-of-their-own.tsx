// Lists that the specification gives an address of their own: the generic list of an entity, or of a part of it.

import { type OwnAddress, OwnAddressContext } from '#web/engine/here.ts'
import { ListPage } from '#web/engine/list/list-page.tsx'

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
export const CertificatesToDecide = listAt(toDecide)
