// Which entity does something beyond the ordinary: name → behaviour. The store asks this table,
// never "is this a crop?". One line per entity.

import { checklistBehaviour } from './behaviours/certification/checklist.ts'
import { companyauditBehaviour } from './behaviours/certification/companyaudit.ts'
import { inspectionBehaviour } from './behaviours/certification/inspection.ts'
import { nonconformityBehaviour } from './behaviours/certification/nonconformity.ts'
import { schemepopBehaviour } from './behaviours/certification/schemepop.ts'
import { scopecertificateBehaviour } from './behaviours/certification/scopecertificate.ts'
import { transactioncertificateBehaviour } from './behaviours/certification/transactioncertificate.ts'
import { cropBehaviour } from './behaviours/cropping/crop.ts'
import { planeventBehaviour } from './behaviours/cropping/planevent.ts'
import { popBehaviour } from './behaviours/cropping/pop.ts'
import { seasonBehaviour } from './behaviours/cropping/season.ts'
import { animalBehaviour } from './behaviours/husbandry/animal.ts'
import { animalPopBehaviour } from './behaviours/husbandry/animal-pop.ts'
import { poultrybatchBehaviour } from './behaviours/husbandry/flock.ts'
import { animalgroupBehaviour, housingunitBehaviour } from './behaviours/husbandry/husbandry-place.ts'
import { aquacropBehaviour } from './behaviours/husbandry/pond.ts'
import { productionsystemBehaviour } from './behaviours/husbandry/productionsystem.ts'
import { croppingsystemBehaviour } from './behaviours/land/croppingsystem.ts'
import { landparcelBehaviour } from './behaviours/land/landparcel.ts'
import { landownerBehaviour } from './behaviours/land/lease-consent.ts'
import { approvedlistBehaviour } from './behaviours/people/approvedlist.ts'
import { collectiveBehaviour } from './behaviours/people/collective.ts'
import { farmerBehaviour } from './behaviours/people/farmer.ts'
import { farmerseasonBehaviour } from './behaviours/people/season-results.ts'
import { userBehaviour } from './behaviours/people/user.ts'
import { processingsystemBehaviour } from './behaviours/processing/processingsystem.ts'
import { processorBehaviour } from './behaviours/processing/processor.ts'
import { productbatchBehaviour } from './behaviours/processing/productbatch.ts'
import { recallcaseBehaviour } from './behaviours/processing/recallcase.ts'
import { anomalyBehaviour } from './behaviours/work/anomaly.ts'
import { mobilenotificationBehaviour } from './behaviours/work/mobilenotification.ts'
import { notificationBehaviour } from './behaviours/work/notification.ts'
import { submissionBehaviour } from './behaviours/work/submission.ts'
import { taskBehaviour } from './behaviours/work/task.ts'
import type { Behaviours } from './scope.ts'

export const behaviours: Behaviours = {
  animalgroup: animalgroupBehaviour,
  anomaly: anomalyBehaviour,
  aquacrop: aquacropBehaviour,
  approvedlist: approvedlistBehaviour,
  aquapop: animalPopBehaviour('aquacrop'),
  checklist: checklistBehaviour,
  collective: collectiveBehaviour,
  companyaudit: companyauditBehaviour,
  cow: animalBehaviour('cow'),
  crop: cropBehaviour,
  croppingsystem: croppingsystemBehaviour,
  farmer: farmerBehaviour,
  farmerseason: farmerseasonBehaviour,
  goat: animalBehaviour('goat'),
  housingunit: housingunitBehaviour,
  inspection: inspectionBehaviour,
  landowner: landownerBehaviour,
  landparcel: landparcelBehaviour,
  mobilenotification: mobilenotificationBehaviour,
  notification: notificationBehaviour,
  planevent: planeventBehaviour,
  pop: popBehaviour,
  poultrybatch: poultrybatchBehaviour,
  poultrypop: animalPopBehaviour('poultrybatch'),
  processingsystem: processingsystemBehaviour,
  processor: processorBehaviour,
  productbatch: productbatchBehaviour,
  productionsystem: productionsystemBehaviour,
  recallcase: recallcaseBehaviour,
  schemepop: schemepopBehaviour,
  scopecertificate: scopecertificateBehaviour,
  season: seasonBehaviour,
  sheep: animalBehaviour('sheep'),
  submission: submissionBehaviour,
  task: taskBehaviour,
  nonconformity: nonconformityBehaviour,
  transactioncertificate: transactioncertificateBehaviour,
  user: userBehaviour,
}
