// What a laboratory looks for in goods (domain dictionary 4.4, 5.2 LAB_TEST, BR-15). A positive result of any of these holds the lot, and what was made of it.
export const lotTests = { GMO: 'GMO', RESIDUE: 'Residue', HEAVY_METALS: 'Heavy metals' } as const
export type TestKind = keyof typeof lotTests
export const testKinds: readonly TestKind[] = ['GMO', 'RESIDUE', 'HEAVY_METALS']
