// A package of practices for ponds, cages and tanks: what is done by the day of culture (animal 9).
import { entity } from '../kernel/entity.ts'
import { choice } from '../kernel/kinds.ts'
import { publicationOfVersions, publicationStates } from '../kernel/publication.ts'
import { animalPopChecks, animalPopFields, animalPopForm } from './animal-pop.ts'
import { aquaSpecies } from './animal-terms.ts'
import { aquacropEvents } from './aquacrop-events.ts'

const { POND_PREPARATION, INPUT_APPLICATION, STOCKING, FEEDING, CHECK_TRAY, WATER_QUALITY, WATER_EXCHANGE, AERATION, SAMPLING, TREATMENT } = aquacropEvents
const { PARTIAL_HARVEST, FINAL_HARVEST } = aquacropEvents

export const aquapop = entity('aquapop', {
  label: 'Aquaculture POP',
  plural: 'Aquaculture POPs',
  group: 'Animal Husbandry',
  about: 'Packages of practices for fish and shrimp: pond, water, feed and sampling by the day of culture.',
  belongsTo: { operator: 'collectiveId', atOperator: 'THEIRS_AND_OPEN' },
  codePrefix: 'APO',
  duplicable: true,
  fields: {
    speciesGroup: choice('Species', aquaSpecies, { filter: true }),
    ...animalPopFields({
      self: 'aquapop',
      anchors: { STOCKING: 'Stocking', PREP_START: 'Start of the preparation' },
      eventTypes: {
        POND_PREPARATION: POND_PREPARATION.label,
        INPUT_APPLICATION: INPUT_APPLICATION.label,
        STOCKING: STOCKING.label,
        FEEDING: FEEDING.label,
        CHECK_TRAY: CHECK_TRAY.label,
        WATER_QUALITY: WATER_QUALITY.label,
        WATER_EXCHANGE: WATER_EXCHANGE.label,
        AERATION: AERATION.label,
        SAMPLING: SAMPLING.label,
        TREATMENT: TREATMENT.label,
        PARTIAL_HARVEST: PARTIAL_HARVEST.label,
        FINAL_HARVEST: FINAL_HARVEST.label,
      },
    }),
  },
  unique: [['name', 'versionNo']],
  // Versions of one name, however it is spelled.
  keys: { seriesKey: 'text' },
  lookups: [['seriesKey', 'versionNo']],
  title: (row) => `${row.name}, v${row.versionNo}`,
  subtitle: ['speciesGroup', 'managementType'],
  list: ['speciesGroup', 'managementType', 'organic', 'durationDays', 'stepCount', 'versionNo', 'status', 'updatedAt'],
  form: animalPopForm(['speciesGroup']),
  states: publicationStates,
  editableIn: ['DRAFT'],
  events: publicationOfVersions(['ADMIN', 'OPERATOR_MANAGER'], 'aquapop'),
  checks: animalPopChecks,
})
