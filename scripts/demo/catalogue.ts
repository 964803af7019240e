// What the programme has to know before anybody sows: seasons, crops with their norms, varieties, inputs and
// products (domain dictionary 2.2, 2.4). Yields and conversion norms of the region are assumptions.
import type { Calendar } from './calendar.ts'

type Body = Record<string, unknown>
export type CatalogueEntry = { entity: string; body: Body & { code: string }; activate?: boolean }

const norm = (waterRegime: string, minKgPerHa: number, typicalKgPerHa: number, maxKgPerHa: number) => ({ waterRegime, minKgPerHa, typicalKgPerHa, maxKgPerHa })
const everywhere = (min: number, typical: number, max: number) =>
  ['RAINFED', 'PROTECTIVE_IRRIGATION', 'IRRIGATED'].map((regime) => norm(regime, min, typical, max))

const crops: (Body & { code: string })[] = [
  {
    code: 'COTTON',
    name: 'Cotton',
    localName: 'कपास',
    scientificName: 'Gossypium hirsutum, G. arboreum',
    hsCode: '5201',
    daysMin: 165,
    daysMax: 210,
    seedKgPerHaMin: 2,
    seedKgPerHaMax: 15,
    gmRisk: true,
    yieldNorms: [norm('RAINFED', 300, 800, 1_600), norm('PROTECTIVE_IRRIGATION', 500, 1_350, 2_400), norm('IRRIGATED', 500, 1_350, 2_400)],
  },
  {
    code: 'SOYBEAN',
    name: 'Soybean',
    localName: 'सोयाबीन',
    scientificName: 'Glycine max',
    hsCode: '120190',
    daysMin: 95,
    daysMax: 110,
    seedKgPerHaMin: 50,
    seedKgPerHaMax: 90,
    gmRisk: true,
    eudrCommodity: true,
    yieldNorms: everywhere(400, 1_000, 2_200),
  },
  {
    code: 'MAIZE',
    name: 'Maize',
    localName: 'मक्का',
    scientificName: 'Zea mays',
    hsCode: '100590',
    daysMin: 95,
    daysMax: 115,
    seedKgPerHaMin: 12,
    seedKgPerHaMax: 30,
    gmRisk: true,
    yieldNorms: everywhere(800, 2_200, 5_000),
  },
  {
    code: 'WHEAT',
    name: 'Wheat',
    localName: 'गेहूं',
    scientificName: 'Triticum aestivum, T. durum',
    hsCode: '1001',
    daysMin: 110,
    daysMax: 130,
    seedKgPerHaMin: 80,
    seedKgPerHaMax: 125,
    yieldNorms: everywhere(1_000, 2_600, 4_500),
  },
  {
    code: 'CHICKPEA',
    name: 'Chickpea',
    localName: 'चना',
    scientificName: 'Cicer arietinum',
    hsCode: '071320',
    daysMin: 95,
    daysMax: 115,
    seedKgPerHaMin: 60,
    seedKgPerHaMax: 100,
    yieldNorms: everywhere(400, 1_000, 2_000),
  },
  {
    code: 'CASTOR',
    name: 'Castor',
    localName: 'अरंडी',
    scientificName: 'Ricinus communis',
    hsCode: '120730',
    daysMin: 150,
    daysMax: 240,
    seedKgPerHaMin: 5,
    seedKgPerHaMax: 15,
    yieldNorms: everywhere(300, 900, 2_000),
  },
  {
    code: 'MARIGOLD',
    name: 'Marigold',
    localName: 'गेंदा',
    scientificName: 'Tagetes erecta',
    daysMin: 60,
    daysMax: 120,
    seedKgPerHaMin: 0.5,
    seedKgPerHaMax: 3,
    yieldNorms: everywhere(0, 5_000, 15_000),
  },
]
const varieties: [crop: string, name: string, species: string, seedMin: number, seedMax: number][] = [
  ['COTTON', 'RVJK-SGF-1', 'Gossypium arboreum', 6, 15],
  ['COTTON', 'RVJK-SGF-2', 'Gossypium hirsutum', 2, 8],
  ['SOYBEAN', 'JS 20-34', 'Glycine max', 50, 90],
  ['SOYBEAN', 'JS 95-60', 'Glycine max', 50, 90],
  ['MAIZE', 'Jawahar Maize 216', 'Zea mays', 12, 30],
  ['WHEAT', 'Lok-1', 'Triticum aestivum', 80, 125],
  ['WHEAT', 'Sujata', 'Triticum aestivum', 80, 125],
  ['CHICKPEA', 'JG 11', 'Cicer arietinum', 60, 100],
  ['CASTOR', 'Jwala 48-1', 'Ricinus communis', 5, 15],
  ['MARIGOLD', 'Pusa Narangi', 'Tagetes erecta', 0.5, 3],
]
const inputs: (Body & { code: string })[] = [
  { code: 'FYM', name: 'Farmyard manure', category: 'MANURE', permission: 'ALLOWED', phiDays: 0 },
  { code: 'NEEM-CAKE', name: 'Neem cake', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 },
  { code: 'TRICHODERMA', name: 'Trichoderma viride', category: 'BIOCONTROL', permission: 'ALLOWED', phiDays: 0 },
  { code: 'NSKE-5', name: 'Neem seed kernel extract 5 %', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 3 },
  { code: 'PHEROMONE-PBW', name: 'Pheromone trap, pink bollworm', category: 'PHEROMONE_TRAP', permission: 'ALLOWED', phiDays: 0 },
  { code: 'UREA', name: 'Urea', category: 'SYNTH_FERTILISER', permission: 'PROHIBITED', phiDays: 0 },
]
const products: (Body & { code: string })[] = [
  { code: 'PRD-SC', name: 'Seed cotton', kind: 'RAW', material: 'SEED_COTTON', cropTypeId: 'COTTON', hsCode: '520100', unitType: 'HEAP' },
  { code: 'PRD-LINT', name: 'Cotton lint', kind: 'SEMI', material: 'LINT', hsCode: '520100', unitType: 'HEAP' },
  { code: 'PRD-BALE', name: 'Cotton bale', kind: 'SEMI', material: 'BALE', hsCode: '520100', unitType: 'BALE_LOT', nominalUnitKg: 170 },
  { code: 'PRD-CSEED', name: 'Cottonseed', kind: 'BYPRODUCT', material: 'COTTONSEED', hsCode: '120729', unitType: 'HEAP' },
  { code: 'PRD-WASTE-GIN', name: 'Gin trash', kind: 'WASTE', material: 'GIN_TRASH', hsCode: '520299', unitType: 'HEAP', sellable: false },
  { code: 'PRD-SOY', name: 'Soybean', kind: 'RAW', material: 'GRAIN', cropTypeId: 'SOYBEAN', hsCode: '120190', unitType: 'BAG_LOT' },
  { code: 'PRD-MAIZE', name: 'Maize', kind: 'RAW', material: 'GRAIN', cropTypeId: 'MAIZE', hsCode: '100590', unitType: 'BAG_LOT' },
  { code: 'PRD-WHEAT', name: 'Wheat', kind: 'RAW', material: 'GRAIN', cropTypeId: 'WHEAT', hsCode: '100119', unitType: 'BAG_LOT' },
  { code: 'PRD-CHICKPEA', name: 'Chickpea', kind: 'RAW', material: 'GRAIN', cropTypeId: 'CHICKPEA', hsCode: '071320', unitType: 'BAG_LOT' },
  { code: 'PRD-YARN-CARDED', name: 'Carded yarn', kind: 'SEMI', material: 'YARN', hsCode: '520512', unitType: 'CONE_LOT' },
  { code: 'PRD-YARN-COMBED', name: 'Combed yarn', kind: 'SEMI', material: 'YARN', hsCode: '520524', unitType: 'CONE_LOT' },
  { code: 'PRD-NOIL', name: 'Comber noil', kind: 'BYPRODUCT', material: 'NOIL', hsCode: '520299', unitType: 'HEAP' },
  { code: 'PRD-FABRIC-KNIT', name: 'Knitted fabric', kind: 'SEMI', material: 'FABRIC', hsCode: '600622', unitType: 'ROLL_LOT' },
]

const varietyCode = (name: string): string => `VAR-${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '-')}`
/** The code of the input that is seed of a variety. */
export const seedItemOf = (variety: string): string => varietyCode(variety).replace('VAR-', 'SEED-')

/** In the order in which they must be made. `cropTypeId` and `varietyId` hold codes, to be replaced by ids. */
export function catalogueOf(calendar: Calendar): CatalogueEntry[] {
  return [
    ...[calendar.kharif, calendar.rabi].map((season) => ({ entity: 'season', body: { ...season } })),
    ...crops.map((body) => ({ entity: 'croptype', body })),
    ...varieties.map(([crop, name, species, seedKgPerHaMin, seedKgPerHaMax]) => ({
      entity: 'variety',
      body: {
        code: varietyCode(name),
        cropTypeId: crop,
        name,
        species,
        gmStatus: 'NON_GM',
        seedKgPerHaMin,
        seedKgPerHaMax,
      },
    })),
    ...inputs.map((body) => ({ entity: 'inputitem', body })),
    ...varieties.map(([crop, name]) => ({
      entity: 'inputitem',
      body: {
        ...{ code: seedItemOf(name), name: `Seed ${name}`, category: 'SEED', permission: 'ALLOWED', phiDays: 0, maker: 'Nimar Seed Producers' },
        ...{ cropTypeId: crop, varietyId: varietyCode(name) },
      },
    })),
    ...products.map((body) => ({ entity: 'product', body, activate: true })),
  ]
}
