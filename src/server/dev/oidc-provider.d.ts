// The few parts of oidc-provider (which ships no types) that the development identity provider uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Payload = Record<string, unknown> & { grantId?: string; uid?: string; userCode?: string; consumed?: number }
  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>
    find(id: string): Promise<Payload | undefined>
    findByUid(uid: string): Promise<Payload | undefined>
    findByUserCode(userCode: string): Promise<Payload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }
  export type Interaction = { uid: string; prompt: { name: string }; params: Record<string, string | undefined> }
  export type InteractionResult = { login: { accountId: string } } | { error: string; error_description: string }
  export interface GrantRecord {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export type GrantContext = {
    oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider; params: { scope?: string } }
  }
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: new (properties: {
      clientId: string
      accountId: string
    }) => GrantRecord
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this
  }
  export default Provider
}
