// Which entity has hand-made screens or parts of the generic ones: one slots.ts per folder of screens. Those of animals, which many programmes have none
// of, and of pages that few people open are fetched with their first page: each entry here weighs on the first visit of everybody.
import { createElement, type ReactNode } from 'react'
import { type EntitySlots, type LateSlots, type Slots, SlotsContext } from '#web/engine/slots.ts'
import { slots as crop } from './screens/crop/slots.ts'
import { slots as farmer } from './screens/farmer/slots.ts'
import { slots as inspection } from './screens/inspection/slots.ts'
import { slots as landparcel } from './screens/landparcel/slots.ts'
import { slots as notification } from './screens/notification/slots.ts'
import { slots as past } from './screens/past/slots.ts'
import { slots as processor } from './screens/processor/slots.ts'
import { slots as productbatch } from './screens/productbatch/slots.ts'
import { slots as season } from './screens/season/slots.ts'
import { slots as task } from './screens/task/slots.ts'
import { slots as transactioncertificate } from './screens/transactioncertificate/slots.ts'

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
/** Of pages that few people open, or nobody opens first. */
const ofFew: Readonly<Record<string, () => Promise<{ slots: Slots }>>> = {
  anomaly: () => import('./screens/anomaly/slots.ts'),
  approvedlist: () => import('./screens/approvedlist/slots.ts'),
  certificationbody: () => import('./screens/certificationbody/slots.ts'),
  collective: () => import('./screens/collective/slots.ts'),
  companyaudit: () => import('./screens/companyaudit/slots.ts'),
  mobilenotification: () => import('./screens/mobilenotification/slots.ts'),
  nonconformity: () => import('./screens/nonconformity/slots.ts'),
  planevent: () => import('./screens/planevent/slots.ts'),
  pop: () => import('./screens/pop/slots.ts'),
  processingsystem: () => import('./screens/processingsystem/slots.ts'),
  recallcase: () => import('./screens/recallcase/slots.ts'),
  scheme: () => import('./screens/scheme/slots.ts'),
  schemepop: () => import('./screens/schemepop/slots.ts'),
  scopecertificate: () => import('./screens/scopecertificate/slots.ts'),
  submission: () => import('./screens/submission/slots.ts'),
  user: () => import('./screens/user/slots.ts'),
}
const ofAnimals = ['aquacrop', 'aquapop', 'cow', 'goat', 'lactation', 'poultrybatch', 'poultrypop', 'productionsystem', 'sheep', 'withdrawal']

export const screens: Readonly<Record<string, EntitySlots | LateSlots>> = Object.assign(
  Object.fromEntries(ofAnimals.map((name): [string, LateSlots] => [name, () => late(name, () => import('./screens/husbandry/slots.ts'))])),
  Object.fromEntries(Object.entries(ofFew).map(([name, load]): [string, LateSlots] => [name, () => late(name, load)])),
  crop,
  farmer,
  inspection,
  landparcel,
  notification,
  past,
  processor,
  productbatch,
  season,
  task,
  transactioncertificate,
)

/** Hung up here, because neither shell nor engine may know who fills the slots, and the first page of all fetches neither. */
export const ScreensProvider = ({ children }: { children: ReactNode }) => createElement(SlotsContext, { value: screens }, children)
