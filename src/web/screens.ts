// Which entity has hand-made screens or parts of the generic ones: one slots.ts per folder of screens.
import type { Slots } from '#web/engine/slots.ts'
import { slots as anomaly } from './screens/anomaly/slots.ts'
import { slots as approvedlist } from './screens/approvedlist/slots.ts'
import { slots as certificationbody } from './screens/certificationbody/slots.ts'
import { slots as collective } from './screens/collective/slots.ts'
import { slots as crop } from './screens/crop/slots.ts'
import { slots as farmer } from './screens/farmer/slots.ts'
import { slots as husbandry } from './screens/husbandry/slots.ts'
import { slots as inspection } from './screens/inspection/slots.ts'
import { slots as landparcel } from './screens/landparcel/slots.ts'
import { slots as mobilenotification } from './screens/mobilenotification/slots.ts'
import { slots as nonconformity } from './screens/nonconformity/slots.ts'
import { slots as notification } from './screens/notification/slots.ts'
import { slots as past } from './screens/past/slots.ts'
import { slots as planevent } from './screens/planevent/slots.ts'
import { slots as pop } from './screens/pop/slots.ts'
import { slots as processingsystem } from './screens/processingsystem/slots.ts'
import { slots as processor } from './screens/processor/slots.ts'
import { slots as productbatch } from './screens/productbatch/slots.ts'
import { slots as recallcase } from './screens/recallcase/slots.ts'
import { slots as scheme } from './screens/scheme/slots.ts'
import { slots as schemepop } from './screens/schemepop/slots.ts'
import { slots as scopecertificate } from './screens/scopecertificate/slots.ts'
import { slots as season } from './screens/season/slots.ts'
import { slots as submission } from './screens/submission/slots.ts'
import { slots as task } from './screens/task/slots.ts'
import { slots as transactioncertificate } from './screens/transactioncertificate/slots.ts'
import { slots as user } from './screens/user/slots.ts'

export const screens: Slots = Object.assign(
  {},
  anomaly,
  approvedlist,
  certificationbody,
  collective,
  crop,
  farmer,
  husbandry,
  inspection,
  landparcel,
  mobilenotification,
  nonconformity,
  notification,
  past,
  planevent,
  pop,
  processingsystem,
  processor,
  productbatch,
  recallcase,
  scheme,
  schemepop,
  scopecertificate,
  season,
  submission,
  task,
  transactioncertificate,
  user,
)
