// Value lists of animal husbandry that several declarations share. Lists of ICAR's Animal Data Exchange (ADE) keep ADE's own
// words as values, so that an export needs no table between; the product's own lists are in capitals.

export const species = { CATTLE: 'Cattle', BUFFALO: 'Buffalo', GOAT: 'Goat', SHEEP: 'Sheep', POULTRY: 'Poultry', FISH: 'Fish', SHRIMP: 'Shrimp' } as const
export const milkSpecies = { CATTLE: species.CATTLE, BUFFALO: species.BUFFALO, GOAT: species.GOAT, SHEEP: species.SHEEP } as const
export const sexes = { FEMALE: 'Female', MALE: 'Male', MALE_NEUTER: 'Castrated male', UNKNOWN: 'Not known' } as const

/** ADE icarSetPurposeType. */
export const groupPurposes = {
  Enclosure: 'Enclosure',
  Feeding: 'Feeding',
  Finishing: 'Finishing',
  Growing: 'Growing',
  Health: 'Health',
  Lactation: 'Milking',
  Movement: 'Movement',
  Rearing: 'Rearing',
  Reproduction: 'Breeding',
  Session: 'Session',
  Other: 'Other',
} as const

/** ADE icarMilkDestinationType. */
export const milkDestinations = {
  MilkTank: 'Milk tank',
  Separation1: 'Kept apart, 1',
  Separation2: 'Kept apart, 2',
  Discard: 'Thrown away',
  Colostrum: 'Colostrum',
  Transition: 'First milk after colostrum',
  Progeny: 'For the young',
  Treatment: 'Milk of a treated animal',
} as const
export const sessions = { AM: 'Morning', NOON: 'Noon', PM: 'Evening' } as const

/** ADE icarDeathReasonType. */
export const deathReasons = {
  Missing: 'Missing',
  Parturition: 'Giving birth',
  Disease: 'Disease',
  Accident: 'Accident',
  Consumption: 'Own consumption',
  Culled: 'Culled',
  Other: 'Other',
  Unknown: 'Not known',
} as const

/** Classes of medicine; which of them count as a treatment course is a matter of the scheme (animal 10.2). */
export const medicineClasses = {
  ANTIBIOTIC: 'Antibiotic',
  ANTIPARASITIC: 'Against parasites',
  VACCINE: 'Vaccine',
  HORMONE: 'Hormone',
  VITAMIN: 'Vitamin',
  PHYTO_HOMEO: 'Plant medicine or homoeopathy',
  ANAESTHETIC: 'Anaesthetic',
  DISINFECTANT: 'Disinfectant',
  PROBIOTIC: 'Probiotic',
} as const

export const doseUnits = { ML: 'mL', L: 'L', MG: 'mg', G: 'g', KG: 'kg', DOSE: 'doses', TABLET: 'tablets', BOLUS: 'boluses' } as const

export const disposals = { ApprovedService: 'By an approved service', OnPremise: 'On the farm', Other: 'Other' } as const

export const birdTypes = {
  BROILER: 'Broiler',
  LAYER: 'Layer',
  BREEDER: 'Breeder',
  PULLET: 'Pullet',
  BACKYARD: 'Backyard',
  DUCK: 'Duck',
  TURKEY: 'Turkey',
  QUAIL: 'Quail',
  GUINEA_FOWL: 'Guinea fowl',
} as const

export const mortalityCauses = {
  DISEASE: 'Disease',
  HEAT: 'Heat stress',
  PREDATOR: 'Predator',
  ACCIDENT: 'Accident',
  STARVE_OUT: 'Did not begin to eat',
  UNKNOWN: 'Not known',
} as const

/** Groups of fish and shrimp that packages of practices and bounds of water are for (animal 8, 9). */
export const aquaSpecies = {
  CARP: 'Carp',
  TILAPIA: 'Tilapia',
  CATFISH: 'Catfish',
  PANGASIUS: 'Pangasius',
  TROUT: 'Trout',
  SHRIMP: 'Shrimp',
  OTHER: 'Other',
} as const

export const managementTypes = { EXTENSIVE: 'Extensive', SEMI_INTENSIVE: 'Semi-intensive', INTENSIVE: 'Intensive' } as const
