// What the dairy programme keeps, feeds and treats with: breeds, medicines with the periods of their labels, feeds,
// diagnoses, and one package of practices each for broilers, layers and carp (targets after the domain dictionary, 9.4).

type Entry = { entity: string; key: string; body: Record<string, unknown> }
const breed = (key: string, name: string, localName: string, species: string, purpose: string): Entry => ({
  entity: 'breed',
  key,
  body: { name, localName, species, purpose, scheme: species === 'POULTRY' || species === 'FISH' ? 'LOCAL' : 'NBAGR' },
})
type Period = readonly [species: string, product: string, value: number, unit: 'DAYS' | 'HOURS' | 'DEGREE_DAYS']
const medicine = (key: string, name: string, medicineClass: string, periods: readonly Period[], more: Record<string, unknown> = {}): Entry => ({
  entity: 'medicine',
  key,
  body: { name, medicineClass, withdrawals: periods.map(([species, product, value, unit]) => ({ species, product, value, unit })), ...more },
})
const feed = (key: string, name: string, category: string, supplier: string | null, proteinShare: number): Entry => ({
  entity: 'feeditem',
  key,
  body: { name, category, proteinShare, ...(supplier ? { supplier } : {}) },
})
const diagnosis = (key: string, name: string, localName: string, species: string, notifiable = false): Entry => ({
  entity: 'diagnosiscode',
  key,
  body: { name, localName, species, notifiable },
})

export const herdCatalogue: readonly Entry[] = [
  breed('gir', 'Gir', 'गिर', 'CATTLE', 'MILK'),
  breed('kankrej', 'Kankrej', 'कांकरेज', 'CATTLE', 'DUAL'),
  breed('sahiwal', 'Sahiwal', 'साहीवाल', 'CATTLE', 'MILK'),
  breed('jaffarabadi', 'Jaffarabadi', 'जाफराबादी', 'BUFFALO', 'MILK'),
  breed('surti', 'Surti', 'सुरती', 'GOAT', 'MILK'),
  breed('zalawadi', 'Zalawadi', 'झालावाड़ी', 'GOAT', 'DUAL'),
  breed('marwari', 'Marwari', 'मारवाड़ी', 'SHEEP', 'WOOL_FIBRE'),
  breed('patanwadi', 'Patanwadi', 'पाटनवाड़ी', 'SHEEP', 'DUAL'),
  breed('broiler', 'Vencobb 430', 'वेनकॉब ४३०', 'POULTRY', 'MEAT'),
  breed('layer', 'BV 300', 'बीवी ३००', 'POULTRY', 'EGGS'),
  medicine(
    'ceftiofur',
    'Ceftiofur sodium injection 1 g',
    'ANTIBIOTIC',
    [
      ['CATTLE', 'MILK', 4, 'DAYS'],
      ['CATTLE', 'MEAT', 14, 'DAYS'],
      ['BUFFALO', 'MILK', 4, 'DAYS'],
      ['BUFFALO', 'MEAT', 14, 'DAYS'],
    ],
    { prescriptionOnly: true },
  ),
  medicine('fenbendazole', 'Fenbendazole bolus 1.5 g', 'ANTIPARASITIC', [
    ['CATTLE', 'MEAT', 14, 'DAYS'],
    ['GOAT', 'MEAT', 14, 'DAYS'],
    ['SHEEP', 'MEAT', 14, 'DAYS'],
  ]),
  medicine('fmd', 'Foot-and-mouth disease vaccine, trivalent', 'VACCINE', [], { organicAllowed: true }),
  medicine('lasota', 'Ranikhet disease vaccine, La Sota', 'VACCINE', [], { organicAllowed: true }),
  medicine('oxytetracycline', 'Oxytetracycline soluble powder 5 %', 'ANTIBIOTIC', [
    ['POULTRY', 'MEAT', 7, 'DAYS'],
    ['POULTRY', 'EGGS', 5, 'DAYS'],
    ['FISH', 'MEAT', 500, 'DEGREE_DAYS'],
  ]),
  feed('concentrate', 'Amul Dan cattle feed', 'Concentrate', 'Kaira Union', 0.2),
  feed('lucerne', 'Green lucerne (rajko)', 'Roughage', null, 0.18),
  feed('grower', 'Broiler grower crumbs', 'Concentrate', 'Shree Ganesh Feeds', 0.21),
  feed('layerfeed', 'Layer mash phase 1', 'Concentrate', 'Shree Ganesh Feeds', 0.18),
  feed('fishfeed', 'Floating fish feed 28 %', 'Concentrate', 'Saurashtra Aqua', 0.28),
  diagnosis('mastitis', 'Mastitis', 'थनैला', 'CATTLE'),
  diagnosis('fmd', 'Foot-and-mouth disease', 'खुरपका-मुँहपका', 'CATTLE', true),
  diagnosis('ppr', 'Peste des petits ruminants', 'पीपीआर (बकरी प्लेग)', 'GOAT', true),
  diagnosis('ranikhet', 'Ranikhet disease', 'रानीखेत', 'POULTRY', true),
]

type Step = readonly [code: string, name: string, eventType: string, day: number, more?: Record<string, unknown>]
const steps = (all: readonly Step[]) =>
  all.map(([code, name, eventType, offsetDays, more = {}]) => ({
    code,
    name,
    eventType,
    offsetDays,
    windowBefore: 0,
    windowAfter: 2,
    mandatory: true,
    critical: false,
    weight: 1,
    evidence: [],
    ...more,
  }))
const points = <K extends string>(name: K, all: readonly (readonly [day: number, value: number])[]) => all.map(([day, value]) => ({ day, [name]: value }))
/** Targets of one day stand in one row. */
const queryAll = (...lists: readonly (readonly ({ day: number } & Record<string, number>)[])[]) =>
  [...Map.groupBy(lists.flat(), ({ day }) => day).values()]
    .map((rows) => Object.assign({}, ...rows) as { day: number })
    .sort((one, other) => one.day - other.day)

/** `validFrom`: a plain day. `strain`: ids by key of the catalogue. */
export const herdPackages = (validFrom: string, ids: ReadonlyMap<string, string>): readonly Entry[] => [
  {
    entity: 'poultrypop',
    key: 'broiler',
    body: {
      name: 'Broiler, 42 days',
      localName: 'ब्रॉयलर, ४२ दिन',
      birdType: 'BROILER',
      strainId: ids.get('broiler'),
      managementType: 'INTENSIVE',
      anchor: 'HATCH',
      durationDays: 42,
      validFrom,
      stages: [
        { name: 'Brooding', fromDay: 0, toDay: 13, goal: 'Warm, dry, water first' },
        { name: 'Growing', fromDay: 14, toDay: 27 },
        { name: 'Finishing', fromDay: 28, toDay: 42, goal: '2.7 kg' },
      ],
      targets: queryAll(
        points('weightG', [
          [0, 42],
          [7, 190],
          [14, 480],
          [21, 950],
          [28, 1550],
          [35, 2150],
          [42, 2750],
        ]),
        points('mortalityPct', [
          [0, 0],
          [7, 1],
          [21, 2],
          [42, 4],
        ]),
      ),
      planEvents: steps([
        ['RDV-F', 'Ranikhet, F strain, eye drop', 'VACCINATION', 6, { medicineClass: 'VACCINE', critical: true, weight: 10, route: 'Eye drop' }],
        ['IBD', 'Gumboro in the water', 'VACCINATION', 14, { medicineClass: 'VACCINE', weight: 5 }],
        ['LASOTA', 'Ranikhet, La Sota, in the water', 'VACCINATION', 21, { medicineId: ids.get('lasota'), critical: true, weight: 10 }],
        ['WEIGH', 'Weigh a sample', 'WEIGHT_SAMPLE', 7, { repeatEveryDays: 7, repeatUntilDay: 35, weight: 3 }],
        ['LITTER', 'Turn the litter', 'LITTER', 3, { repeatEveryDays: 3, repeatUntilDay: 39 }],
      ]),
    },
  },
  {
    entity: 'poultrypop',
    key: 'layer',
    body: {
      name: 'Layer to 72 weeks',
      localName: 'लेयर, ७२ सप्ताह तक',
      birdType: 'LAYER',
      strainId: ids.get('layer'),
      managementType: 'SEMI_INTENSIVE',
      anchor: 'HATCH',
      durationDays: 504,
      validFrom,
      stages: [
        { name: 'Rearing', fromDay: 0, toDay: 125 },
        { name: 'Laying', fromDay: 126, toDay: 504, goal: '90 % at 28 weeks' },
      ],
      targets: queryAll(
        points('hdepPct', [
          [126, 5],
          [154, 60],
          [182, 88],
          [196, 90],
          [350, 84],
          [504, 75],
        ]),
        points('mortalityPct', [
          [0, 0],
          [126, 3],
          [504, 8],
        ]),
      ),
      planEvents: steps([
        ['LASOTA', 'Ranikhet, La Sota', 'VACCINATION', 29, { medicineId: ids.get('lasota'), critical: true, weight: 10 }],
        ['LIGHT', 'Sixteen hours of light', 'LIGHTING', 140, { weight: 2 }],
        ['COLLECT', 'Collect and grade the eggs', 'EGG_COLLECTION', 130, { repeatEveryDays: 1, repeatUntilDay: 504, timesPerDay: 2 }],
      ]),
    },
  },
  {
    entity: 'aquapop',
    key: 'carp',
    body: {
      name: 'Composite carp, 300 days',
      localName: 'मिश्रित कार्प पालन, ३०० दिन',
      speciesGroup: 'CARP',
      managementType: 'SEMI_INTENSIVE',
      anchor: 'STOCKING',
      durationDays: 300,
      validFrom,
      stages: [
        { name: 'Pond preparation', fromDay: -45, toDay: -1 },
        { name: 'Fingerlings', fromDay: 0, toDay: 89 },
        { name: 'Grow-out', fromDay: 90, toDay: 300, goal: '0.8 to 1 kg' },
      ],
      targets: points('weightG', [
        [0, 15],
        [60, 110],
        [120, 290],
        [180, 500],
        [300, 950],
      ]),
      planEvents: steps([
        ['DRY', 'Dry the pond until it cracks', 'POND_PREPARATION', -45, { windowAfter: 10, weight: 3 }],
        ['LIME', 'Lime, 200 to 500 kg/ha', 'INPUT_APPLICATION', -40, { windowAfter: 5, dose: 300, doseUnit: 'KG', doseBasis: 'PER_HA' }],
        ['SAMPLE', 'Net and weigh a sample', 'SAMPLING', 30, { repeatEveryDays: 30, repeatUntilDay: 270, windowAfter: 5, weight: 5 }],
        ['WATER', 'Test the water', 'WATER_QUALITY', 7, { repeatEveryDays: 7, repeatUntilDay: 294, weight: 3, critical: true }],
      ]),
    },
  },
]
