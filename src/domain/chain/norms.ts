// Conversion norms of each process (domain dictionary 2.3): what share of the input each output may be.
// A data table; the facility's own norms replace the band (processingsystem.norms), never the hard bounds.
import type { Material, Process, SystemType } from '../kernel/terms.ts'

/** Shares of input mass. `min`–`max` is the usual band (outside: WARN and a reason); `hardMin`–`hardMax` is what can be (outside: refused). */
export type Norm = { min: number; max: number; hardMin?: number; hardMax?: number; source: string }
export type ProcessNorm = {
  /** Highest share of the input that may vanish as moisture and dust. */
  invisibleMax: number
  /** Highest total of all outputs; above 1 where the process adds water or size. */
  totalMax: number
  outputs: Partial<Record<Material, Norm>>
  /** What may come off besides without a norm of its own. */
  besides?: readonly Material[]
  /** What has a norm comes of the same material alone: yarn that is dyed is yarn, fabric is fabric. */
  keepsMaterial?: true
}

export const processNorms: Readonly<Record<Process, ProcessNorm>> = {
  CLEANING: { invisibleMax: 0.03, totalMax: 1, outputs: { SEED_COTTON: { min: 0.95, max: 1, hardMax: 1, source: 'assumption' } }, besides: ['GIN_TRASH'] },
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
  SPINNING_CARDED: {
    invisibleMax: 0.025,
    totalMax: 1,
    outputs: { YARN: { min: 0.82, max: 0.92, hardMax: 0.94, source: 'Yarn realisation' } },
    besides: ['SPINNING_WASTE'],
  },
  SPINNING_COMBED: {
    invisibleMax: 0.025,
    totalMax: 1,
    outputs: { YARN: { min: 0.64, max: 0.78, hardMax: 0.82, source: 'Yarn realisation' }, NOIL: { min: 0.12, max: 0.2, source: 'assumption' } },
    besides: ['SPINNING_WASTE'],
  },
  KNITTING: { invisibleMax: 0.01, totalMax: 1, outputs: { FABRIC: { min: 0.95, max: 1, hardMax: 1, source: 'assumption' } }, besides: ['OTHER'] },
  WEAVING: { invisibleMax: 0.01, totalMax: 1.08, outputs: { FABRIC: { min: 0.92, max: 1, hardMax: 1.08, source: 'assumption' } }, besides: ['OTHER'] },
  DYEING_FINISHING: {
    invisibleMax: 0.03,
    totalMax: 1.05,
    keepsMaterial: true,
    outputs: { FABRIC: { min: 0.86, max: 1.02, hardMax: 1.05, source: 'assumption' }, YARN: { min: 0.86, max: 1.02, hardMax: 1.05, source: 'assumption' } },
    besides: ['OTHER'],
  },
  CMT: {
    invisibleMax: 0.02,
    totalMax: 1,
    outputs: { GARMENT: { min: 0.75, max: 0.97, hardMax: 1, source: 'assumption' } },
    besides: ['CUTTING_WASTE', 'OTHER'],
  },
  OIL_EXPELLING: {
    invisibleMax: 0.03,
    totalMax: 1,
    outputs: { OIL: { min: 0.09, max: 0.19, source: 'assumption' }, CAKE: { min: 0.75, max: 0.87, source: 'assumption' } },
    besides: ['OTHER'],
  },
}
/** What a run is made for, and its out-turn is given for: the outputs with a hard bound, else the first with a norm. */
export function mainOutputs(process: Process): Material[] {
  const norms = Object.entries(processNorms[process].outputs) as [Material, Norm][]
  const bound = norms.filter(([, norm]) => norm.hardMin !== undefined || norm.hardMax !== undefined)
  return (bound.length ? bound : norms.slice(0, 1)).map(([material]) => material)
}
/** Whether a process makes such a thing at all. */
export const isMadeBy = (process: Process, material: Material): boolean =>
  material in processNorms[process].outputs || (processNorms[process].besides?.includes(material) ?? false)
/** Whether an output of a process can have come of this input: of any, but where the process keeps its material. */
export const comesOf = (process: Process, input: Material, output: Material): boolean =>
  !processNorms[process].keepsMaterial || !(output in processNorms[process].outputs) || input === output
/** Whether a process makes such a thing of these materials. */
export const isMadeFrom = (process: Process, from: readonly Material[], material: Material): boolean =>
  isMadeBy(process, material) && from.every((one) => comesOf(process, one, material))

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
/**
 * Which processes a facility may run (4.2, 2.3). A gin cleans as part of ginning and presses its own lint; its out-turn would mean
 * nothing if cleaning were booked as a run of its own. A store only keeps.
 */
export const systemProcesses: Readonly<Record<SystemType, readonly Process[]>> = {
  COLLECTION: ['CLEANING'],
  GINNING: ['GINNING', 'PRESSING'],
  PRESSING: ['PRESSING'],
  SPINNING_CARDED: ['SPINNING_CARDED'],
  SPINNING_COMBED: ['SPINNING_COMBED'],
  KNITTING: ['KNITTING'],
  WEAVING: ['WEAVING'],
  DYEING: ['DYEING_FINISHING'],
  CMT: ['CMT'],
  OIL: ['OIL_EXPELLING'],
  STORAGE: [],
}
