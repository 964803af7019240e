// Conversion norms of each process (domain dictionary 2.3): what share of the input each output may be.
// A data table; the facility's own norms replace the band (processingsystem.norms), never the hard bounds.
import type { Material, Process } from '../kernel/terms.ts'

/** Shares of input mass. `min`–`max` is the usual band (outside: WARN and a reason); `hardMin`–`hardMax` is what can be (outside: refused). */
export type Norm = { min: number; max: number; hardMin?: number; hardMax?: number; source: string }
export type ProcessNorm = {
  /** Highest share of the input that may vanish as moisture and dust. */
  invisibleMax: number
  /** Highest total of all outputs; above 1 where the process adds water or size. */
  totalMax: number
  outputs: Partial<Record<Material, Norm>>
}

export const processNorms: Readonly<Record<Process, ProcessNorm>> = {
  CLEANING: { invisibleMax: 0.03, totalMax: 1, outputs: { SEED_COTTON: { min: 0.95, max: 1, hardMax: 1, source: 'assumption' } } },
  GINNING: {
    invisibleMax: 0.03,
    totalMax: 1,
    outputs: {
      LINT: { min: 0.31, max: 0.38, hardMin: 0.25, hardMax: 0.42, source: 'Stapp; TextilesInDepth; AllAboutTextiles' },
      COTTONSEED: { min: 0.55, max: 0.66, source: 'TextilesInDepth; AllAboutTextiles' },
      GIN_TRASH: { min: 0, max: 0.1, source: 'TextilesInDepth' },
    },
  },
  PRESSING: { invisibleMax: 0.01, totalMax: 1.02, outputs: { BALE: { min: 0.985, max: 1.015, hardMax: 1.02, source: 'assumption' } } },
  SPINNING_CARDED: { invisibleMax: 0.025, totalMax: 1, outputs: { YARN: { min: 0.82, max: 0.92, hardMax: 0.94, source: 'Yarn realisation' } } },
  SPINNING_COMBED: {
    invisibleMax: 0.025,
    totalMax: 1,
    outputs: { YARN: { min: 0.64, max: 0.78, hardMax: 0.82, source: 'Yarn realisation' }, NOIL: { min: 0.12, max: 0.2, source: 'assumption' } },
  },
  KNITTING: { invisibleMax: 0.01, totalMax: 1, outputs: { FABRIC: { min: 0.95, max: 1, hardMax: 1, source: 'assumption' } } },
  WEAVING: { invisibleMax: 0.01, totalMax: 1.08, outputs: { FABRIC: { min: 0.92, max: 1, hardMax: 1.08, source: 'assumption' } } },
  DYEING_FINISHING: { invisibleMax: 0.03, totalMax: 1.05, outputs: { FABRIC: { min: 0.86, max: 1.02, hardMax: 1.05, source: 'assumption' } } },
  CMT: { invisibleMax: 0.02, totalMax: 1, outputs: { GARMENT: { min: 0.75, max: 0.97, hardMax: 1, source: 'assumption' } } },
  OIL_EXPELLING: {
    invisibleMax: 0.03,
    totalMax: 1,
    outputs: { OIL: { min: 0.09, max: 0.19, source: 'assumption' }, CAKE: { min: 0.75, max: 0.87, source: 'assumption' } },
  },
}
/** What each process takes in; a run fed with anything else is refused. */
export const processInputs: Readonly<Record<Process, readonly Material[]>> = {
  CLEANING: ['SEED_COTTON'],
  GINNING: ['SEED_COTTON'],
  PRESSING: ['LINT'],
  SPINNING_CARDED: ['BALE', 'LINT'],
  SPINNING_COMBED: ['BALE', 'LINT'],
  KNITTING: ['YARN'],
  WEAVING: ['YARN'],
  DYEING_FINISHING: ['FABRIC', 'YARN'],
  CMT: ['FABRIC'],
  OIL_EXPELLING: ['COTTONSEED', 'GRAIN'],
}
