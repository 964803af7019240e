// Hand-made screens and parts of animals, flocks and ponds, their packages of practices, and what follows from their events.
import { part } from '#web/engine/part.ts'
import type { EntitySlots, Slots } from '#web/engine/slots.ts'
import { boundEditors } from '../pop/slots.ts'
import { animalStep, flockStep, pondStep, systemStep } from './day-step.ts'
import { lactationTitle, withdrawalTitle } from './record-titles.ts'

const listCells = () => import('./list-cells.tsx')
const AgeCell = part(listCells, 'AgeCell')
const AliveCell = part(listCells, 'AliveCell')
const FlockAgeCell = part(listCells, 'FlockAgeCell')
const FlockWeightCell = part(listCells, 'FlockWeightCell')
const OxygenCell = part(listCells, 'OxygenCell')
const AnimalOverview = part(() => import('./animal-overview.tsx'), 'AnimalOverview')
const AnimalPopOverview = part(() => import('./pop-overview.tsx'), 'PopOverview')
const recordCards = () => import('./record-cards.tsx')
const CowCard = part(recordCards, 'CowCard')
const FlockCard = part(recordCards, 'FlockCard')
const GoatCard = part(recordCards, 'GoatCard')
const PondCard = part(recordCards, 'PondCard')
const SheepCard = part(recordCards, 'SheepCard')
const DailyRecord = part(() => import('./daily-record.tsx'), 'DailyRecord')
const FlockOverview = part(() => import('./flock-overview.tsx'), 'FlockOverview')
const HerdMilking = part(() => import('./herd-milking.tsx'), 'HerdMilking')
const packageEditors = () => import('./package-editors.tsx')
const FlockPackage = part(packageEditors, 'FlockPackageEditor')
const PondPackage = part(packageEditors, 'PondPackageEditor')
const PondOverview = part(() => import('./pond-overview.tsx'), 'PondOverview')
const SystemOverview = part(() => import('./system-overview.tsx'), 'SystemOverview')
const TreatmentLink = part(() => import('./treatment-link.tsx'), 'TreatmentLink')
const NewVersion = part(() => import('../pop/new-version.tsx'), 'NewVersion')
const PackageFollowers = part(() => import('../pop/package-followers.tsx'), 'PackageFollowers')
const PublishPanel = part(() => import('../pop/publish-panel.tsx'), 'PublishPanel')
const StepsEditor = part(() => import('../pop/steps-editor.tsx'), 'StepsEditor')
const packageOf = (id: string, label: string): EntitySlots => ({
  actions: [{ id: 'version', part: NewVersion }],
  overview: AnimalPopOverview,
  aboveEvent: { PUBLISHED: PublishPanel },
  panels: [{ id, label, place: 'tab', part: PackageFollowers, inPast: false }],
  editors: { planEvents: StepsEditor, ...boundEditors },
})
const age = { id: 'age', label: 'Age', part: AgeCell }

export const slots: Slots = {
  aquacrop: {
    overview: PondOverview,
    card: PondCard,
    cells: { lastDoMgL: OxygenCell },
    editors: { popId: PondPackage },
    defaultEvent: pondStep,
    columns: {
      custom: [{ id: 'alive', label: 'Estimated alive', align: 'right', part: AliveCell }],
      standard: ['unitId', 'stockingDate', 'alive', 'lastWeightG', 'biomassKg', 'lastDoMgL', 'lastPh', 'plannedHarvestDate', 'status', 'findings'],
    },
  },
  aquapop: packageOf('ponds', 'Ponds'),
  cow: {
    overview: AnimalOverview,
    card: CowCard,
    defaultEvent: animalStep,
    columns: { custom: [age], standard: ['sex', 'age', 'lactationStatus', 'reproStatus', 'lastMilkKg', 'healthStatus', 'status'] },
  },
  goat: {
    overview: AnimalOverview,
    card: GoatCard,
    defaultEvent: animalStep,
    columns: { custom: [age], standard: ['sex', 'age', 'lastWeightKg', 'lastMilkKg', 'healthStatus', 'unitId', 'status'] },
  },
  poultrybatch: {
    overview: FlockOverview,
    card: FlockCard,
    defaultEvent: flockStep,
    eventForms: { DAILY_RECORD: DailyRecord },
    cells: { lastWeightG: FlockWeightCell },
    editors: { popId: FlockPackage },
    columns: {
      custom: [
        { id: 'age', label: 'Age', part: FlockAgeCell },
        { id: 'alive', label: 'Birds alive', align: 'right', part: AliveCell },
      ],
      standard: ['unitId', 'age', 'alive', 'mortalityShare', 'lastWeightG', 'status', 'findings'],
    },
  },
  lactation: {
    title: lactationTitle,
    sort: '-beginDate',
    columns: { custom: [], standard: ['beginDate', 'endDate', 'lengthDays', 'milkKg', 'fatKg', 'proteinKg', 'status'] },
  },
  poultrypop: packageOf('flocks', 'Flocks'),
  productionsystem: { overview: SystemOverview, defaultEvent: systemStep, eventForms: { HERD_MILKING: HerdMilking } },
  sheep: {
    overview: AnimalOverview,
    card: SheepCard,
    defaultEvent: animalStep,
    columns: { custom: [age], standard: ['sex', 'age', 'lastFleeceKg', 'lastMicron', 'lastWeightKg', 'unitId', 'status'] },
  },
  withdrawal: {
    title: withdrawalTitle,
    sort: '-effectiveEndAt',
    shows: { treatmentEventId: TreatmentLink },
    columns: { custom: [], standard: ['medicineId', 'farmerId', 'startAt', 'effectiveEndAt', 'status'] },
  },
}
