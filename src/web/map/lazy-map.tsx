// The map, fetched when it is first shown: it is the heaviest part of the product (some 300 kB) and most pages have none.
import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ParcelMap as ParcelMapType } from './parcel-map.tsx'

const ParcelMapNow = lazy(() => import('./parcel-map.tsx').then(({ ParcelMap }) => ({ default: ParcelMap })))

export function LazyParcelMap(props: ComponentProps<typeof ParcelMapType>) {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" width="100%" height="100%" />}>
      <ParcelMapNow {...props} />
    </Suspense>
  )
}
