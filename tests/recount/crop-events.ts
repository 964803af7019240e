// The facts that rules of schemes look at, of one crop, read from rows and from recorded events alone: what was voided or superseded is not among them, and what came late
// is at its own day.
import type { CropFacts, LabResult } from '#domain/certification/judging/facts.ts'
import { asDay, dayOf, type Event, type Row } from './facts.ts'
import { riskClassOf } from './risk.ts'

type Tables = 'crop' | 'croppingsystem' | 'landparcel' | 'farmer' | 'croptype' | 'season' | 'productbatch' | 'inputitem' | 'nonconformity'
/** `events`: without what was taken back, in order of occurrence. `firstRecorded`: when one, or the first that it was put in place of, was recorded. */
export type Recorded = { rows: Record<Tables, Row[]>; events: Event[]; today: string; firstRecorded(eventId: string): number }

const legumes = /^(Vigna|Cajanus|Cicer|Glycine) /
const isPicked = ({ role }: Row): boolean => role === 'MAIN' || role === 'INTERCROP'

export function factsOfCrop({ rows, events, today, firstRecorded }: Recorded, cropId: string): CropFacts {
  const the = (table: Tables, id: string): Row => rows[table].find((one) => one.id === id)
  const of = (id: string, ...types: string[]): Event[] =>
    events.filter(({ subjectId, type }) => subjectId === id && (types.length === 0 || types.includes(type)))
  const crop = the('crop', cropId)
  const [type, system, plot, season] = [
    the('croptype', crop.crop_type_id),
    the('croppingsystem', crop.cropping_system_id),
    the('landparcel', crop.parcel_id),
    the('season', crop.season_id),
  ]
  const [starts, ends] = [asDay(season.start_date) ?? '', asDay(season.end_date) ?? '']
  const day = ({ at }: Event): string => dayOf(at)
  const occurrence = (event: Event) => ({ eventId: event.id, day: day(event) })
  const sowings = of(crop.id, 'SOWING', 'RESOWING')
  const lastSown = sowings.at(-1)
  const firstOf = (name: string): string | null => {
    const first = of(crop.id, name).find(({ at }) => !lastSown || at >= lastSown.at)
    return first ? day(first) : null
  }
  const ended = of(crop.id, 'CROP_CLOSE', 'CLOSED', 'CROP_LOSS').find(({ type: name, data }) => name !== 'CROP_LOSS' || data.share === 1)
  const visits = [crop.id, crop.parcel_id, crop.farmer_id]
    .flatMap((id) => of(id, 'INTERNAL_INSPECTION'))
    .filter(({ subjectId, data }) => subjectId === crop.id || data.seasonId === crop.season_id)
    .toSorted((one, other) => one.at - other.at)
  const lots = rows.productbatch.filter((one) => one.unit_type === 'FARM_LOT' && one.crop_id === crop.id)
  const results = lots.flatMap(({ id }) => of(id, 'LAB_RESULT'))
  const awaited = lots.flatMap(({ id }) =>
    of(id, 'SAMPLE_TAKEN').filter(({ data }) => !results.some((one) => one.subjectId === id && one.data.sampleNo === data.sampleNo)),
  )
  const ofLots = [...results, ...awaited].toSorted((one, other) => one.at - other.at)
  const papers = of(crop.id, 'SOWING', 'RESOWING', 'SEED_RECEIPT').flatMap(({ data }) =>
    data.nonGmProof ? [{ kind: data.nonGmProofKind ?? null, number: data.nonGmProof, eventId: null }] : [],
  )
  const others = rows.crop.filter(
    (one) => one.farmer_id === crop.farmer_id && one.season_id === crop.season_id && one.id !== crop.id && one.status !== 'CANCELLED',
  )
  const typeOf = (one: Row): Row => the('croptype', one.crop_type_id)
  const sides = new Map<string, Row[]>(Map.groupBy((plot.neighbours_typed ?? []) as Row[], ({ side }) => side))
  for (const { data } of of(plot.id, 'BUFFER_OBSERVED')) sides.set(data.side, [{ side: data.side, use: data.use, bufferM: data.metres }])
  const before = rows.croppingsystem
    .filter(({ parcel_id: id }) => id === plot.id)
    .map((one) => ({
      startDate: asDay(the('season', one.season_id).start_date) ?? '',
      crops: rows.crop.filter((own) => own.cropping_system_id === one.id && own.status !== 'CANCELLED'),
    }))
    .filter(({ startDate }) => startDate < starts)
    .toSorted((one, other) => (one.startDate < other.startDate ? 1 : -1))
  return {
    today,
    crop: {
      ...{
        id: crop.id,
        code: crop.code,
        status: crop.status,
        role: crop.role,
        areaHa: crop.area_ha,
        cropTypeId: crop.crop_type_id,
        varietyId: crop.variety_id,
      },
      ...{ cropName: type.name, isPerennial: type.lifecycle === 'PERENNIAL', isLegume: legumes.test(type.scientific_name), hasGmRisk: type.gm_risk },
      ...{ seedSource: crop.seed_source, sowingDate: lastSown ? day(lastSown) : null, endedOn: ended ? day(ended) : null },
    },
    season: { name: season.name, startDate: starts, endDate: ends },
    system: { areaHa: Number(system.area_ha), isManagedOrganically: system.managed_organically },
    anchors: { SOWING: lastSown ? day(lastSown) : null, FLOWERING: firstOf('FLOWERING'), FIRST_HARVEST: firstOf('HARVEST'), SEASON_START: starts },
    events: [...of(crop.id), ...of(system.id)].map((event) => ({ ...occurrence(event), eventType: event.type })),
    inputs: [...of(crop.id, 'PLANT_PROTECTION'), ...of(system.id, 'INPUT_APPLICATION')].map((event) => {
      const { itemId, phiDays, total, unit, areaHa } = event.data
      const item = the('inputitem', itemId)
      const isOnCrop = event.subjectId === crop.id
      const ha = isOnCrop ? crop.area_ha : (areaHa ?? system.area_ha)
      return {
        ...{ ...occurrence(event), isOfCrop: true, itemId, itemName: item.name, category: item.category, permission: item.permission, bySchemes: {} },
        isPlantProtection: isOnCrop || (phiDays ?? item.phi_days) > 0,
        kgPerHa: unit === 'KG' ? total / ha : unit === 'G' ? total / 1000 / ha : null,
        ground: { season: crop.season_id, system: system.id, crop: isOnCrop ? crop.id : null },
        outsideHa: isOnCrop ? 0 : system.area_ha - ha,
      }
    }),
    pickings: of(crop.id, 'HARVEST').map((event) => ({ ...occurrence(event), kg: event.data.kg, isWaitOverridden: Boolean(event.data.phiOverride) })),
    lotIds: lots.map(({ id }) => id),
    plot: { neighbours: [...sides.values()].flat() as CropFacts['plot']['neighbours'], sideM: null },
    earlierSeasons: before.map(({ startDate, crops }) => ({
      ...{ name: '', startDate, cropTypeIds: crops.filter(isPicked).map((one) => one.crop_type_id) },
      hasLegume: crops.some((one) => isPicked(one) && legumes.test(typeOf(one).scientific_name)),
    })),
    otherCrops: others.map((one) => ({
      ...{ code: one.code, cropTypeId: one.crop_type_id, varietyId: one.variety_id, role: one.role, areaHa: one.area_ha, isLost: one.status === 'FAILED' },
      isManagedOrganically: the('croppingsystem', one.cropping_system_id).managed_organically,
      isOfSystem: one.cropping_system_id === system.id,
      isLegume: legumes.test(typeOf(one).scientific_name),
    })),
    inspections: visits.map(occurrence),
    trainings: of(crop.farmer_id, 'TRAINING_ATTENDED')
      .filter((event) => day(event) >= starts && day(event) <= ends)
      .map((event) => ({ ...occurrence(event), hours: event.data.hours })),
    riskClass: riskClassOf({ rows, events, today, firstRecorded }, crop.farmer_id),
    labResults: [
      ...of(plot.id, 'SOIL_TEST', 'WATER_TEST').map((event): LabResult => {
        const isWater = event.type === 'WATER_TEST'
        const of = {
          ...occurrence(event),
          test: isWater ? ('WATER' as const) : ('SOIL' as const),
          isPositive: Boolean(event.data.contaminants),
          lotId: null,
          isOfMixed: false,
        }
        return isWater ? { ...of, source: event.data.waterSource } : of
      }),
      ...ofLots.map((event) => ({
        ...{ ...occurrence(event), test: event.data.kind, lotId: event.subjectId, isOfMixed: false },
        isPositive: event.type === 'LAB_RESULT' ? event.data.result === 'POSITIVE' : null,
      })),
    ],
    documents: [
      ...(plot.survey_no ? [{ kind: 'LAND_RECORD' as const, day: null, eventId: null, isFile: false }] : []),
      ...[false, true].flatMap((isFile) => {
        const { contract_signed_on: on, contract_files: papers } = the('farmer', crop.farmer_id)
        return (isFile ? papers?.length : on) ? [{ kind: 'CONTRACT' as const, day: asDay(on), eventId: null, isFile }] : []
      }),
      ...[...of(crop.id, 'SEED_RECEIPT'), ...of(crop.farmer_id, 'INPUT_DISTRIBUTED').filter((event) => day(event) >= starts && day(event) <= ends)].map(
        (event) => ({
          ...{ kind: 'INPUT_RECEIPT' as const, day: day(event), eventId: event.id, isFile: (event.data.files ?? []).length > 0 },
        }),
      ),
    ],
    gmProofs: [
      ...papers,
      ...results.flatMap(({ data }) =>
        data.kind === 'GMO' && data.result === 'NEGATIVE' ? [{ kind: 'GMO_TEST' as const, number: data.reportNo, eventId: null }] : [],
      ),
    ],
    answers: visits.flatMap((event) =>
      (event.data.answers ?? []).map(({ rule, answer }: Row) => ({
        ...{ ...occurrence(event), rule, schemeId: null, answer, note: null },
        ...{ isRight: null, isYesOrNo: true, shown: [] },
      })),
    ),
    openFindings: rows.nonconformity
      .filter(
        (one) =>
          one.created_by &&
          one.status !== 'CLOSED' &&
          (one.crop_id === crop.id || (!one.crop_id && (one.parcel_id === plot.id || (!one.parcel_id && one.farmer_id === crop.farmer_id)))),
      )
      .map(({ ref, rule, severity }) => ({ ref, rule, severity, schemeId: null })),
  }
}
