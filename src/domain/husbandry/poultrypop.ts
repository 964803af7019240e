// A package of practices for flocks: what is done by the age of the birds (animal 9).
import { entity } from '../kernel/entity.ts'
import { choice, optional, reference } from '../kernel/kinds.ts'
import { publicationOfVersions, publicationStates } from '../kernel/publication.ts'
import { boundChecks } from '../kernel/step-bounds.ts'
import { labelsOf } from '../kernel/step-files.ts'
import { animalPopChecks, animalPopFields, animalPopForm } from './animal-pop.ts'
import { birdTypes } from './animal-terms.ts'
import { plannedFlockEvents, poultrybatchEvents } from './poultrybatch-events.ts'
import { flockFigures } from './step-figures.ts'

export const poultrypop = entity('poultrypop', {
  label: 'Poultry POP',
  plural: 'Poultry POPs',
  group: 'Animal Husbandry',
  about: 'Packages of practices for flocks: vaccinations, feed, light and weighing by the age of the birds.',
  belongsTo: { operator: 'collectiveId', atOperator: 'THEIRS_AND_OPEN' },
  codePrefix: 'PPO',
  duplicable: true,
  fields: {
    birdType: choice('Birds', birdTypes, { filter: true }),
    strainId: optional(reference('Strain', 'breed', { choosable: [{ field: 'species', is: ['POULTRY'], why: 'Breeds of other species are left out.' }] })),
    ...animalPopFields({
      self: 'poultrypop',
      anchors: { PLACEMENT: 'Placement', HATCH: 'Hatching', FIRST_EGG: 'First egg' },
      figures: flockFigures,
      eventTypes: labelsOf(poultrybatchEvents, plannedFlockEvents),
    }),
  },
  unique: [['name', 'versionNo']],
  // Versions of one name, however it is spelled.
  keys: { seriesKey: 'text' },
  lookups: [['seriesKey', 'versionNo']],
  title: (row) => `${row.name}, v${row.versionNo}`,
  subtitle: ['birdType', 'managementType'],
  list: ['birdType', 'managementType', 'organic', 'durationDays', 'stepCount', 'versionNo', 'status', 'updatedAt'],
  form: animalPopForm(['birdType', 'strainId']),
  states: publicationStates,
  editableIn: ['DRAFT'],
  events: publicationOfVersions(['ADMIN', 'OPERATOR_MANAGER'], 'poultrypop'),
  checks: [...animalPopChecks, ...boundChecks(flockFigures)],
})
