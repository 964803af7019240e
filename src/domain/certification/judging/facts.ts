// What the rules of a scheme look at: one crop with its plot, its system, its grower and its season, as plain values. The server reads
// them (server/behaviours/certification/crop-facts.ts), as of now or of a past day; the evaluators compare, and know no database.
import type { Evidence } from '../../kernel/plan.ts'
import type { RiskClass } from '../../rules/risk.ts'
import type { RuleCheck } from '../rule-cases.ts'

type CheckOf<K extends RuleCheck['type']> = Extract<RuleCheck, { type: K }>
type NeighbourUse = CheckOf<'MIN_BUFFER'>['neighbourUses'][number]
type InputCategory = CheckOf<'INPUT_ALLOWED_ONLY'>['bannedCategories'][number]
export type LabKind = CheckOf<'LAB_TEST'>['test']
export type DocumentKind = CheckOf<'DOCUMENT'>['document']
export type ProofKind = CheckOf<'NON_GM_PROOF'>['proofKinds'][number]
type Anchor = NonNullable<CheckOf<'EVENT_REQUIRED'>['anchor']>

/** Something recorded in force: voided events are not among the facts. `day`: local day on which it happened. */
export type Occurrence = { eventId: string; day: string }
/** `isPartly`: it did a step of the package with a figure outside the bounds that the package gives (5.1). */
export type FieldEvent = Occurrence & { eventType: string; isPartly?: boolean }
type Permission = 'ALLOWED' | 'RESTRICTED' | 'PROHIBITED' | 'UNKNOWN'
/** An input put on the crop, its seed, its system, or within a year before on the same plot. */
export type InputUse = Occurrence & {
  /** Of this crop or its system; false: of an earlier crop of the plot. */
  isOfCrop: boolean
  isPlantProtection: boolean
  itemId: string
  itemName: string
  category: InputCategory | null
  /** What the list of the programme said of it when it was used. */
  permission: Permission
  /** What schemes said of it then that say something of their own, by their ids. */
  bySchemes: Readonly<Record<string, Permission>>
  /** Kilograms for each hectare of the ground it was put on; null: not recorded by weight. */
  kgPerHa: number | null
  /** Whose ground of the plot it was: of two of one season that differ no ground got both. A use on a whole system lies on all its crops (`crop` null). */
  ground: { season: string; system: string; crop: string | null }
  /** Hectares beside the crop that surely got nothing of it: of its system, for another season of its plot. Null: the plot is not measured. */
  outsideHa: number | null
}
/** `isWaitOverridden`: picked within the waiting period by the manager's decision, with the report of a laboratory (BR-19). */
export type Picking = Occurrence & { kg: number; isWaitOverridden: boolean }
/**
 * `isPositive` null: taken, the result is awaited. `lotId`: null for soil and water; `source`: of water, which well or canal. `isOfMixed`: of a lot that
 * holds goods of other crops, too.
 */
export type LabResult = Occurrence & { test: LabKind; isPositive: boolean | null; lotId: string | null; source?: string; isOfMixed: boolean }
/** What people found against the crop, its plot or its grower and have not closed. `schemeId` null: by no scheme's rules, so that it counts for all. */
export type OpenFinding = { ref: string; rule: string; severity: 'RECOMMENDATION' | 'MINOR' | 'MAJOR' | 'CRITICAL'; schemeId: string | null }
/** `schemeId`: of the checklist that asked; null: of no scheme’s, so that it answers all. */
export type ChecklistAnswer = Occurrence & {
  rule: string
  schemeId: string | null
  answer: 'YES' | 'NO' | 'NOT_APPLICABLE'
  /** Whether it is right by the checklist that asked; null: by none. What is no answer of yes or no (a number, a choice) is judged by this alone. */
  isRight: boolean | null
  isYesOrNo: boolean
  note: string | null
  /** Kinds of evidence that came with it; empty where no rule asks for any. */
  shown: readonly Evidence[]
}
/** `hasBarrier`: a hedge, a wall or a bund between keeps away what a buffer would. */
export type Neighbour = { side: 'N' | 'E' | 'S' | 'W'; use: NeighbourUse; bufferM: number; hasBarrier?: boolean | null | undefined }
/** What a plot carried in a season, the season that is judged left out. `cropTypeIds` empty: it lay fallow. */
export type EarlierSeason = { name: string; startDate: string; cropTypeIds: readonly string[]; hasLegume: boolean }
/** Another crop of the same grower in the same season. */
export type OtherCrop = {
  code: string
  cropTypeId: string
  varietyId: string
  isManagedOrganically: boolean
  /** It failed: nothing of it is sold. */
  isLost: boolean
  isOfSystem: boolean
  isLegume: boolean
  role: string
  areaHa: number
}

export type CropFacts = {
  /** The day of the judgement, in the zone of the programme. */
  today: string
  crop: {
    id: string
    code: string
    status: string
    role: string
    areaHa: number
    cropTypeId: string
    varietyId: string
    cropName: string
    isPerennial: boolean
    isLegume: boolean
    /** Whether genetically modified varieties of this crop exist. */
    hasGmRisk: boolean
    seedSource: 'OWN_SAVED' | 'GROUP' | 'COMPANY' | 'EXCHANGE'
    sowingDate: string | null
    /** The day on which it was harvested, closed or lost; null while it stands. */
    endedOn: string | null
  }
  season: { name: string; startDate: string; endDate: string }
  system: { areaHa: number; isManagedOrganically: boolean }
  /** Days from which windows are counted; null: not recorded yet. */
  anchors: Readonly<Record<Anchor, string | null>>
  /** Of the crop and of its system, in order of occurrence. */
  events: readonly FieldEvent[]
  inputs: readonly InputUse[]
  pickings: readonly Picking[]
  /** Lots picked of this crop. */
  lotIds: readonly string[]
  plot: {
    neighbours: readonly Neighbour[]
    /** Metres along each side of the bounds of the plot; null: not mapped. */
    sideM: Readonly<Record<Neighbour['side'], number>> | null
  }
  /** Latest first. */
  earlierSeasons: readonly EarlierSeason[]
  otherCrops: readonly OtherCrop[]
  /** Internal inspections of the grower for the season, of the crop and of the plot within it. */
  inspections: readonly Occurrence[]
  /** Of the grower within the season. */
  trainings: readonly (Occurrence & { hours: number })[]
  /** The grower's class (BR-34) today, or on the last day of the season once that is over. Null: no rule asks for it. */
  riskClass: RiskClass | null
  /** In order of occurrence. */
  labResults: readonly LabResult[]
  /**
   * `day` null: it is there, and nobody said since when. `eventId` null: it is a field of a record. `isFile`: the document itself, not its number or day
   * alone. `name`: of the file, of another document.
   */
  documents: readonly { kind: DocumentKind; day: string | null; eventId: string | null; isFile: boolean; name?: string }[]
  /** Proofs that the seed is not genetically modified, each with its number (empty: shown by a file alone). `kind` null: nobody stated it. */
  gmProofs: readonly { kind: ProofKind | null; number: string; eventId: string | null }[]
  answers: readonly ChecklistAnswer[]
  openFindings: readonly OpenFinding[]
}
