// Which entity has hand-made screens or parts of the generic ones: one slots.ts per folder of screens. Those of animals, which many programmes have none
// of, are fetched with their first page: each entry here weighs on the first visit of everybody.
import { createElement, type ReactNode } from 'react'
import { type EntitySlots, type LateSlots, type Slots, SlotsContext } from '#web/engine/slots.ts'
import { slots as anomaly } from './screens/anomaly/slots.ts'
import { slots as approvedlist } from './screens/approvedlist/slots.ts'
import { slots as certificationbody } from './screens/certificationbody/slots.ts'
import { slots as collective } from './screens/collective/slots.ts'
import { slots as crop } from './screens/crop/slots.ts'
import { slots as farmer } from './screens/farmer/slots.ts'
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

const fetched = new Map<string, Promise<EntitySlots>>()
function late(name: string, load: () => Promise<{ slots: Slots }>): Promise<EntitySlots> {
  const known = fetched.get(name)
  if (known) return known
  const fetching = load().then(({ slots }) => slots[name] ?? {})
  // What could not be fetched is asked for again.
  fetching.catch(() => fetched.delete(name))
  fetched.set(name, fetching)
  return fetching
}
const ofAnimals = ['aquacrop', 'aquapop', 'cow', 'goat', 'lactation', 'poultrybatch', 'poultrypop', 'productionsystem', 'sheep', 'withdrawal']

export const screens: Readonly<Record<string, EntitySlots | LateSlots>> = Object.assign(
  Object.fromEntries(ofAnimals.map((name): [string, LateSlots] => [name, () => late(name, () => import('./screens/husbandry/slots.ts'))])),
  anomaly,
  approvedlist,
  certificationbody,
  collective,
  crop,
  farmer,
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

/** Hung up here, because neither shell nor engine may know who fills the slots, and the first page of all fetches neither. */
export const ScreensProvider = ({ children }: { children: ReactNode }) => createElement(SlotsContext, { value: screens }, children)
