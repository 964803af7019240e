// What was read of maps from elsewhere stays in the browser, so that a place that was looked at once is there without a network.
// Bounded: the oldest go first.

const cacheName = 'map-ground'
const most = 3000
const removedAtOnce = 300
/** Older ones are asked for again where there is a network. */
const freshMs = 30 * 86_400_000
const storedAt = 'x-stored-at'

/** What is needed of the browser's storage; its own `caches` fits. */
export type Stores = Pick<CacheStorage, 'open'>
const ownStores = (): Stores | null => ('caches' in globalThis ? globalThis.caches : null)

/** Bytes of `key` (an address), from the store or by `read`, whatever is there when there is no network. Throws what `read` throws when nothing is stored. */
export async function bytesOnce(
  key: string,
  read: () => Promise<ArrayBuffer>,
  stores: Stores | null = ownStores(),
  now: number = Date.now(),
): Promise<ArrayBuffer> {
  // Private windows may refuse their storage.
  const cache = (await stores?.open(cacheName).catch(() => null)) ?? null
  const found = await cache?.match(key).catch(() => undefined)
  if (found && now - Number(found.headers.get(storedAt)) < freshMs) return found.arrayBuffer()
  try {
    const bytes = await read()
    // No store, or a full one: the map is drawn all the same.
    if (cache) void store(cache, key, bytes, now).catch(() => undefined)
    return bytes
  } catch (error) {
    if (found) return found.arrayBuffer()
    throw error
  }
}

async function store(cache: Cache, key: string, bytes: ArrayBuffer, now: number): Promise<void> {
  await cache.put(key, new Response(bytes.slice(0), { headers: { [storedAt]: String(now) } }))
  const keys = await cache.keys()
  if (keys.length > most) for (const old of keys.slice(0, keys.length - most + removedAtOnce)) await cache.delete(old)
}
