// What an endpoint answers when it does not throw: status (200 unless said), a JSON value, JSON that is text already, or bytes, and headers.
export type Reply = {
  status?: number
  json?: unknown
  text?: string
  bytes?: Uint8Array
  headers?: Record<string, string> /** Not stored with its key. */
  isSecret?: true
  /** Stored with its key in place of `json`, where that has something which is shown once. */
  onRepeat?: unknown
}
