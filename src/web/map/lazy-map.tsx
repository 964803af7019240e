// The map, fetched when it is first seen: it is the heaviest part of the product (some 300 kB, and 170 kB of coasts), most pages have
// none, and on a phone it lies far below what a page is opened for.
import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ParcelMap as ParcelMapType } from './parcel-map.tsx'

const ParcelMapNow = lazy(() => import('./parcel-map.tsx').then(({ ParcelMap }) => ({ default: ParcelMap })))
/** Fetched this much before it is scrolled to. */
const ahead = '300px'

export function LazyParcelMap(props: ComponentProps<typeof ParcelMapType>) {
  const place = useRef<HTMLSpanElement>(null)
  // A browser that cannot say is shown everything.
  const [isSeen, see] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || !place.current) return
    const observer = new IntersectionObserver((entries) => see(entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin: ahead })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  const empty = <Skeleton ref={place} variant="rectangular" width="100%" height="100%" />
  return isSeen ? (
    <Suspense fallback={empty}>
      <ParcelMapNow {...props} />
    </Suspense>
  ) : (
    empty
  )
}
