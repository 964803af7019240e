// Which entity does something beyond the ordinary: name → behaviour. The store asks this table,
// never "is this a crop?". One line per entity.
import { collectiveBehaviour, farmerseasonBehaviour } from './behaviours/collective.ts'
import { cropBehaviour } from './behaviours/crop.ts'
import { croppingsystemBehaviour } from './behaviours/croppingsystem.ts'
import { farmerBehaviour } from './behaviours/farmer.ts'
import { landparcelBehaviour } from './behaviours/landparcel.ts'
import { processingsystemBehaviour } from './behaviours/processingsystem.ts'
import { processorBehaviour } from './behaviours/processor.ts'
import { productbatchBehaviour } from './behaviours/productbatch.ts'
import { seasonBehaviour } from './behaviours/season.ts'
import { userBehaviour } from './behaviours/user.ts'
import type { Behaviours } from './scope.ts'

export const behaviours: Behaviours = {
  collective: collectiveBehaviour,
  crop: cropBehaviour,
  croppingsystem: croppingsystemBehaviour,
  farmer: farmerBehaviour,
  farmerseason: farmerseasonBehaviour,
  landparcel: landparcelBehaviour,
  processingsystem: processingsystemBehaviour,
  processor: processorBehaviour,
  productbatch: productbatchBehaviour,
  season: seasonBehaviour,
  user: userBehaviour,
}
