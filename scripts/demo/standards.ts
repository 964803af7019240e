// What the programme is certified to and by whom, and how its cotton is grown: schemes, certification bodies, scope
// certificates and the package of practices of the domain dictionary (2.5, 15). Bodies and their numbers are invented.
import { criticalWeight } from '#domain/kernel/plan.ts'
import { addDays, type Calendar } from './calendar.ts'
import { cottonTexts } from './step-texts.ts'

type Body = Record<string, unknown>

/** Who certifies operators and gins, as their own records name it. */
export const certificationBody = 'Nimar Organic Certification'

export const schemes: readonly (Body & { code: string })[] = [
  {
    code: 'NPOP',
    name: 'National Programme for Organic Production',
    abbreviation: 'NPOP',
    versionName: '8th edition',
    ownerName: 'APEDA',
    type: 'FARM',
    country: 'IN',
    claimText: 'Organic cotton from certified grower groups',
    inspectionsPerYear: 1,
  },
  {
    code: 'GOTS',
    name: 'Global Organic Textile Standard',
    abbreviation: 'GOTS',
    versionName: '7.0',
    ownerName: 'Global Standard',
    type: 'CHAIN',
    claimText: 'Made with organic fibres',
    conversionMonthsAnnual: 0,
    conversionMonthsPerennial: 0,
  },
]

/** Of grower groups by the farm scheme, by its code (BR-22): stated once the groups have their members, because their certificates are entered first. */
export const groupLimits = { NPOP: { groupMin: 25, groupMax: 500, largeFarmHa: 4, largeFarmAreaShareMax: 0.5 } } as const

export const bodies: readonly (Body & { code: string; schemes: readonly string[] })[] = [
  {
    code: 'CB-NIMAR',
    name: certificationBody,
    shortName: 'Nimar Organic',
    accreditationNo: 'NAB/0990',
    schemes: ['NPOP', 'GOTS'],
    address: 'AB Road, Vijay Nagar',
    district: 'Indore',
    state: 'Madhya Pradesh',
    pin: '452010',
    contacts: [{ name: 'Carla Moretti', role: 'Auditor', email: 'carla@cotton.example' }],
  },
  {
    code: 'CB-DECCAN',
    name: 'Deccan Inspection Services',
    shortName: 'Deccan Inspection',
    accreditationNo: 'NAB/0991',
    schemes: ['GOTS'],
    address: 'Station Road',
    district: 'Aurangabad',
    state: 'Maharashtra',
    pin: '431001',
    contacts: [{ name: 'Devika Rao', role: 'Auditor', email: 'devika@cotton.example' }],
  },
].map((one) => ({ accreditedBy: 'National Accreditation Body', country: 'IN', ...one }))

type Certificate = { holder: string; scheme: string; body: string; days: number; products: readonly string[] }
/** `days`: how long it is still good; the knitter’s has expired, between two lots of yarn that were sent there. */
const certified: readonly Certificate[] = [
  { holder: 'OP1', scheme: 'NPOP', body: 'CB-NIMAR', days: 320, products: ['PRD-SC', 'PRD-SOY', 'PRD-WHEAT', 'PRD-CHICKPEA'] },
  { holder: 'OP2', scheme: 'NPOP', body: 'CB-NIMAR', days: 320, products: ['PRD-SC', 'PRD-SOY', 'PRD-WHEAT', 'PRD-CHICKPEA'] },
  { holder: 'OP3', scheme: 'NPOP', body: 'CB-NIMAR', days: 320, products: ['PRD-SC'] },
  { holder: 'KHARGONE-GIN', scheme: 'NPOP', body: 'CB-NIMAR', days: 400, products: ['PRD-LINT', 'PRD-BALE', 'PRD-CSEED'] },
  { holder: 'SENDHWA-GIN', scheme: 'GOTS', body: 'CB-DECCAN', days: 45, products: ['PRD-LINT', 'PRD-BALE'] },
  { holder: 'INDORE-SPINNER', scheme: 'GOTS', body: 'CB-NIMAR', days: 250, products: ['PRD-YARN-CARDED', 'PRD-YARN-COMBED', 'PRD-NOIL'] },
  { holder: 'DEWAS-KNITTER', scheme: 'GOTS', body: 'CB-NIMAR', days: -13, products: ['PRD-FABRIC-KNIT'] },
]
/** Eighteen months long, so that they cover the whole season; numbered as the holder's own record says. */
export const certificatesOf = ({ anchor, year }: Calendar) =>
  certified.map(({ days, ...one }) => ({
    ...one,
    scNo: one.scheme === 'NPOP' ? `NOC/${one.holder}/${year}` : `GOTS/${one.holder}/${year}`,
    issueDate: addDays(anchor, days - 540),
    validFrom: addDays(anchor, days - 540),
    validTo: addDays(anchor, days),
  }))

type Step = readonly [code: string, name: string, event: string, day: number, before: number, after: number, more?: Body]
const may = { mandatory: false }
const steps: readonly Step[] = [
  ['PLOUGH', 'Summer deep ploughing', 'LAND_PREP', -40, 15, 20],
  ['FYM', 'Farmyard manure or compost', 'INPUT_APPLICATION', -21, 10, 14, { item: 'FYM', params: '5–10 t per ha' }],
  ['SEED', 'Seed receipt with proof of non-GM', 'SEED_RECEIPT', -15, 15, 14, { evidence: ['DOC'], params: 'GMO test or seed certificate' }],
  ['NEEM-CAKE', 'Neem cake', 'INPUT_APPLICATION', -2, 5, 10, { ...may, item: 'NEEM-CAKE', params: '150–250 kg per ha' }],
  ['TREAT', 'Seed treatment with Trichoderma', 'SEED_TREATMENT', -1, 2, 1, { item: 'TRICHODERMA', params: '4 g per kg of seed' }],
  ['SOW', 'Sowing', 'SOWING', 0, 0, 0, { weight: 3, params: '90 × 45–60 cm; 2–15 kg of seed per ha' }],
  ['BORDER', 'Border and trap crops', 'SOWING', 0, 0, 10, { sownAs: ['BORDER', 'TRAP'], params: 'Maize border; castor and marigold as traps' }],
  ['GERM', 'Germination count and gap filling', 'GERMINATION_COUNT', 12, 4, 6, { params: 'Plants per m²' }],
  ['THIN', 'Thinning', 'INTERCULTURE', 20, 4, 7, { ...may, operation: 'THINNING' }],
  ['WEED-1', 'First weeding', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }],
  ['SCOUT', 'Scouting', 'SCOUTING', 30, 3, 4, { repeatEveryDays: 10, repeatCount: 8, params: 'Pests counted against the threshold' }],
  ['TRAPS', 'Pheromone and sticky traps', 'PEST_MONITORING', 35, 5, 10, { item: 'PHEROMONE-PBW', params: 'At least 10 per ha' }],
  ['EARTH', 'Earthing up', 'INTERCULTURE', 40, 5, 10, { ...may, operation: 'EARTHING_UP' }],
  ['WEED-2', 'Second weeding', 'INTERCULTURE', 42, 5, 7, { operation: 'WEEDING' }],
  ['NSKE', 'Neem seed kernel extract', 'PLANT_PROTECTION', 45, 5, 15, { ...may, item: 'NSKE-5', condition: { type: 'SCOUTING_OVER' }, params: '5 %' }],
  ['INSPECT-1', 'First internal inspection', 'INTERNAL_INSPECTION', 50, 15, 25, { weight: 2 }],
  ['TOP', 'Topping', 'INTERCULTURE', 78, 5, 7, { ...may, operation: 'TOPPING' }],
  ['YIELD', 'Yield estimation', 'YIELD_ESTIMATE', 95, 10, 15, { weight: 2, params: 'Sample bolls' }],
  ['INSPECT-2', 'Second internal inspection', 'INTERNAL_INSPECTION', 110, 15, 20, { weight: 2 }],
  ['PICK-1', 'First picking', 'HARVEST', 120, 10, 20, { weight: 2, params: 'Clean cotton bags only' }],
  ['PICK-2', 'Second picking', 'HARVEST', 145, 10, 20, may],
  ['PICK-3', 'Third picking', 'HARVEST', 170, 10, 20, may],
  ['STALKS', 'Stalk removal, residue shredding', 'CROP_CLOSE', 190, 10, 30],
]

/** Wheat of the winter season: assumption, after what is usual in the valley. */
const wheatSteps: readonly Step[] = [
  ['SOW', 'Sowing', 'SOWING', 0, 0, 0, { weight: 3 }],
  ['GERM', 'Germination count', 'GERMINATION_COUNT', 11, 4, 6, { params: 'Plants per m²' }],
  ['WATER-1', 'Watering at crown roots', 'IRRIGATION', 21, 3, 5, { condition: { type: 'WATER_REGIME', waterRegimes: ['IRRIGATED', 'PROTECTIVE_IRRIGATION'] } }],
  // Nothing is sprayed against weeds: what is not pulled in its weeks costs the crop. The critical step, which makes a task (6.3).
  ['WEED', 'Weeding', 'INTERCULTURE', 28, 5, 7, { operation: 'WEEDING', weight: criticalWeight }],
  ['SCOUT', 'Scouting', 'SCOUTING', 35, 5, 7, { repeatEveryDays: 20, repeatCount: 3, params: 'Aphids and rust' }],
  ['LIQUID', 'Liquid manure', 'INPUT_APPLICATION', 45, 7, 10, { ...may, item: 'FYM' }],
  ['INSPECT', 'Internal inspection', 'INTERNAL_INSPECTION', 60, 15, 20, { weight: 2 }],
  ['YIELD', 'Yield estimation', 'YIELD_ESTIMATE', 95, 7, 10, { weight: 2 }],
  ['CUT', 'Harvest', 'HARVEST', 118, 7, 14, { weight: 2 }],
  ['CLEAR', 'Straw stacked, field cleared', 'CROP_CLOSE', 8, 4, 20, { anchor: 'FIRST_HARVEST' }],
]
const planned = (steps: readonly Step[], idOf: (code: string) => string | undefined, texts: typeof cottonTexts = {}): Body[] =>
  steps.map(([code, name, eventType, offsetDays, windowBefore, windowAfter, { item, ...more } = {}]) => ({
    code,
    name,
    eventType,
    anchor: 'SOWING',
    offsetDays,
    windowBefore,
    windowAfter,
    mandatory: true,
    weight: 1,
    evidence: [],
    sownAs: [],
    ...more,
    ...(typeof item === 'string' ? { itemId: idOf(item) } : {}),
    ...textsOf(texts[code]),
  }))
const textsOf = (texts: (typeof cottonTexts)[string] | undefined): Body =>
  texts ? { instruction: texts.instruction, translations: [{ language: 'hi', name: texts.hi, instruction: texts.hiInstruction }] } : {}

/** Organic wheat of the Nimar valley. `idOf`: of an input or a crop type by its code. */
export const wheatPackage = ({ rabi }: Calendar, idOf: (code: string) => string | undefined): Body & { code: string } => ({
  code: 'POP-WHEAT-ORG-NIMAR',
  name: 'Organic wheat, Nimar',
  localName: 'जैविक गेहूँ, निमाड़',
  cropTypeId: idOf('WHEAT'),
  varietyIds: [],
  regions: ['Khargone', 'Barwani'],
  waterRegimes: ['RAINFED', 'PROTECTIVE_IRRIGATION', 'IRRIGATED'],
  season: 'RABI',
  durationDays: 150,
  validFrom: rabi.startDate,
  inputItemIds: ['FYM'].map(idOf),
  planEvents: planned(wheatSteps, idOf),
})

/** Organic cotton of the Nimar valley, from ploughing to the stalks (domain dictionary 2.5). `idOf`: of an input or a crop type by its code. */
export const cottonPackage = ({ kharif }: Calendar, idOf: (code: string) => string | undefined): Body & { code: string } => ({
  code: 'POP-COT-ORG-NIMAR',
  name: 'Organic cotton, Nimar',
  localName: 'जैविक कपास, निमाड़',
  names: [{ language: 'hi', name: 'जैविक कपास, निमाड़' }],
  cropTypeId: idOf('COTTON'),
  varietyIds: [],
  regions: ['Khargone', 'Barwani'],
  waterRegimes: ['RAINFED', 'PROTECTIVE_IRRIGATION', 'IRRIGATED'],
  season: 'KHARIF',
  durationDays: 200,
  validFrom: kharif.startDate,
  inputItemIds: ['FYM', 'NEEM-CAKE', 'TRICHODERMA', 'NSKE-5', 'PHEROMONE-PBW'].map(idOf),
  planEvents: planned(steps, idOf, cottonTexts),
})
