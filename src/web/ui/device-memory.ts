// Small things remembered on this device (open groups, columns, saved views): never needed, never trusted.
import { useCallback, useState } from 'react'

const prefix = 'farmbook:'

export function recall<T>(key: string, fallback: T): T {
  try {
    const stored = localStorage.getItem(prefix + key)
    return stored === null ? fallback : (JSON.parse(stored) as T)
  } catch {
    return fallback
  }
}

/** Keeps a value; null forgets it. A full or forbidden storage is no reason to fail. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Private windows may refuse; the screen works without memory.
  }
}

/** Everything stored under names with this prefix. */
export function recallAll(begin: string): { key: string; value: unknown }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix + begin))
      .map((name) => ({ key: name.slice(prefix.length), value: recall<unknown>(name.slice(prefix.length), null) }))
  } catch {
    return []
  }
}

/** State that survives a reload on this device. */
export function useRemembered<T>(key: string, fallback: T): [T, (value: T) => void] {
  const [state, setState] = useState<{ key: string; value: T }>(() => ({ key, value: recall(key, fallback) }))
  const value = state.key === key ? state.value : recall(key, fallback)
  const set = useCallback(
    (next: T) => {
      setState({ key, value: next })
      remember(key, next)
    },
    [key],
  )
  return [value, set]
}
