// What proves that seed is not genetically modified (domain dictionary 3.5, 5.2): its kind with its number, its file or both. A rule of a scheme
// names the kinds that it accepts; a number without its kind proves nothing (docs/decisions/0155-proofs-and-documents-by-what-they-are.md).
import { attachments, choice, optional, text } from './kinds.ts'

export const gmProofKinds = { SEED_CERTIFICATE: 'Seed certificate', GMO_TEST: 'GMO test report', SUPPLIER_STATEMENT: 'Statement of the supplier' } as const
export type GmProofKind = keyof typeof gmProofKinds

/** Of a crop as it is planned, and of the receipt and the sowing of its seed. */
export const gmProofFields = {
  nonGmProofKind: optional(choice('Kind of proof', gmProofKinds, { help: 'Of non-GM seed. Rules of schemes name the kinds that they accept.' })),
  nonGmProof: optional(text('Proof of non-GM seed', { max: 80, help: 'Number of the seed certificate, test report or statement.' })),
  nonGmProofFiles: attachments({ label: 'Proof of non-GM seed as a file', max: 5 }),
}
export const proofNames = ['nonGmProofKind', 'nonGmProof', 'nonGmProofFiles'] as const
type Proof = { nonGmProofKind?: GmProofKind | null | undefined; nonGmProof?: string | null | undefined; nonGmProofFiles?: readonly string[] | null | undefined }

/** Whether anything of a proof is stated: the three fields are read together, never one from here and one from there. */
export const statesProof = ({ nonGmProofKind, nonGmProof, nonGmProofFiles }: Proof): boolean => Boolean(nonGmProofKind || nonGmProof || nonGmProofFiles?.length)
/** Whether there is something to look at: a number or a file. */
export const isShown = ({ nonGmProof, nonGmProofFiles }: Proof): boolean => Boolean(nonGmProof || nonGmProofFiles?.length)
