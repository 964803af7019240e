// Keys that work anywhere: single keys and two-key sequences ("g f"). Silent while somebody types, or
// while a dialog is open. What is active now is what the help sheet shows.
import { useEffect, useRef, useSyncExternalStore } from 'react'

export type Hotkey = { keys: string; label: string; run: () => void /** Heading in the help sheet. */; group?: string }

const sequenceMilliseconds = 900
const active = new Set<{ current: readonly Hotkey[] }>()
let snapshot: readonly Hotkey[] = []
const listeners = new Set<() => void>()
const changed = () => {
  snapshot = [...active].flatMap((bindings) => bindings.current)
  for (const listener of listeners) listener()
}

let first = ''
let firstAt = 0
function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
  const target = event.target as HTMLElement | null
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]')) return
  const key = event.key
  // A focused button or link keeps its own Enter and space.
  if ((key === 'Enter' || key === ' ') && target?.closest('a, button, [role="button"], [role="tab"]')) return
  const sequence = event.timeStamp - firstAt < sequenceMilliseconds && first ? `${first} ${key}` : key
  // The last one mounted wins: a page's own key over the frame's.
  const all = [...active].flatMap((bindings) => bindings.current)
  const match = all.findLast((hotkey) => hotkey.keys === sequence) ?? all.findLast((hotkey) => hotkey.keys === key)
  first = all.some((hotkey) => hotkey.keys.startsWith(`${key} `)) ? key : ''
  firstAt = event.timeStamp
  if (!match) return
  event.preventDefault()
  first = ''
  match.run()
}

/** Makes these keys work while the calling part is on screen. */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  const bindings = useRef(hotkeys)
  bindings.current = hotkeys
  const names = hotkeys.map(({ keys, label }) => `${keys}:${label}`).join('|')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the help sheet changes when names change, not functions
  useEffect(() => {
    if (active.size === 0) addEventListener('keydown', onKeyDown)
    active.add(bindings)
    changed()
    return () => {
      active.delete(bindings)
      if (active.size === 0) removeEventListener('keydown', onKeyDown)
      changed()
    }
  }, [names])
}

/** Every key that works right now. */
export function useActiveHotkeys(): readonly Hotkey[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => snapshot,
  )
}
