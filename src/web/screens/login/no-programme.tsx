// In place of the ways to sign in, at an address that no programme has. Fetched only there.
import { ReasonBox } from './reason-box.tsx'

const reason = {
  kind: 'problem',
  text: /* said */ 'No programme answers at this address. Look for a mistyped letter in it, or ask the people of your programme for the right one.',
} as const
export const NoProgramme = () => <ReasonBox reason={reason} />
