// Texts that the browser remembers. A storage that is full or forbidden remembers nothing, and nothing fails by it: whoever reads takes null for "not remembered".

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null forgets it. */
export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Not remembered.
  }
}
