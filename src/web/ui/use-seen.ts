// Whether an element has come into view: what lies far down a page is fetched when somebody scrolls to it.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** A ref to hang on the element, and whether it has been seen, or come as near as `ahead` (CSS length). A browser that cannot say is shown everything. */
export function useSeen<E extends Element>(ahead = '300px'): [RefObject<E | null>, boolean] {
  const place = useRef<E>(null)
  const [isSeen, see] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || !place.current) return
    const observer = new IntersectionObserver((entries) => see(entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin: ahead })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen, ahead])
  return [place, isSeen]
}
