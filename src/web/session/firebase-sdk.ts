// The Firebase SDK, in a file of its own so that only the login page and the logout of a programme that has a project load it.
// The person is in memory alone: what signs them in from now on is our session, which page scripts cannot read.
import { initializeApp } from '@firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
} from '@firebase/auth'

export type FirebaseProject = { projectId: string; apiKey: string; authDomain: string; standIn: string | null }

/** Without the parts of the SDK that open frames and windows of Google. */
export function openFirebase({ standIn, ...project }: FirebaseProject): Auth {
  const auth = initializeAuth(initializeApp(project), { persistence: inMemoryPersistence })
  if (standIn) connectAuthEmulator(auth, standIn, { disableWarnings: true })
  return auth
}

export async function signInByPassword(auth: Auth, email: string, password: string): Promise<{ idToken: string; refreshToken: string }> {
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  return { idToken: await user.getIdToken(), refreshToken: user.refreshToken }
}

export const sendPasswordLink = (auth: Auth, email: string): Promise<void> => sendPasswordResetEmail(auth, email)
export const signOutOfFirebase = (auth: Auth): Promise<void> => signOut(auth)
