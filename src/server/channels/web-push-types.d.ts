// The two parts of web-push (which ships no types) that the push channel uses.
declare module 'web-push' {
  export type RequestOptions = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    urgency: 'normal' | 'high'
    topic: string
    contentEncoding: 'aes128gcm'
  }
  const webPush: {
    /** Encrypts (RFC 8291) and signs (RFC 8292); throws for keys that are none. */
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: RequestOptions,
    ): { method: string; headers: Record<string, string | number>; body: Uint8Array<ArrayBuffer> }
  }
  export default webPush
}
