// What our server puts into a session (specification section 3): declared for the client library once, here.
import 'next-auth'

declare module 'next-auth' {
  interface Session {
    user: {
      /** The person's id at the identity provider. */
      uid: string
      /** Bearer token for the API, 15 minutes; null once the session could not be renewed. */
      accessToken: string | null
    }
    error?: 'RefreshTokenError'
  }
}
