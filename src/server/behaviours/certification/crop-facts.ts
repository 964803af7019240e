// The facts by which the rules of schemes judge crops (domain/certification/judging/facts.ts), as of now or, in a scope of the past, of
// then. Of one crop or of many by the same statements.
import { isTakenByRisk } from '#domain/certification/judging/control.ts'
import type { ChecklistAnswer, CropFacts, InputUse, Neighbour, Occurrence } from '#domain/certification/judging/facts.ts'
import { isOfRotation } from '#domain/certification/judging/land.ts'
import { isLegume } from '#domain/certification/judging/legumes.ts'
import { cropProjection } from '#domain/cropping/crop-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { declaredEvents, type HistoryEvent } from '#domain/kernel/history.ts'
import { plotTenure } from '#domain/land/plot-projection.ts'
import { riskClassesThen } from '../../queries/farmer-risk.ts'
import type { Scope } from '../../scope.ts'
import { stateAfter } from '../../store/as-of.ts'
import { enteredIn } from '../../store/events-then.ts'
import { statesOf } from '../../store/history.ts'
import {
  type CropRow,
  type FindingRow,
  type Histories,
  type LotRow,
  type OtherCropRow,
  type PlantedRow,
  readFactRows,
  type SubjectEvent,
} from './crop-fact-rows.ts'
import { type InputOnPlot, inputsOf } from './crop-inputs.ts'
import { documentsOf, filesOf, type PaperFiles, shownWith } from './crop-papers.ts'
import { fieldTestsOf, proofsOf, soilAndWater, testsOf } from './crop-tests.ts'

const [crop, croppingsystem, landparcel, farmer] = [entityOf('crop'), entityOf('croppingsystem'), entityOf('landparcel'), entityOf('farmer')]
type SchemePop = Stored<ReturnType<typeof entityOf<'schemepop'>>>

/** Of the crops that there are (in a scope of the past: of those that were known then), by crop. `versions`: whose rules look at them, which says what is read. */
export async function cropFactsOf(scope: Scope, cropIds: readonly string[], versions: readonly Pick<SchemePop, 'rules'>[]): Promise<Map<string, CropFacts>> {
  if (cropIds.length === 0) return new Map()
  const rows = await readFactRows(scope, cropIds)
  const histories = Map.groupBy(rows.events, ({ subjectId }) => subjectId)
  const inputs = await inputsOf(scope, rows, histories)
  const isByRisk = versions.some(({ rules }) => rules.some(({ check }) => isTakenByRisk(check)))
  const then = rows.crops.flatMap((row) => rowThen(scope, row, histories) ?? [])
  const files = await filesOf(scope, rows, then, versions)
  const riskClass = isByRisk ? await riskClassesThen(scope, rows.crops) : () => null
  const planted = Map.groupBy(rows.planted, ({ parcelId }) => parcelId)
  const otherCrops = Map.groupBy(rows.otherCrops, ({ farmerId, seasonId }) => `${farmerId} ${seasonId}`)
  const lots = Map.groupBy(rows.lots, ({ cropId }) => cropId)
  const findings = Map.groupBy(rows.findings, ({ cropId }) => cropId)
  const partly = Map.groupBy(rows.partly, ({ cropId }) => cropId)
  return new Map(
    then.map((row) => [
      row.id,
      factsOf(scope, { ...row, riskClass: riskClass(row) }, histories, files, {
        used: inputs.get(row.parcelId) ?? [],
        planted: planted.get(row.parcelId) ?? [],
        otherCrops: otherCrops.get(`${row.farmerId} ${row.seasonId}`) ?? [],
        lots: lots.get(row.id) ?? [],
        findings: findings.get(row.id) ?? [],
        partly: new Set((partly.get(row.id) ?? []).map(({ eventId }) => eventId)),
      }),
    ]),
  )
}

/** What people had entered by then, in a scope of the past; undefined when the crop was not known. */
function rowThen(scope: Scope, row: CropRow, histories: Histories): CropRow | undefined {
  if (!scope.past) return row
  const [created, ...rest] = histories.get(row.id) ?? []
  if (created?.eventType !== 'CREATED') return undefined
  const machine = statesOf(scope, crop)
  const [ofCrop, ofSystem, ofPlot, ofFarmer] = [
    enteredIn(crop, [created, ...rest]),
    enteredIn(croppingsystem, histories.get(row.croppingSystemId) ?? []),
    enteredIn(landparcel, histories.get(row.parcelId) ?? []),
    enteredIn(farmer, histories.get(row.farmerId) ?? []),
  ]
  return Object.assign({ ...row }, ofCrop, {
    status: machine.statusOf(stateAfter(crop, machine, [created, ...rest])),
    systemHa: ofSystem.areaHa ?? row.systemHa,
    managedOrganically: ofSystem.managedOrganically === true,
    previousCropTypeId: ofSystem.previousCropTypeId ?? null,
    // The row has what its sowing says now; that of a sowing of then is in its own event.
    ...{ nonGmProofKind: ofCrop.nonGmProofKind ?? null, nonGmProof: ofCrop.nonGmProof ?? null, nonGmProofFiles: ofCrop.nonGmProofFiles ?? null },
    surveyNo: ofPlot.surveyNo ?? null,
    contractSignedOn: ofFarmer.contractSignedOn ?? null,
    ...{ contractFiles: ofFarmer.contractFiles ?? null, farmerFiles: ofFarmer.files ?? null },
    ...{ landRecordOn: ofPlot.landRecordOn ?? null, plotFiles: ofPlot.files ?? null },
    // What was measured then is not derived.
    bbox: null,
    neighbours: plotTenure((histories.get(row.parcelId) ?? []).map((event) => ({ ...event, recordedDay: localDay(scope, event.recordedAt) }))).neighbours,
  })
}

/** What is read of what is around a crop. */
type Around = {
  used: readonly InputOnPlot[]
  planted: readonly PlantedRow[]
  otherCrops: readonly OtherCropRow[]
  lots: readonly LotRow[]
  findings: readonly FindingRow[]
  partly: ReadonlySet<string>
}

function factsOf(
  scope: Scope,
  row: CropRow & Pick<CropFacts, 'riskClass'>,
  histories: Histories,
  files: PaperFiles,
  { used, planted, otherCrops, lots, findings, partly }: Around,
): CropFacts {
  const day = (moment: string): string => localDay(scope, moment)
  const history = (id: string): readonly HistoryEvent[] => histories.get(id) ?? []
  const own = declaredEvents(crop, history(row.id))
    .map((event) => ({ ...event, day: day(event.occurredAt) }))
    .sort((one, other) => one.version - other.version)
  const inOrder = own.toSorted(byMoment)
  const projection = cropProjection(own, row.areaHa)
  const { sowingDate, harvestStart } = projection
  const season = { name: row.seasonName, startDate: row.startDate, endDate: row.endDate }
  const isInSeason = (moment: string): boolean => day(moment) >= season.startDate && day(moment) <= season.endDate
  const ofFarmer = declaredEvents(farmer, history(row.farmerId))
  const asRead = new Map([row.farmerId, row.id].flatMap((id) => (histories.get(id) ?? []).map((event) => [event.id, event] as const)))
  const ofPlot = declaredEvents(landparcel, history(row.parcelId))
  const events = [...own, ...declaredEvents(croppingsystem, history(row.croppingSystemId)).map((event) => ({ ...event, day: day(event.occurredAt) }))]
  const occurrence = ({ id, occurredAt }: { id: string; occurredAt: string }) => ({ eventId: id, day: day(occurredAt) })
  const inspections = [
    ...own.filter(({ eventType }) => eventType === 'INTERNAL_INSPECTION'),
    ...[...ofFarmer, ...ofPlot].filter((event) => event.eventType === 'INTERNAL_INSPECTION' && event.data.seasonId === row.seasonId),
  ]
  return {
    today: localDay(scope),
    crop: {
      id: row.id,
      code: row.code,
      status: row.status,
      role: row.role,
      areaHa: row.areaHa,
      cropTypeId: row.cropTypeId,
      varietyId: row.varietyId,
      cropName: row.cropName,
      isPerennial: row.lifecycle === 'PERENNIAL',
      isLegume: isLegume(row.scientificName),
      hasGmRisk: row.gmRisk,
      seedSource: row.seedSource,
      sowingDate,
      endedOn: projection.endedOn,
    },
    season,
    system: { areaHa: row.systemHa, isManagedOrganically: row.managedOrganically },
    anchors: {
      SOWING: sowingDate,
      FLOWERING: floweringOf(inOrder),
      FIRST_HARVEST: harvestStart,
      SEASON_START: season.startDate,
    },
    events: events
      .map((event) => ({ ...occurrence(event), eventType: event.eventType, ...(partly.has(event.id) ? { isPartly: true } : {}) }))
      .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
    inputs: used.flatMap((use) => inputOn(row, use, sowingDate ?? season.startDate) ?? []),
    pickings: projection.harvests.map(({ eventId, day: on, kg, phiOverride }) => ({ eventId, day: on, kg, isWaitOverridden: phiOverride !== null })),
    lotIds: [...new Set(lots.map(({ root }) => root))],
    plot: { neighbours: row.neighbours ?? [], sideM: row.bbox ? sidesOf(row.bbox) : row.plotHa ? squareOf(row.plotHa) : null },
    earlierSeasons: earlierSeasons(row, planted),
    otherCrops: otherCrops
      .filter(({ id }) => id !== row.id)
      .map(({ code, cropTypeId, varietyId, role, areaHa, isLost, managedOrganically, scientificName, croppingSystemId }) => ({
        ...{ code, cropTypeId, varietyId, role, areaHa, isLost },
        isManagedOrganically: managedOrganically,
        isOfSystem: croppingSystemId === row.croppingSystemId,
        isLegume: isLegume(scientificName),
      })),
    inspections: inspections.sort(byMoment).map(occurrence),
    trainings: ofFarmer.flatMap((event) =>
      event.eventType === 'TRAINING_ATTENDED' && isInSeason(event.occurredAt) ? [{ ...occurrence(event), hours: event.data.hours }] : [],
    ),
    riskClass: row.riskClass,
    labResults: [...soilAndWater(ofPlot, day), ...fieldTestsOf(own, day), ...testsOf(lots, day)],
    documents: documentsOf(
      row,
      [...ofFarmer, ...own].filter(
        ({ eventType, occurredAt }) => eventType === 'SEED_RECEIPT' || (eventType === 'INPUT_DISTRIBUTED' && isInSeason(occurredAt)),
      ),
      day,
      files,
    ),
    gmProofs: proofsOf(row, own, lots, files),
    answers: [...own, ...ofFarmer]
      .sort(byMoment)
      .flatMap((event): ChecklistAnswer[] =>
        event.eventType === 'INTERNAL_INSPECTION' && (!('seasonId' in event.data) || event.data.seasonId === row.seasonId)
          ? (event.data.answers ?? []).map((line) => answerOf(occurrence(event), line, asRead.get(event.id), files))
          : [],
      ),
    openFindings: findings.map(({ ref, rule, severity, schemeId }) => ({ ref, rule, severity, schemeId })),
  }
}

/** `line`: of an inspection with a checklist, `answer` is yes where it is right; what was said to a question of yes or no is beside it. */
function answerOf(
  at: Occurrence,
  { rule, answer, note, ...line }: { rule: string; answer: ChecklistAnswer['answer']; note?: string | null | undefined; isYes?: boolean | null | undefined },
  read: SubjectEvent | undefined,
  files: PaperFiles,
): ChecklistAnswer {
  const isOfChecklist = read !== undefined && read.answerFiles !== null
  const isYesOrNo = typeof line.isYes === 'boolean'
  return {
    ...at,
    rule,
    schemeId: read?.schemeId ?? null,
    answer: isYesOrNo ? (line.isYes ? 'YES' : 'NO') : answer,
    isRight: isOfChecklist ? answer === 'YES' : null,
    isYesOrNo: !isOfChecklist || isYesOrNo,
    note: note ?? null,
    shown: read ? shownWith(read, rule, files) : [],
  }
}

type AtMoment = { occurredAt: string }
const byMoment = (one: AtMoment, other: AtMoment): number => (one.occurredAt < other.occurredAt ? -1 : one.occurredAt > other.occurredAt ? 1 : 0)
/** The first day of it, as the steps of a package count it (BR-18): what is sown again flowers again. */
function floweringOf(own: readonly { eventType: string; day: string }[]): string | null {
  const sown = own.findLastIndex(({ eventType }) => eventType === 'SOWING' || eventType === 'RESOWING')
  return own.slice(sown + 1).find(({ eventType }) => eventType === 'FLOWERING')?.day ?? null
}

/** An input on the crop's ground; null for what is too long ago, or was put on other ground of the plot in the same season. */
function inputOn(row: CropRow, { haOfUse, ofCrop, ...use }: InputOnPlot, sowing: string): InputUse | null {
  const isOfSystem = use.ground.system === row.croppingSystemId
  // Of crops side by side each has its own ground; mixed ones, or one after the other, may each stand on all of the system.
  const sharesGround = row.systemType !== 'SOLE' && row.systemType !== 'INTERCROP'
  const isOfCrop = ofCrop === row.id || (isOfSystem && ofCrop === null)
  const isOnOtherGround = !isOfCrop && !(isOfSystem && sharesGround) && use.ground.season === row.seasonId
  if (!isOfCrop && (isOnOtherGround || !isWithinAYear(use.day, sowing))) return null
  const around = isOfSystem ? row.systemHa : row.plotHa
  const ground = isOfSystem && sharesGround ? { ...use.ground, crop: null } : use.ground
  const outsideHa = ofCrop === row.id ? 0 : around === null || haOfUse === null ? null : around - haOfUse
  return { ...use, ground, isOfCrop, outsideHa }
}

const isWithinAYear = (day: string, of: string): boolean => day > addDays(of, -365) && day <= addDays(of, 365)

/** Latest first; what was said to have stood there before, where no season of before is recorded. */
function earlierSeasons(row: CropRow, planted: readonly PlantedRow[]): CropFacts['earlierSeasons'] {
  const seasons = Map.groupBy(
    planted.filter(({ startDate }) => startDate < row.startDate),
    ({ seasonId }) => seasonId,
  )
  const known = [...seasons.values()].flatMap((rows) => {
    const [first] = rows
    const grown = rows.filter(({ role }) => role !== null && isOfRotation({ role }))
    const scientific = grown.flatMap(({ scientificName }) => scientificName ?? [])
    return first
      ? [
          {
            name: first.name,
            startDate: first.startDate,
            cropTypeIds: grown.flatMap(({ cropTypeId }) => cropTypeId ?? []),
            hasLegume: scientific.some(isLegume),
          },
        ]
      : []
  })
  if (known.length > 0 || row.previousCropTypeId === null) return known
  return [{ name: '', startDate: '', cropTypeIds: [row.previousCropTypeId], hasLegume: isLegume(row.previousScientificName ?? '') }]
}

/** Of a plot that nobody has mapped: as if it were a square. */
function squareOf(areaHa: number): Record<Neighbour['side'], number> {
  const side = Math.sqrt(areaHa * 10_000)
  return { N: side, S: side, E: side, W: side }
}

/** Metres along the sides of the bounds of a plot; a degree of latitude is 111,320 m. */
function sidesOf({ west, south, east, north }: NonNullable<CropRow['bbox']>): Record<Neighbour['side'], number> {
  const height = (north - south) * 111_320
  const width = (east - west) * 111_320 * Math.cos((((north + south) / 2) * Math.PI) / 180)
  return { N: width, S: width, E: height, W: height }
}
