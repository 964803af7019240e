// Value lists that several areas share (domain dictionary 2.1). Areas do not import one another,
// so a list used by two of them has its home here; a list of one entity stays with it.
import type { Tone } from './field.ts'

/** Organic status of land, crop and lot, rank low to high (BR-04, BR-11). NPOP's codes C1, C2, C3 map to IC1, IC2, IC3. */
export const claims = {
  CONVENTIONAL: ['Conventional', 'conventional'],
  IC1: ['In conversion, year 1', 'ic1'],
  IC2: ['In conversion, year 2', 'ic2'],
  IC3: ['In conversion, year 3', 'ic2'],
  ORGANIC: ['Organic', 'organic'],
} as const satisfies Record<string, readonly [string, Tone]>
export type Claim = keyof typeof claims

export const waterRegimes = { RAINFED: 'Rain-fed', PROTECTIVE_IRRIGATION: 'Protective irrigation', IRRIGATED: 'Irrigated' } as const
export type WaterRegime = keyof typeof waterRegimes

export const seasonKinds = { KHARIF: 'Kharif', RABI: 'Rabi', ZAID: 'Zaid', PERENNIAL: 'Perennial' } as const
export type SeasonKind = keyof typeof seasonKinds

/** Result of the internal inspection and of the approval committee for one farmer and season. */
export const seasonResults = {
  NOT_INSPECTED: ['Not inspected', 'pending'],
  APPROVED: ['Approved', 'success'],
  CONDITIONAL: ['Approved with conditions', 'pending'],
  SANCTIONED: ['Sanctioned', 'error'],
  REJECTED: ['Rejected', 'error'],
} as const satisfies Record<string, readonly [string, Tone]>
export type SeasonResult = keyof typeof seasonResults

export const inspectionResults = {
  APPROVED: seasonResults.APPROVED,
  CONDITIONAL: seasonResults.CONDITIONAL,
  SANCTIONED: seasonResults.SANCTIONED,
  REJECTED: seasonResults.REJECTED,
} as const

export const inputCategories = {
  SEED: 'Seed',
  MANURE: 'Manure',
  COMPOST: 'Compost',
  BIOFERTILISER: 'Biofertiliser',
  BOTANICAL: 'Botanical',
  BIOCONTROL: 'Biological control',
  PHEROMONE_TRAP: 'Pheromone trap',
  MINERAL: 'Mineral',
  SYNTH_FERTILISER: 'Synthetic fertiliser',
  SYNTH_PESTICIDE: 'Synthetic pesticide',
  HERBICIDE: 'Herbicide',
  OTHER: 'Other',
} as const
export const inputPermissions = {
  ALLOWED: ['Allowed', 'success'],
  RESTRICTED: ['Restricted', 'pending'],
  PROHIBITED: ['Prohibited', 'error'],
  UNKNOWN: ['Not known', 'neutral'],
} as const satisfies Record<string, readonly [string, Tone]>

/** What a lot is made of; conversion norms hang on it (domain dictionary 2.3). */
export const materials = {
  SEED_COTTON: 'Seed cotton',
  LINT: 'Lint',
  COTTONSEED: 'Cottonseed',
  GIN_TRASH: 'Gin trash',
  BALE: 'Baled lint',
  YARN: 'Yarn',
  NOIL: 'Noil',
  SPINNING_WASTE: 'Spinning waste',
  FABRIC: 'Fabric',
  GARMENT: 'Garment',
  CUTTING_WASTE: 'Cutting waste',
  OIL: 'Oil',
  CAKE: 'Oil cake',
  GRAIN: 'Grain',
  OTHER: 'Other',
} as const
export type Material = keyof typeof materials

export const batchUnits = {
  FARM_LOT: 'Farm lot',
  HEAP: 'Heap',
  BALE_LOT: 'Bale lot',
  BALE: 'Bale',
  CONE_LOT: 'Cone lot',
  ROLL_LOT: 'Roll lot',
  BAG_LOT: 'Bag lot',
  CARTON_LOT: 'Carton lot',
} as const

/** Steps that turn one material into another, with norms in chain/norms.ts. */
export const processes = {
  CLEANING: 'Cleaning',
  GINNING: 'Ginning',
  PRESSING: 'Pressing',
  SPINNING_CARDED: 'Spinning, carded',
  SPINNING_COMBED: 'Spinning, combed',
  KNITTING: 'Knitting',
  WEAVING: 'Weaving',
  DYEING_FINISHING: 'Dyeing and finishing',
  CMT: 'Cut and sew',
  OIL_EXPELLING: 'Oil expelling',
} as const
export type Process = keyof typeof processes

/** Kinds of facilities (4.2); which process each runs is chain/norms.ts. */
export const systemTypes = {
  COLLECTION: 'Collection centre',
  GINNING: 'Ginning',
  PRESSING: 'Pressing',
  SPINNING_CARDED: 'Spinning, carded',
  SPINNING_COMBED: 'Spinning, combed',
  KNITTING: 'Knitting',
  WEAVING: 'Weaving',
  DYEING: 'Dyeing',
  CMT: 'Cut and sew',
  OIL: 'Oil mill',
  STORAGE: 'Storage',
} as const
export type SystemType = keyof typeof systemTypes

export const cocModels = {
  IDENTITY_PRESERVED: 'Identity preserved',
  SEGREGATED: 'Segregated',
  MASS_BALANCE: 'Mass balance',
  BOOK_AND_CLAIM: 'Book and claim',
} as const

/** Roles a person may hold; what each may do is domain/access.ts. */
export const roles = {
  ADMIN: 'Administrator',
  OPERATOR_MANAGER: 'Operator manager',
  FIELD_OFFICER: 'Field officer',
  INTERNAL_INSPECTOR: 'Internal inspector',
  PURCHASE_OFFICER: 'Purchase officer',
  PROCESSOR_USER: 'Processor user',
  CERTIFICATION_BODY_AUDITOR: 'Certification body auditor',
  BRAND_VIEWER: 'Brand or buyer viewer',
  READ_ONLY_VIEWER: 'Read-only viewer',
  FARMER: 'Farmer',
} as const
export type Role = keyof typeof roles

/** Events of a crop or its cropping system that a package may plan, in the order of a season. */
export const plannedCropEvents = {
  LAND_PREP: 'Land preparation',
  INPUT_APPLICATION: 'Input applied',
  SEED_RECEIPT: 'Seed received',
  SEED_TREATMENT: 'Seed treated',
  SOWING: 'Sowing',
  GERMINATION_COUNT: 'Germination count',
  INTERCULTURE: 'Weeding, thinning, earthing up',
  IRRIGATION: 'Irrigation',
  COVER_CROP: 'Cover crop',
  PEST_MONITORING: 'Pest monitoring',
  SCOUTING: 'Scouting',
  FLOWERING: 'Flowering',
  PLANT_PROTECTION: 'Plant protection',
  INTERNAL_INSPECTION: 'Internal inspection',
  YIELD_ESTIMATE: 'Yield estimate',
  HARVEST: 'Harvest',
  CROP_CLOSE: 'End of harvest',
} as const
export const plannedTypes = Object.keys(plannedCropEvents) as (keyof typeof plannedCropEvents)[]

/** What is done between the rows of a growing crop. */
export const cropOperations = { WEEDING: 'Weeding', THINNING: 'Thinning', EARTHING_UP: 'Earthing up', TOPPING: 'Topping', HOEING: 'Hoeing' } as const

/** What lies beside a plot. */
export const neighbourUses = {
  ORGANIC: 'Organic',
  CONVENTIONAL: 'Conventional',
  GM_COTTON: 'GM cotton',
  ROAD: 'Road',
  WATER: 'Water',
  FOREST: 'Forest',
} as const

/** How grave a non-conformity is. */
export const severities = {
  RECOMMENDATION: ['Recommendation', 'neutral'],
  MINOR: ['Minor', 'pending'],
  MAJOR: ['Major', 'error'],
  CRITICAL: ['Critical', 'error'],
} as const
