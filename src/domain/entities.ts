// The registry: the one file that names every entity. A reference elsewhere names its target by word.

import { crop } from './cropping/crop.ts'
import { croptype } from './cropping/croptype.ts'
import { inputitem } from './cropping/inputitem.ts'
import { season } from './cropping/season.ts'
import { variety } from './cropping/variety.ts'
import type { AnyEntity } from './kernel/entity.ts'
import { croppingsystem } from './land/croppingsystem.ts'
import { landparcel } from './land/landparcel.ts'
import { collective } from './people/collective.ts'
import { farmer } from './people/farmer.ts'
import { farmerseason } from './people/farmerseason.ts'
import { landowner } from './people/landowner.ts'
import { user } from './people/user.ts'
import { processingsystem } from './processing/processingsystem.ts'
import { processor } from './processing/processor.ts'
import { product } from './processing/product.ts'
import { productbatch } from './processing/productbatch.ts'

/** In the order of the menu; people and land first, then what grows, then what is made of it. */
export const entities: readonly AnyEntity[] = [
  farmer,
  farmerseason,
  landowner,
  landparcel,
  croppingsystem,
  crop,
  processingsystem,
  processor,
  product,
  productbatch,
  user,
  collective,
  season,
  croptype,
  variety,
  inputitem,
]

const byName = new Map(entities.map((entity) => [entity.name, entity]))
/** The declaration of that name, or undefined. */
export const findEntity = (name: string): AnyEntity | undefined => byName.get(name)
/** The declaration of that name; throws on a name nobody declared (a programming error). */
export function entityOf(name: string): AnyEntity {
  const found = byName.get(name)
  if (!found) throw new Error(`No entity is called ${name}`)
  return found
}
