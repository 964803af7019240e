// Components of slots, fetched when they are first shown, or before by a page that knows it will show them.
import { type ComponentProps, type ComponentType, createElement, type FunctionComponent, type LazyExoticComponent, lazy, useState } from 'react'

const fetchers = new WeakMap<object, () => Promise<unknown>>()

/** `part(() => import('./crop-overview.tsx'), 'CropOverview')`. What is there is drawn at once: React's own `lazy` waits for a moment even then, and its place is drawn twice. */
// biome-ignore lint/suspicious/noExplicitAny: the properties are those of the component, which React's own `lazy` takes as any
export function part<const Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<{ readonly [name in Name]: Part }>,
  name: Name,
): FunctionComponent<ComponentProps<Part>> {
  let fetched: Part | undefined
  let fetching: Promise<{ default: Part }> | undefined
  const fetchOnce = () => {
    fetching ??= load().then((file) => {
      fetched = file[name]
      return { default: fetched }
    })
    return fetching
  }
  const Later = lazy(fetchOnce)
  function Shown(props: ComponentProps<Part>) {
    // Of one place always the same, so that what is shown there stays.
    const [Chosen] = useState<Part | LazyExoticComponent<Part>>(() => fetched ?? Later)
    return createElement(Chosen, props)
  }
  fetchers.set(Shown, fetchOnce)
  return Shown
}

/** Fetches a part ahead; of what is no part of this kind there is nothing to fetch. */
export const fetchPart = (of: object): Promise<unknown> | undefined => fetchers.get(of)?.()
