// The map, fetched when it is first seen: it is the heaviest part of the product (some 300 kB, and 170 kB of coasts), most pages have
// none, and on a phone it lies far below what a page is opened for.
import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useSeen } from '#web/ui/use-seen.ts'
import type { ParcelMap as ParcelMapType } from './parcel-map.tsx'

const ParcelMapNow = lazy(() => import('./parcel-map.tsx').then(({ ParcelMap }) => ({ default: ParcelMap })))
/** Fetched this much before it is scrolled to. */
const ahead = '300px'

export function LazyParcelMap(props: ComponentProps<typeof ParcelMapType>) {
  const [place, isSeen] = useSeen<HTMLSpanElement>(ahead)
  const empty = <Skeleton ref={place} variant="rectangular" width="100%" height="100%" />
  return isSeen ? (
    <Suspense fallback={empty}>
      <ParcelMapNow {...props} />
    </Suspense>
  ) : (
    empty
  )
}
