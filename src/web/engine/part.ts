// Components of slots, fetched when they are first shown.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** `part(() => import('./crop-overview.tsx'), 'CropOverview')`. */
// biome-ignore lint/suspicious/noExplicitAny: the properties are those of the component, which React's own `lazy` takes as any
export const part = <const Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<{ readonly [name in Name]: Part }>,
  name: Name,
): LazyExoticComponent<Part> => lazy(async () => ({ default: (await load())[name] }))
