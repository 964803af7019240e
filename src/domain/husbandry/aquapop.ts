// A package of practices for ponds, cages and tanks: what is done by the day of culture (animal 9).
import { entity } from '../kernel/entity.ts'
import { choice } from '../kernel/kinds.ts'
import { publicationOfVersions, publicationStates } from '../kernel/publication.ts'
import { boundChecks } from '../kernel/step-bounds.ts'
import { labelsOf } from '../kernel/step-files.ts'
import { animalPopChecks, animalPopFields, animalPopForm } from './animal-pop.ts'
import { aquaSpecies } from './animal-terms.ts'
import { aquacropEvents, plannedPondEvents } from './aquacrop-events.ts'
import { pondFigures } from './step-figures.ts'

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
      figures: pondFigures,
      eventTypes: labelsOf(aquacropEvents, plannedPondEvents),
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
  checks: [...animalPopChecks, ...boundChecks(pondFigures)],
})
