// How wide an element is right now, for drawings whose text must stay readable on a phone: they are laid out anew,
// not scaled down.
import { useEffect, useRef, useState } from 'react'

/** A ref to hang on the element, and its content width in whole px (`before` until it is measured). */
export function useWidth(before: number): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(before)
  const watch = useRef<ResizeObserver | null>(null)
  useEffect(() => () => watch.current?.disconnect(), [])
  const [hold] = useState(() => (element: HTMLElement | null) => {
    watch.current?.disconnect()
    if (!element || typeof ResizeObserver === 'undefined') return
    watch.current = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? before)))
    watch.current.observe(element)
  })
  return [hold, width]
}
