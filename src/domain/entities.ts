// The registry: the one file that names every entity. A reference elsewhere names its target by word.

import { certificationbody } from './certification/certificationbody.ts'
import { checklist } from './certification/checklist.ts'
import { companyaudit } from './certification/companyaudit.ts'
import { inspection } from './certification/inspection.ts'
import { nonconformity } from './certification/nonconformity.ts'
import { scheme } from './certification/scheme.ts'
import { schemepop } from './certification/schemepop.ts'
import { scopecertificate } from './certification/scopecertificate.ts'
import { transactioncertificate } from './certification/transactioncertificate.ts'
import { crop } from './cropping/crop.ts'
import { croptype } from './cropping/croptype.ts'
import { inputitem } from './cropping/inputitem.ts'
import { planevent } from './cropping/planevent.ts'
import { pop } from './cropping/pop.ts'
import { season } from './cropping/season.ts'
import { variety } from './cropping/variety.ts'
import { animalgroup } from './husbandry/animalgroup.ts'
import { aquacrop } from './husbandry/aquacrop.ts'
import { aquapop } from './husbandry/aquapop.ts'
import { breed, diagnosiscode, feeditem, medicine } from './husbandry/catalogues.ts'
import { cow } from './husbandry/cow.ts'
import { goat } from './husbandry/goat.ts'
import { housingunit } from './husbandry/housingunit.ts'
import { lactation } from './husbandry/lactation.ts'
import { poultrybatch } from './husbandry/poultrybatch.ts'
import { poultrypop } from './husbandry/poultrypop.ts'
import { productionsystem } from './husbandry/productionsystem.ts'
import { sheep } from './husbandry/sheep.ts'
import { withdrawal } from './husbandry/withdrawal.ts'
import type { AnyEntity } from './kernel/entity.ts'
import { croppingsystem } from './land/croppingsystem.ts'
import { landparcel } from './land/landparcel.ts'
import { village } from './land/village.ts'
import { approvedlist } from './people/approvedlist.ts'
import { collective } from './people/collective.ts'
import { farmer } from './people/farmer.ts'
import { farmerseason } from './people/farmerseason.ts'
import { landowner } from './people/landowner.ts'
import { user } from './people/user.ts'
import { processingsystem } from './processing/processingsystem.ts'
import { processor } from './processing/processor.ts'
import { product } from './processing/product.ts'
import { productbatch } from './processing/productbatch.ts'
import { recallcase } from './processing/recallcase.ts'
import { anomaly } from './work/anomaly.ts'
import { mobilenotification } from './work/mobilenotification.ts'
import { notification } from './work/notification.ts'
import { submission } from './work/submission.ts'
import { task } from './work/task.ts'

/** In the order of the menu; people and land first, then what grows, then what is made of it. */
const declarations = {
  farmer,
  farmerseason,
  approvedlist,
  landowner,
  landparcel,
  croppingsystem,
  crop,
  processingsystem,
  processor,
  product,
  productbatch,
  recallcase,
  notification,
  submission,
  mobilenotification,
  task,
  planevent,
  inspection,
  companyaudit,
  nonconformity,
  anomaly,
  productionsystem,
  housingunit,
  animalgroup,
  poultrybatch,
  cow,
  goat,
  sheep,
  aquacrop,
  lactation,
  withdrawal,
  poultrypop,
  aquapop,
  user,
  collective,
  scopecertificate,
  certificationbody,
  pop,
  scheme,
  schemepop,
  checklist,
  season,
  croptype,
  variety,
  inputitem,
  breed,
  medicine,
  feeditem,
  diagnosiscode,
  village,
  transactioncertificate,
}
/** Name → type of the declaration. */
export type Declarations = typeof declarations
export type EntityName = keyof Declarations

export const entities: readonly AnyEntity[] = Object.values(declarations)

const byName = new Map(entities.map((entity) => [entity.name, entity]))
/** The declaration of that name, or undefined. */
export const findEntity = (name: string): AnyEntity | undefined => byName.get(name)
/** The declaration of that name; throws on a name nobody declared (a programming error). */
export function entityOf<N extends EntityName>(name: N): Declarations[N]
export function entityOf(name: string): AnyEntity
export function entityOf(name: string): AnyEntity {
  const found = byName.get(name)
  if (!found) throw new Error(`No entity is called ${name}`)
  return found
}

/**
 * What a page waits for before it shows an entity, or several: undefined when they are there. Here all are; in a browser the registry
 * fetches them one by one (scripts/entities-one-by-one.ts). The same promise each time, also one that has failed.
 */
export const fetchEntity = (_name: string): Promise<void> | undefined => undefined
export const fetchEntities = (): Promise<void> | undefined => undefined
