// Which entity does something beyond the ordinary: name → behaviour. The store asks this table,
// never "is this a crop?". One line per entity.
import { animalBehaviour } from './behaviours/animal.ts'
import { collectiveBehaviour, farmerseasonBehaviour } from './behaviours/collective.ts'
import { cropBehaviour } from './behaviours/crop.ts'
import { croppingsystemBehaviour } from './behaviours/croppingsystem.ts'
import { farmerBehaviour } from './behaviours/farmer.ts'
import { poultrybatchBehaviour } from './behaviours/flock.ts'
import { animalgroupBehaviour, housingunitBehaviour } from './behaviours/husbandry-place.ts'
import { landparcelBehaviour } from './behaviours/landparcel.ts'
import { nonconformityBehaviour } from './behaviours/nonconformity.ts'
import { planeventBehaviour } from './behaviours/planevent.ts'
import { aquacropBehaviour } from './behaviours/pond.ts'
import { processingsystemBehaviour } from './behaviours/processingsystem.ts'
import { processorBehaviour } from './behaviours/processor.ts'
import { productbatchBehaviour } from './behaviours/productbatch.ts'
import { productionsystemBehaviour } from './behaviours/productionsystem.ts'
import { publicationBehaviour } from './behaviours/publication.ts'
import { scopecertificateBehaviour } from './behaviours/scopecertificate.ts'
import { seasonBehaviour } from './behaviours/season.ts'
import { transactioncertificateBehaviour } from './behaviours/transactioncertificate.ts'
import { userBehaviour } from './behaviours/user.ts'
import type { Behaviours } from './scope.ts'

export const behaviours: Behaviours = {
  animalgroup: animalgroupBehaviour,
  aquacrop: aquacropBehaviour,
  aquapop: publicationBehaviour,
  collective: collectiveBehaviour,
  cow: animalBehaviour('cow'),
  crop: cropBehaviour,
  croppingsystem: croppingsystemBehaviour,
  farmer: farmerBehaviour,
  farmerseason: farmerseasonBehaviour,
  goat: animalBehaviour('goat'),
  housingunit: housingunitBehaviour,
  landparcel: landparcelBehaviour,
  planevent: planeventBehaviour,
  pop: publicationBehaviour,
  poultrybatch: poultrybatchBehaviour,
  poultrypop: publicationBehaviour,
  processingsystem: processingsystemBehaviour,
  processor: processorBehaviour,
  productbatch: productbatchBehaviour,
  productionsystem: productionsystemBehaviour,
  schemepop: publicationBehaviour,
  scopecertificate: scopecertificateBehaviour,
  season: seasonBehaviour,
  sheep: animalBehaviour('sheep'),
  nonconformity: nonconformityBehaviour,
  transactioncertificate: transactioncertificateBehaviour,
  user: userBehaviour,
}
